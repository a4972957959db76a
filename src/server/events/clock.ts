import type { Pool } from 'pg';
import type { EventMove, EventState } from '#domain/events/life.ts';
import { transaction } from '#server/db/index.ts';
import { moveMarket, type MoveParts } from './moves.ts';
import { booksOf, findMarket, lastMoveAt, linkedMarkets, listDue, markPaid, type MarketNow } from './store.ts';

/** How often the clock of events looks, ms. */
export const EVENT_CLOCK_MS = 1_000;

/** By then every engine has seen what became of a market, ms. */
const SEEN_MS = 10_000;

/**
 * What time and engine do: markets close at their cut-off, a result stands when its challenge is over, and a market whose books were all paid
 * out is PAID. Each market in a transaction of its own; done twice it does nothing.
 */
export async function runClock(parts: MoveParts & { readonly db: Pool }): Promise<void> {
  const { db, clock } = parts;
  for (const marketId of await listDue(db, clock.now())) {
    const market = await findMarket(db, marketId);
    if (market !== null) await dueOf(parts, market);
  }
}

const MOVES: Readonly<Partial<Record<EventState, readonly [move: EventMove, reason: string]>>> = {
  OPEN: ['close', 'cut-off'],
  PAUSED: ['close', 'cut-off'],
  CHALLENGE: ['resolve', 'nobody challenged it'],
  RESOLVED: ['pay', 'every holder is paid'],
};

async function dueOf(parts: MoveParts & { readonly db: Pool }, market: MarketNow): Promise<void> {
  const { db, clock, bookFacts } = parts;
  const { id: marketId, state } = market;
  if (state === 'CORRECTED') return correctedOf(parts, market);
  if (state === 'RESOLVED' || state === 'VOIDED') {
    // Outcomes of one event are paid together.
    const ids = await linkedMarkets(db, marketId);
    const books = (await Promise.all(ids.map((id) => booksOf(db, id)))).flatMap((of) => Object.values(of));
    if ((await bookFacts.statesOf(db, books)).some(({ isOver }) => !isOver)) return;
    // An engine that did not see the void at once may have taken an order: it is undone too.
    if (state === 'VOIDED' && clock.now() - (await lastMoveAt(db, marketId)) < SEEN_MS) return;
    if (state === 'VOIDED') return transaction(db, (tx) => markPaid(tx, marketId, clock.now()));
  }
  const due = MOVES[state];
  if (due === undefined) return;
  const [move, reason] = due;
  await transaction(db, (tx) => moveMarket(parts, tx, { marketId, move, by: { kind: 'clock' }, reason }));
}

/** A correction is over when everybody has what is theirs. */
async function correctedOf(
  { db, clock, bookFacts }: MoveParts & { readonly db: Pool },
  { id }: MarketNow,
): Promise<void> {
  const books = Object.values(await booksOf(db, id));
  if (await bookFacts.areCorrected(db, books)) await transaction(db, (tx) => markPaid(tx, id, clock.now()));
}
