import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { FEED_KIND_NO, streamNo } from '#domain/prices/pair.ts';
import type { FeedKind, Pair } from '#domain/prices/pair.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { Realm } from '#domain/realm.ts';
import { cashKey } from '#domain/trading/decide.ts';
import { realise } from '#domain/trading/losses.ts';
import type { Losses } from '#domain/trading/losses.ts';
import { HOUSE, isHouse } from '#domain/trading/orders/contract.ts';
import type { OrderCommand, OrderEffect, OrderMoment } from '#domain/trading/orders/contract.ts';
import { decideOrders } from '#domain/trading/orders/decide.ts';
import { canonicalSide } from '#domain/trading/orders/canonical-side.ts';
import type { RateLimiter } from '#domain/trading/rate.ts';
import { crashAt } from '#server/crash-points.ts';
import type { AccountId } from '#server/ledger/contract.ts';
import type { Prices } from '#server/prices/contract.ts';
import type { AccountBook } from '../accounts.ts';
import type { StoredAnswer } from '../batch/batch-effects.ts';
import type { CommandReply } from '../contract.ts';
import { ofKind } from '../command-queue.ts';
import type { Request } from '../command-queue.ts';
import type { MarketFacts } from '../exchange-wire.ts';
import type { Opening } from '../batch/store-opening.ts';
import { ExchangeLedger } from './accounts.ts';
import { EndedOrders, EXCHANGE_KINDS, replyOf, storedAnswer } from './answers.ts';
import type { Ordering } from './answers.ts';
import { Collected } from './collect.ts';
import type { ExchangeEffects } from './effects.ts';
import type { ExchangeMemory } from './memory.ts';
import { payablesOf, planAccounts, planOf } from './plan.ts';
import type { ExchangePlan } from './plan.ts';
import type { Guards } from './guards/guards.ts';
import type { Links } from './links.ts';
import type { ListedBooks } from './listed-books.ts';
import { leaversOf } from './leavers.ts';
import type { MakerCash, MakerFunds } from './maker-funds.ts';
import type { OlderEnds } from './older-ends.ts';
import type { RoundTrackers } from './round-trackers.ts';
import { judgedAgain, marketTasks, resultsOf } from './tasks.ts';
import type { MarketTask } from './tasks.ts';
import type { MarketData } from './market-data.ts';
import type { WrongTicks } from './wrong-ticks.ts';
import { HOUR_MS } from '#domain/time.ts';

export type { MarketTask } from './tasks.ts';

/** Before the start of a round: a minute of average, and the tick that stood when it began, ms. */
const OPENING_MS = 70_000;
const FEED_KINDS = Object.keys(FEED_KIND_NO) as readonly FeedKind[];

/** Ticks of all pairs together make the exchange look at its markets at most this often, ms. */
const LOOK_MS = 100;

interface Owner {
  readonly userId: string;
  readonly realm: Realm;
}

/** What a batch decided of the exchange, and what to say once it is stored. */
export interface ExchangeDecision {
  readonly replies: readonly { readonly request: Request; readonly reply: CommandReply }[];
  readonly answers: readonly StoredAnswer[];
  /** Null: nothing to store. */
  readonly effects: ExchangeEffects | null;
  /** Whose balances may have moved. */
  readonly people: readonly Owner[];
  /** Streams whose ticks a settlement names. */
  readonly streams: readonly number[];
  /** What it leaves to the house maker, 10^-6. */
  readonly makerCash: Partial<MakerCash>;
}

interface DecideAt {
  readonly now: number;
  readonly opening: Opening;
  readonly cash: Map<string, Usdt>;
  readonly onFault: (error: unknown) => void;
}

export interface ProcessorParts {
  readonly db: Pool;
  readonly prices: Pick<Prices, 'pairs'>;
  readonly memory: ExchangeMemory;
  readonly trackers: RoundTrackers;
  readonly data: MarketData;
  readonly older: OlderEnds;
  readonly links: Links;
  readonly wrong: WrongTicks;
  readonly listed: ListedBooks;
  readonly guards: Pick<Guards, 'load'>;
  readonly funds: MakerFunds;
}

const NOTHING_PLANNED: ExchangePlan = { tasks: [], commands: new Map(), people: [], markets: [] };

/** The exchange as the engine sees it: what it has to do, whose accounts it touches, what it decides. */
export class ExchangeProcessor {
  readonly #parts: ProcessorParts;
  readonly #ended: EndedOrders;
  readonly #parked = new Set<string>();
  #ledger: ExchangeLedger | null = null;
  #tasks: readonly MarketTask[] = [];
  #lookedAt = -Infinity;

  constructor(parts: ProcessorParts) {
    this.#parts = parts;
    this.#ended = new EndedOrders(parts.db);
  }

  /** Is there something that clock or prices ask of markets? */
  get busy(): boolean {
    return this.#tasks.length > 0;
  }

  async open(people: AccountBook, shard: number): Promise<void> {
    const ledger = await ExchangeLedger.open(this.#parts.db, people, shard);
    this.#ledger = ledger;
    await this.#parts.wrong.load();
    await this.#parts.listed.load();
    await this.#parts.funds.open(() => ledger.makerCash());
  }

  /** Drops what it holds and reads it back. */
  async rebuild(shared: { readonly losses: Losses; readonly limiter: RateLimiter }, now: number): Promise<void> {
    const { db, memory, funds } = this.#parts;
    this.#tasks = [];
    await memory.rebuild(db, { ...shared, accounts: this.#accounts, now });
    await funds.load();
  }

  /**
   * Since when stored ticks of each stream are needed again, wall ms: of all of them the running hour, whose rounds then go on, and from
   * the beginning of every round that somebody ordered on. Which kind of feed plays a pair is not known yet.
   */
  needsSince(now: number): Map<number, number> {
    const { memory, prices } = this.#parts;
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS - OPENING_MS;
    const since = new Map<number, number>();
    for (const { no } of prices.pairs) for (const kind of FEED_KINDS) since.set(streamNo(no, kind), hour);
    for (const { round, stream } of memory.frames.values()) {
      if (round === null) continue;
      since.set(stream, Math.min(since.get(stream) ?? hour, round.startMs - OPENING_MS));
    }
    return since;
  }

  /** Takes the next tick of a stream, or an earlier one that is read again, and looks at what it means for the markets on it. */
  tick(pair: Pair, tick: Tick, now: number): void {
    this.#parts.trackers.tick(pair, tick);
    if (Math.abs(now - this.#lookedAt) < LOOK_MS) return;
    for (const { stream } of this.#parts.memory.frames.values()) {
      // People decide of an event at any time: any tick will do.
      if (stream !== null && stream !== tick.stream) continue;
      this.poll(now);
      return;
    }
  }

  /** Looks at clock, feeds and ends of rounds. */
  poll(now: number): void {
    this.#lookedAt = now;
    this.#parts.trackers.sweep(now);
    this.#parts.older.poll(now);
    this.#parts.wrong.poll(now);
    this.#parts.listed.poll(now);
    this.#parts.funds.poll(now);
    this.#tasks = marketTasks(this.#parts, now).filter(({ name }) => !this.#parked.has(name));
  }

  take(most: number): readonly MarketTask[] {
    const tasks = this.#tasks.slice(0, most);
    this.#tasks = this.#tasks.slice(tasks.length);
    return tasks;
  }

  /** Markets that are left alone, the longest first. */
  get parked(): ReadonlySet<string> {
    return this.#parked;
  }

  /** Leaves a market alone: it must not hold up the others. */
  park(name: string): void {
    this.#parked.add(name);
  }

  /** The next look takes the market up again. */
  unpark(name: string): void {
    this.#parked.delete(name);
  }

  /**
   * Before a batch's first statement: opens accounts, reads what its decisions need, and plans.
   * Costs a batch without orders nothing.
   */
  async prepare(
    work: { readonly requests: readonly Request[]; readonly markets: readonly MarketTask[] },
    now: number,
  ): Promise<ExchangePlan> {
    const { db, memory, links, data, wrong } = this.#parts;
    const { state } = memory;
    const requests = ofKind(work.requests, EXCHANGE_KINDS);
    if (requests.length === 0 && work.markets.length === 0) return NOTHING_PLANNED;
    // What a correction takes from a round must be known before the round is decided.
    if (work.markets.some(({ verdict }) => verdict !== null)) await wrong.load();
    const tasks = await resultsOf(judgedAgain(work.markets, this.#parts), { db, memory, data });
    const takers = ofKind(requests, ['order']).map(({ command }) => command.input.actor.userId);
    await links.load(takers, now);
    await this.#parts.guards.load(requests);
    await this.#ended.load(requests, state.orders, now);
    const leavers = await leaversOf(db, ofKind(requests, ['leave']), {
      listed: this.#parts.listed,
    });
    const plan = planOf({ requests, tasks }, { state, data, now, leavers });
    const markets = plan.markets.flatMap((marketId) => {
      const market = data.known(marketId, now)?.market ?? null;
      return market === null || market.result !== null
        ? []
        : [{ marketId, realm: market.realm, linkedTo: market.linkedTo }];
    });
    await this.#accounts.ensure({ markets, payables: payablesOf(tasks, state) });
    if (markets.length > 0) crashAt('market.opened');
    return plan;
  }

  /** Accounts that a planned batch can touch. */
  accountsOf(plan: ExchangePlan): AccountId[] {
    return planAccounts(plan, this.#accounts, this.#parts.memory.state);
  }

  /** Decides the planned batch with what its first statement found; requests with a stored answer are left out. */
  decide(plan: ExchangePlan, requests: readonly Ordering[], at: DecideAt): ExchangeDecision | null {
    const { tasks, commands, people } = plan;
    if (requests.length === 0 && tasks.length === 0) return null;
    this.#learnCash(people, at);
    const moment = this.#parts.data.moment({ ...at, accounts: this.#accounts });
    const collected = new Collected();
    const run = (command: OrderCommand) => this.#run(command, { moment, collected, onFault: at.onFault });
    for (const { name, command } of tasks) if (run(command).kind === 'failed') this.park(name);
    const replies = requests.map((request) => {
      const command = commands.get(request) ?? null;
      return { request, reply: command === null ? UNKNOWN_OUTCOME : this.#reply(run(command), command, at.now) };
    });
    const effects = this.#effects(tasks, collected, at.now);
    const answers = replies.flatMap(({ request, reply }) => storedAnswer(request, reply) ?? []);
    return {
      replies,
      // Those that tell of no effect too: a repeat of "cancel all" that found nothing must not cancel what came later.
      answers,
      effects,
      people,
      streams: (effects?.markets ?? []).flatMap(({ market, frame }) =>
        market.result === null || frame.stream === null ? [] : [frame.stream],
      ),
      makerCash: houseCashOf(at.cash),
    };
  }

  /** The batch is stored: its markets stand, and what was won and lost counts. */
  committed({ effects, makerCash }: ExchangeDecision, losses: Losses): void {
    this.#parts.funds.publish(makerCash);
    if (effects === null) return;
    const { memory } = this.#parts;
    for (const { market } of effects.markets) {
      if (market.result === null) continue;
      memory.end(market);
      this.#accounts.purge(market.id);
    }
    for (const { realm, userId, cost, credit } of effects.realised) {
      if (realm === 'real' && !isHouse(userId)) realise(losses, { userId, stake: cost, credit, at: effects.now });
    }
  }

  get #accounts(): ExchangeLedger {
    if (this.#ledger === null) throw new Error('the exchange was not opened');
    return this.#ledger;
  }

  #run(
    command: OrderCommand,
    at: { readonly moment: OrderMoment; readonly collected: Collected; readonly onFault: (error: unknown) => void },
  ): OrderEffect {
    const { memory, data } = this.#parts;
    const [effect] = decideOrders(memory.state, [command], at.moment);
    if (effect === undefined) throw new Error('a command without an effect');
    if (effect.kind === 'failed') at.onFault(effect.error);
    if (effect.kind !== 'done') return effect;
    at.collected.add(effect.changes);
    if (effect.changes.fills.length > 0) crashAt('order.filled');
    if (effect.changes.sets.length > 0) crashAt('sets.moved');
    if (effect.changes.splits.length > 0) crashAt('outcome.split');
    if (command.kind === 'cancel') crashAt('order.cancelled');
    if (command.kind === 'settle' || command.kind === 'settle_linked') crashAt('round.settled');
    if (command.kind === 'pay') crashAt('holders.paid');
    if (command.kind === 'undo') crashAt('fills.undone');
    for (const { id } of effect.changes.markets) {
      const frame = data.frameOf(id, this.#accounts, at.moment.now);
      if (frame === null) throw new Error(`market ${id} has no rules`);
      memory.frames.set(id, frame);
    }
    for (const { marketId, maker, taker } of effect.changes.fills) {
      memory.mirrors.record({
        marketId,
        makerId: maker.userId,
        takerId: taker.userId,
        makerSide: canonicalSide(maker),
      });
    }
    return effect;
  }

  #reply(effect: OrderEffect, command: OrderCommand, now: number): CommandReply {
    const factsOf = (marketId: string): MarketFacts => {
      const known = this.#parts.data.known(marketId, now);
      if (known === null) throw new Error(`no market ${marketId}`);
      return { market: known.market, round: known.frame.round };
    };
    return replyOf(effect, command, { ended: this.#ended, factsOf });
  }

  #effects(tasks: readonly MarketTask[], collected: Collected, now: number): ExchangeEffects | null {
    const { memory } = this.#parts;
    const verdicts = new Map(tasks.map(({ name, verdict }) => [name, verdict]));
    return collected.effects({
      now,
      frameOf: ({ id }) => {
        const frame = memory.frames.get(id);
        if (frame === undefined) throw new Error(`market ${id} has no frame`);
        return frame;
      },
      verdictOf: ({ id }) => verdicts.get(id) ?? null,
    });
  }

  /** Cash of the house maker, and of everyone whom an order can meet. */
  #learnCash(people: readonly Owner[], { opening, cash }: DecideAt): void {
    const houses = (['real', 'demo'] as const).map((realm) => ({ userId: HOUSE, realm }));
    for (const { userId, realm } of [...people, ...houses]) {
      const key = cashKey(userId, realm);
      const account = this.#accounts.find(userId, realm)?.cash;
      const found = account === undefined ? undefined : opening.balances.get(account);
      if (found !== undefined && !cash.has(key)) cash.set(key, usdt(found));
    }
  }
}

/** Of the realms whose house accounts the batch had. */
function houseCashOf(cash: ReadonlyMap<string, Usdt>): Partial<MakerCash> {
  const [real, demo] = [cash.get(cashKey(HOUSE, 'real')), cash.get(cashKey(HOUSE, 'demo'))];
  return { ...(real === undefined ? {} : { real }), ...(demo === undefined ? {} : { demo }) };
}

const UNKNOWN_OUTCOME: CommandReply = {
  ok: false,
  refusal: { code: 'InvalidRequest', fields: { outcome: 'unknown' } },
};
