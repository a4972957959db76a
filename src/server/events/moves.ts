import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import {
  challengeMs,
  eventAfter,
  handFault,
  HANDS,
  LEAST_EXIT_MS,
  type EventMove,
  type EventState,
  type EventVoidReason,
} from '#domain/events/life.ts';
import { isRuling } from '#domain/events/rulings.ts';
import { add, usdt } from '#domain/money.ts';
import { deadHeat } from '#domain/trading/orders/linked.ts';
import { draftFaults, eventRules } from '#domain/events/terms.ts';
import type { StaffRole } from '#domain/office/permissions.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { waitMs } from '#domain/waits.ts';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type Staff } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { clarify } from './clarify.ts';
import { correct, correctable } from './correct.ts';
import type { MoveFault, ProposedResult } from './contract.ts';
import { divideOpening, notSplit, split, type SplitInto } from './split.ts';
import { booksOf, insertBooks, lastBy, lockLinked, saveMove, type MarketNow } from './store.ts';
import { insertRuling } from './rulings/store-rulings.ts';
import { insertChallenge, insertEvidence } from './store-disputes.ts';
import type { BookFacts } from './books.ts';
import { voidValuesOf } from './void-values.ts';

export interface MoveParts {
  readonly config: Pick<Config, 'waits'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly bookFacts: BookFacts;
}

/** Who moves: a colleague, as many as approved it, a person, or the clock and the engine. */
export type Mover =
  | Staff
  | Approved
  | { readonly kind: 'person'; readonly userId: string; readonly text: string }
  | { readonly kind: 'clock' };

interface Ask {
  readonly marketId: string;
  readonly move: EventMove;
  readonly by: Mover;
  readonly reason: string;
  /** Of a proposal or a decision of the panel. */
  readonly result?: ProposedResult;
  /** What is said of the rules. */
  readonly text?: string;
  /** What comes out of the outcome that is split. */
  readonly into?: SplitInto;
  /** Of a void. */
  readonly why?: EventVoidReason;
  /** How long the result can be challenged, of samples: by the rule unless said. */
  readonly challengeMs?: number;
}

/**
 * Makes one move of a market, or of all outcomes of its event where they are linked, in the caller's transaction: the markets, their rows of
 * moves, the audit log and the facts together, or nothing. The answer is the new state, or the rule against it.
 */
export async function moveMarket(parts: MoveParts, tx: PoolClient, ask: Ask): Promise<MoveFault | EventState> {
  const markets = await lockLinked(tx, ask.marketId);
  const [first] = markets;
  if (first === undefined) return 'no-market';
  for (const market of markets) {
    const fault = await moveFault(parts, tx, { market, move: ask.move, by: ask.by });
    if (fault !== null) return fault;
  }
  if (ask.result !== undefined && resultsOf(ask.result, { markets, of: ask.marketId }) === null) return 'linked';
  const now = parts.clock.now();
  if (ask.result !== undefined && ask.result.factAt > now) return 'ahead';
  if (ask.move === 'split') return splitMarkets(parts, tx, { ask, markets, now });
  const changes = await changesOf(parts, tx, { ask, markets, now });
  const state = eventAfter(first.state, ask.move)!;
  for (const [at, before] of markets.entries()) {
    const market = { ...before, ...changes[at], state, version: before.version + 1 };
    await saveOne(parts, tx, { ask, before, market, now });
  }
  return state;
}

/** The rule against a split now; null: none. */
export async function splitRefusal(
  parts: MoveParts,
  db: Queryable,
  of: {
    readonly marketId: string;
    readonly markets: readonly MarketNow[];
    readonly into: SplitInto;
    readonly by: Mover;
  },
): Promise<MoveFault | null> {
  const { marketId, markets, into, by } = of;
  const market = markets.find(({ id }) => id === marketId);
  if (market === undefined) return 'no-market';
  const { bookFacts, clock } = parts;
  return (
    (await moveFault(parts, db, { market, move: 'split', by })) ??
    notSplit({ bookFacts, now: clock.now() }, db, { market, markets, into })
  );
}

/** The outcomes that were there are saved with their new rules, and those that came out of one are opened. */
async function splitMarkets(
  parts: MoveParts,
  tx: PoolClient,
  { ask, markets, now }: { readonly ask: Ask; readonly markets: readonly MarketNow[]; readonly now: number },
): Promise<MoveFault | EventState> {
  const { marketId, into = [] } = ask;
  const market = markets.find(({ id }) => id === marketId)!;
  const { bookFacts } = parts;
  const fault = await notSplit({ bookFacts, now }, tx, { market, markets, into });
  if (fault !== null) return fault;
  const { rules, added } = await split(tx, { market, markets, into, now });
  for (const [at, before] of markets.entries())
    await saveOne(parts, tx, { ask, before, market: { ...before, ...rules[at], version: before.version + 1 }, now });
  await divideOpening(tx, marketId, into);
  for (const before of added) await saveOne(parts, tx, { ask, before, market: { ...before, version: 1 }, now });
  return market.state;
}

async function saveOne(
  parts: MoveParts,
  tx: PoolClient,
  of: { readonly ask: Ask; readonly before: MarketNow; readonly market: MarketNow; readonly now: number },
): Promise<void> {
  const { ask, before, market, now } = of;
  const { id: marketId, version, eventId, state } = market;
  if (ask.move === 'approve') await insertBooks(tx, marketId, { real: randomUUID(), demo: randomUUID() });
  const staff = staffOf(ask.by);
  await saveMove(tx, { market, move: ask.move, from: before.state, staff, at: now, reason: ask.reason });
  if (ask.result !== undefined) {
    const outcome = market.result === 'TIE' ? 'TIE' : market.won === 0 ? 'YES' : 'NO';
    await insertEvidence(tx, { marketId, version, ...ask.result, outcome });
  }
  // Said once, against the outcome that was looked at.
  if (ask.by.kind === 'person' && marketId === ask.marketId) {
    const { userId, text } = ask.by;
    await insertChallenge(tx, { marketId, version, userId, text, at: now });
  }
  if (isRuling(ask.move) && staff.length > 0 && marketId === ask.marketId) {
    const said = ask.text ?? ask.reason;
    await insertRuling(tx, { marketId, version, kind: ask.move, said, at: now });
  }
  await record(tx, [{ kind: 'event.moved', marketId, eventId, move: ask.move, state }]);
  // Of what the clock does only a result that it proposes is somebody's word.
  if (ask.by.kind === 'person' || (ask.by.kind === 'clock' && ask.result === undefined)) return;
  const actor = ask.by.kind === 'clock' ? ({ actorId: null, role: 'SYSTEM' } as const) : actorOf(ask.by);
  await parts.audit.write(tx, {
    ...actor,
    action: `event.${ask.move}`,
    objectType: 'event_market',
    objectId: marketId,
    reason: ask.reason,
    before: { state: before.state },
    after: { state },
  });
}

/** The rule against a move now; null: none. */
export async function moveFault(
  { clock, bookFacts, config }: MoveParts,
  db: Queryable,
  { market, move, by }: { readonly market: MarketNow; readonly move: EventMove; readonly by: Mover },
): Promise<MoveFault | null> {
  if (eventAfter(market.state, move) === null) return 'state';
  if (move === 'submit' && draftFaults(market.terms, clock.now()).length > 0) return 'unfinished';
  if (move === 'approve' && market.terms.cutOffAt <= clock.now()) return 'unfinished';
  if (move === 'resume' && market.terms.cutOffAt <= clock.now()) return 'state';
  const left = market.terms.cutOffAt - clock.now();
  if ((move === 'clarify' || move === 'split') && left < waitMs(LEAST_EXIT_MS, config.waits)) return 'too-late';
  if (move === 'challenge' && market.wasDisputed) return 'decided-once';
  const books = Object.values(await booksOf(db, market.id));
  if (['propose', 'confirm', 'resolve'].includes(move)) {
    const states = await bookFacts.statesOf(db, books);
    if (states.some(({ status }) => status === 'OPEN' || status === 'PAUSED' || status === 'SCHEDULED'))
      return 'tradable';
  }
  const { notBy, noPosition } = HANDS[move];
  // Of a market that was paid nobody holds shares any more.
  const held = move === 'correct' ? bookFacts.wasPaid : bookFacts.holds;
  const other = notBy === undefined ? null : await lastBy(db, market.id, notBy);
  for (const { userId, role } of handsOf(by, move)) {
    const holds = noPosition === true && (await held(db, books, userId));
    const fault = handFault(move, { role, userId, other, holds });
    if (fault !== null) return fault;
  }
  return move === 'correct' ? correctable(db, market, { now: clock.now(), config }) : null;
}

/** Whose hands make the move. The roles of those who approved were asked for by the request. */
function handsOf(by: Mover, move: EventMove): readonly { readonly userId: string; readonly role: StaffRole | null }[] {
  if (by.kind === 'staff') return [{ userId: by.userId, role: by.role as StaffRole }];
  if (by.kind !== 'approved') return [];
  return staffOf(by).map((userId) => ({ userId, role: HANDS[move].roles[0] ?? null }));
}

function staffOf(by: Mover): readonly string[] {
  if (by.kind === 'staff') return [by.userId];
  return by.kind === 'approved' ? [by.maker, ...by.checkers] : [];
}

/** How each market would end by what is asked of one of them. */
export async function endsOf(
  parts: Pick<MoveParts, 'bookFacts'>,
  db: Queryable,
  of: {
    readonly ask: Pick<Ask, 'result' | 'why' | 'marketId'>;
    readonly markets: readonly MarketNow[];
    readonly now: number;
  },
): Promise<readonly Changed[]> {
  const { ask, markets } = of;
  if (ask.result === undefined) return voidsOf(parts, db, of);
  return resultsOf(ask.result, { markets, of: ask.marketId }) ?? [];
}

async function voidsOf(
  parts: Pick<MoveParts, 'bookFacts'>,
  db: Queryable,
  {
    ask,
    markets,
    now,
  }: { readonly ask: Pick<Ask, 'why'>; readonly markets: readonly MarketNow[]; readonly now: number },
): Promise<readonly Changed[]> {
  const ids = markets.map(({ id }) => id);
  const values = await voidValuesOf(parts, db, { ids, at: markets[0]?.factAt ?? now });
  const voided = { result: 'VOID', won: null, tieValue: null, voidReason: ask.why ?? 'CANCELLED' } as const;
  return values.map(({ real, demo }) => ({ ...voided, voidReal: real, voidDemo: demo }));
}

export type Changed = Partial<Omit<MarketNow, 'id' | 'eventId' | 'state' | 'version' | 'terms'>>;

/** What the move changes of each market, in their places. */
async function changesOf(
  parts: MoveParts,
  tx: PoolClient,
  { ask, markets, now }: { readonly ask: Ask; readonly markets: readonly MarketNow[]; readonly now: number },
): Promise<readonly Changed[]> {
  const all = (changed: Changed) => markets.map(() => changed);
  const results = () => resultsOf(ask.result, { markets, of: ask.marketId }) ?? [];
  switch (ask.move) {
    case 'approve': {
      const titles = markets.map(({ terms }) => terms.title);
      return markets.map(({ id, terms }) => {
        const rulesDoc = canonicalJson(eventRules(id, terms, titles));
        return { opensAt: now, rulesDoc, rulesHash: createHash('sha256').update(rulesDoc).digest() };
      });
    }
    case 'clarify':
      return clarify(parts, tx, { markets, text: ask.text ?? '', now });
    case 'propose':
      return results();
    case 'decide': {
      const challengeUntil = now + (await challengeSpan(parts, tx, markets));
      return results().map((result) => ({ ...result, challengeUntil }));
    }
    case 'correct':
      return correct(tx, { markets, ends: await endsOf(parts, tx, { ask, markets, now }), at: now });
    case 'reject':
      return all({ result: null, won: null, tieValue: null, factAt: null });
    case 'confirm':
      return all({ challengeUntil: now + (ask.challengeMs ?? (await challengeSpan(parts, tx, markets))) });
    case 'challenge':
      return all({ wasDisputed: true });
    case 'pay':
      return all({ paidAt: now });
    case 'void':
      return voidsOf(parts, tx, { ask, markets, now });
    // Saved by itself: what comes out of an outcome is there only then.
    case 'split':
    case 'submit':
    case 'send_back':
    case 'pause':
    case 'resume':
    case 'close':
    case 'resolve':
      return all({});
  }
}

/** How each market ends by a result that was said of one; null: it does not say which of several outcomes came true. */
function resultsOf(
  result: ProposedResult | undefined,
  { markets, of }: { readonly markets: readonly MarketNow[]; readonly of: string },
): readonly Changed[] | null {
  if (result === undefined) throw new Error('a result is proposed without one');
  const { outcome, factAt, level = [] } = result;
  if (markets.length === 1) {
    const won = outcome === 'TIE' ? null : outcome === 'YES' ? 0 : 1;
    return [{ result: won === null ? 'TIE' : 'WON', won, tieValue: null, factAt }];
  }
  if (outcome === 'YES')
    return markets.map(({ id }) => ({ result: 'WON', won: id === of ? 0 : 1, tieValue: null, factAt }));
  const places = new Set(level.map((no) => no - 1));
  if (outcome === 'NO' || places.size < 2 || [...places].some((place) => markets[place] === undefined)) return null;
  return deadHeat(markets.length, [...places]).map((tieValue) => ({ result: 'TIE', won: null, tieValue, factAt }));
}

async function challengeSpan(
  { config, bookFacts }: MoveParts,
  tx: Queryable,
  markets: readonly MarketNow[],
): Promise<number> {
  let pool = usdt(0n);
  for (const { id } of markets) pool = add(pool, await bookFacts.poolOf(tx, (await booksOf(tx, id)).real!));
  return waitMs(challengeMs(pool), config.waits);
}
