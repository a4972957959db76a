import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import {
  challengeMs,
  eventAfter,
  handFault,
  HANDS,
  type EventMove,
  type EventState,
  type EventVoidReason,
} from '#domain/events/life.ts';
import { draftFaults, eventRules } from '#domain/events/terms.ts';
import { eventVoidValue } from '#domain/events/void-value.ts';
import type { StaffRole } from '#domain/office/permissions.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type Staff } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { MoveFault, ProposedResult, VoidPreview } from './contract.ts';
import {
  booksOf,
  insertBooks,
  insertChallenge,
  insertEvidence,
  lastBy,
  lockMarket,
  saveMove,
  type MarketNow,
} from './store.ts';
import type { BookFacts } from './books.ts';

export interface MoveParts {
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
  /** Of a void. */
  readonly why?: EventVoidReason;
  /** How long the result can be challenged, of samples: by the rule unless said. */
  readonly challengeMs?: number;
}

/**
 * Makes one move of a market in the caller's transaction: the market, its row of moves, the audit log and the fact together, or nothing. The
 * answer is its new state, or the rule against it.
 */
export async function moveMarket(parts: MoveParts, tx: PoolClient, ask: Ask): Promise<MoveFault | EventState> {
  const before = await lockMarket(tx, ask.marketId);
  if (before === null) return 'no-market';
  const fault = await moveFault(parts, tx, { market: before, move: ask.move, by: ask.by });
  if (fault !== null) return fault;
  const state = eventAfter(before.state, ask.move)!;
  const now = parts.clock.now();
  const changed = await changesOf(parts, tx, { ask, market: before, now });
  const market = { ...before, ...changed, state, version: before.version + 1 };
  const staff = staffOf(ask.by);
  if (ask.move === 'approve') await insertBooks(tx, market.id, { real: randomUUID(), demo: randomUUID() });
  await saveMove(tx, { market, move: ask.move, from: before.state, staff, at: now, reason: ask.reason });
  const { id: marketId, version, eventId } = market;
  if (ask.result !== undefined) await insertEvidence(tx, { marketId, version, ...ask.result });
  if (ask.by.kind === 'person') {
    const { userId, text } = ask.by;
    await insertChallenge(tx, { marketId, version, userId, text, at: now });
  }
  await record(tx, [{ kind: 'event.moved', marketId, eventId, move: ask.move, state }]);
  if (ask.by.kind === 'staff' || ask.by.kind === 'approved') {
    await parts.audit.write(tx, {
      ...actorOf(ask.by),
      action: `event.${ask.move}`,
      objectType: 'event_market',
      objectId: marketId,
      reason: ask.reason,
      before: { state: before.state },
      after: { state },
    });
  }
  return state;
}

/** The rule against a move now; null: none. */
export async function moveFault(
  { clock, bookFacts }: MoveParts,
  db: Queryable,
  { market, move, by }: { readonly market: MarketNow; readonly move: EventMove; readonly by: Mover },
): Promise<MoveFault | null> {
  if (eventAfter(market.state, move) === null) return 'state';
  if (move === 'submit' && draftFaults(market.terms, clock.now()).length > 0) return 'unfinished';
  if (move === 'approve' && market.terms.cutOffAt <= clock.now()) return 'unfinished';
  if (move === 'resume' && market.terms.cutOffAt <= clock.now()) return 'state';
  if (move === 'challenge' && market.wasDisputed) return 'decided-once';
  const books = Object.values(await booksOf(db, market.id));
  if (['propose', 'confirm', 'resolve'].includes(move)) {
    const states = await bookFacts.statesOf(db, books);
    if (states.some(({ status }) => status === 'OPEN' || status === 'PAUSED' || status === 'SCHEDULED'))
      return 'tradable';
  }
  const { notBy, noPosition } = HANDS[move];
  const other = notBy === undefined ? null : await lastBy(db, market.id, notBy);
  for (const { userId, role } of handsOf(by, move)) {
    const holds = noPosition === true && (await bookFacts.holds(db, books, userId));
    const fault = handFault(move, { role, userId, other, holds });
    if (fault !== null) return fault;
  }
  return null;
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

type Changed = Partial<Omit<MarketNow, 'id' | 'eventId' | 'state' | 'version' | 'terms'>>;

async function changesOf(
  parts: MoveParts,
  tx: PoolClient,
  { ask, market, now }: { readonly ask: Ask; readonly market: MarketNow; readonly now: number },
): Promise<Changed> {
  switch (ask.move) {
    case 'approve': {
      const rulesDoc = canonicalJson(eventRules(market.id, market.terms));
      return { opensAt: now, rulesDoc, rulesHash: createHash('sha256').update(rulesDoc).digest() };
    }
    case 'propose':
      return resultOf(ask);
    case 'decide':
      return { ...resultOf(ask), challengeUntil: now + (await challengeSpan(parts, tx, market)) };
    case 'reject':
      return { result: null, won: null, factAt: null };
    case 'confirm':
      return { challengeUntil: now + (ask.challengeMs ?? (await challengeSpan(parts, tx, market))) };
    case 'challenge':
      return { wasDisputed: true };
    case 'pay':
      return { paidAt: now };
    case 'void': {
      const { real, demo } = await voidValues(parts, tx, { marketId: market.id, at: market.factAt ?? now });
      return { result: 'VOID', won: null, voidReal: real, voidDemo: demo, voidReason: ask.why ?? 'CANCELLED' };
    }
    case 'submit':
    case 'send_back':
    case 'pause':
    case 'resume':
    case 'close':
    case 'resolve':
      return {};
  }
}

function resultOf({ result }: Ask): Changed {
  if (result === undefined) throw new Error('a result is proposed without one');
  const { outcome, factAt } = result;
  if (outcome === 'TIE') return { result: 'TIE', won: null, factAt };
  return { result: 'WON', won: outcome === 'YES' ? 0 : 1, factAt };
}

async function challengeSpan({ bookFacts }: MoveParts, tx: Queryable, { id }: MarketNow): Promise<number> {
  const { real } = await booksOf(tx, id);
  return challengeMs(await bookFacts.poolOf(tx, real!));
}

/** What a share of YES pays in each realm if the market is void by a fact of `at` (ms), thousandths. */
export async function voidValues(
  { bookFacts }: Pick<MoveParts, 'bookFacts'>,
  db: Queryable,
  { marketId, at }: { readonly marketId: string; readonly at: number },
): Promise<VoidPreview> {
  const books = await booksOf(db, marketId);
  const valueOf = async (book: string | undefined) =>
    eventVoidValue(book === undefined ? [] : await bookFacts.pricesOf(db, book), at);
  return { real: await valueOf(books.real), demo: await valueOf(books.demo) };
}
