import type { Pool } from 'pg';
import type { OrderCommand, UndoFills } from '#domain/trading/orders/contract.ts';
import { dueCommands } from '#domain/trading/orders/due.ts';
import type { Market, MarketResult } from '#domain/trading/orders/market.ts';
import type { LiveMarket } from '#domain/trading/orders/state.ts';
import type { RoundVerdict } from '#domain/trading/rounds/outcome.ts';
import { voidValueMilli } from '#domain/trading/rounds/void-value.ts';
import type { OfRound } from './effects.ts';
import { barredTasks } from './guards/guards.ts';
import { eventStep, newestOf, splitCommand, UNDONE_AT_ONCE } from './event-step.ts';
import type { ExchangeMemory } from './memory.ts';
import { loadNewestFills, loadPricedFills } from './store-load.ts';
import type { MarketData } from './market-data.ts';

/** Something that the clock or the prices ask of a market. */
export interface MarketTask {
  /** The market's id, or what else is told apart when it fails. */
  readonly name: string;
  readonly command: OrderCommand;
  /** What decided the round, where it is to be settled. */
  readonly verdict: RoundVerdict | null;
}

/** What is to be done now, each market one step at a time. Follows from state, clock and ticks alone, so that nothing is lost by asking again. */
export function marketTasks(
  { memory, data }: { readonly memory: ExchangeMemory; readonly data: MarketData },
  now: number,
): MarketTask[] {
  const tasks: MarketTask[] = [];
  const clock = new Map<string, OrderCommand>();
  for (const command of dueCommands(memory.state, now)) {
    if (command.kind === 'market') clock.set(command.marketId, command);
    else tasks.push({ name: command.kind, command, verdict: null });
  }
  for (const book of data.notSplit()) {
    const command = splitCommand(book, data.linkedBooks(book));
    if (command !== null) tasks.push({ name: `split ${book.id}`, command, verdict: null });
  }
  for (const live of memory.state.markets.values()) {
    const { market } = live;
    const frame = memory.frames.get(market.id);
    if (frame === undefined) continue;
    tasks.push(...barredTasks(live, data.listed(market.id)?.guard ?? null, memory.state));
    const at = clock.get(market.id) ?? null;
    const task =
      frame.round === null
        ? eventTask(live, { memory, data, clock: at })
        : stepOf(market, { frame, data, clock: at, now });
    if (task !== null) tasks.push(task);
  }
  return tasks;
}

function eventTask(
  live: LiveMarket,
  of: {
    readonly memory: ExchangeMemory;
    readonly data: MarketData;
    readonly clock: OrderCommand | null;
  },
): MarketTask | null {
  const { memory, data, clock } = of;
  const listed = data.listed(live.market.id);
  const linked = listed === null ? [] : data.linkedBooks(listed);
  const placedAt = (id: string) => memory.state.orders.get(id)?.order.placedAt ?? null;
  const splits = listed !== null && data.isSplitting(listed);
  return eventStep(live, { listed, clock, linked, splits, placedAt });
}

function stepOf(
  market: Market,
  at: {
    readonly frame: OfRound;
    readonly data: MarketData;
    readonly clock: OrderCommand | null;
    readonly now: number;
  },
): MarketTask | null {
  const { frame, data, clock, now } = at;
  const verdict = verdictOf(frame, data, now);
  if (verdict?.outcome === 'VOID') return settle(market, verdict);
  if (clock !== null) return { name: market.id, command: clock, verdict: null };
  if (market.status === 'ENDED') return verdict === null ? null : settle(market, verdict);
  const fresh = data.isFresh(frame, now);
  const event = market.status === 'OPEN' && !fresh ? 'pause' : market.status === 'PAUSED' && fresh ? 'resume' : null;
  if (event === null || (event === 'pause' && data.waitsForRestart(frame, now))) return null;
  return { name: market.id, command: { kind: 'market', marketId: market.id, event }, verdict: null };
}

/** A round on prices that this process does not play has no end: it is void from now on. */
function verdictOf(frame: OfRound, data: MarketData, now: number): RoundVerdict | null {
  if (!data.isPlayed(frame)) return { outcome: 'VOID', reason: 'STALE_EXIT', faultAt: now, faultSeq: null };
  return data.endsOf(frame).verdictOf(frame.round);
}

/** The result is filled in by `resultsOf`: a void value needs the fills. */
function settle(market: Market, verdict: RoundVerdict): MarketTask {
  return { name: market.id, verdict, command: { kind: 'settle', marketId: market.id, result: resultOf(verdict, 500) } };
}

/** Tasks as they are now: a correction may have voided a round since it was looked at. */
export function judgedAgain(
  tasks: readonly MarketTask[],
  { memory, data }: { readonly memory: ExchangeMemory; readonly data: MarketData },
): readonly MarketTask[] {
  return tasks.map((task) => {
    const live = memory.state.markets.get(task.name);
    const frame = memory.frames.get(task.name);
    if (task.verdict === null || task.verdict.outcome === 'VOID' || live === undefined || !frame?.round) return task;
    const verdict = data.endsOf(frame).verdictOf(frame.round);
    return verdict?.outcome === 'VOID' ? settle(live.market, verdict) : task;
  });
}

interface Reads {
  readonly db: Pool;
  readonly memory: ExchangeMemory;
  readonly data: MarketData;
}

/** Tasks with what they need of the tables: what a share of a void round pays comes from its fills, and those that are undone are read here. */
export async function resultsOf(tasks: readonly MarketTask[], reads: Reads): Promise<MarketTask[]> {
  const { db, memory } = reads;
  return Promise.all(
    tasks.map(async (task) => {
      const { command, verdict } = task;
      if (command.kind === 'undo') return { ...task, command: await withFills(command, reads) };
      if (command.kind !== 'settle' || verdict?.outcome !== 'VOID') return task;
      const market = memory.state.markets.get(command.marketId)?.market;
      if (market === undefined) return task;
      const fills = await loadPricedFills(db, market.id);
      const value = voidValueMilli(fills, { faultAt: verdict.faultAt, cutOffAt: market.cutOffAt });
      return { ...task, command: { ...command, result: resultOf(verdict, value) } };
    }),
  );
}

async function withFills(command: UndoFills, { db, memory, data }: Reads): Promise<UndoFills> {
  const { marketId } = command;
  const live = memory.state.markets.get(marketId);
  const first = data.listed(marketId)?.pastFrom ?? null;
  if (live === undefined || first === null) return command;
  const to = newestOf(live);
  return { ...command, fills: await loadNewestFills(db, { marketId, from: Math.max(first, to - UNDONE_AT_ONCE), to }) };
}

function resultOf(verdict: RoundVerdict, voidValue: number): MarketResult {
  if (verdict.outcome === 'VOID') return { kind: 'VOID', value: voidValue, reason: verdict.reason };
  if (verdict.outcome === 'TIE') return { kind: 'TIE' };
  return { kind: 'WON', outcome: verdict.outcome === 'UP' ? 0 : 1 };
}
