import { toDecimal, usdt, add, type Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Realm } from '#domain/realm.ts';
import type { EventVoidReason } from '#domain/events/life.ts';
import type { MoveFault, ProposedResult } from './contract.ts';
import { bookEnd, isSame } from './correct.ts';
import { endsOf, type MoveParts } from './moves.ts';
import { booksOf, linkedMarkets, findMarket, type MarketNow } from './store.ts';
import type { MarketEnd } from './store-event-corrections.ts';

/** Another result of a market, or that it is void. */
export interface CorrectionAsked {
  readonly marketId: string;
  readonly result?: ProposedResult;
  readonly why?: EventVoidReason;
}

interface Plan {
  readonly markets: readonly MarketNow[];
  readonly ends: readonly Partial<MarketEnd>[];
}

/** What a correction would do in a realm now, 10^-6. */
export interface CorrectionSums {
  readonly people: number;
  readonly paid: Usdt;
  readonly taken: Usdt;
  readonly borne: Usdt;
  readonly maker: Usdt;
}

async function planOf(parts: MoveParts, db: Queryable, ask: CorrectionAsked): Promise<Plan> {
  const markets: MarketNow[] = [];
  // One after the other: inside a transaction all ask one connection.
  for (const id of await linkedMarkets(db, ask.marketId)) {
    const market = await findMarket(db, id);
    if (market !== null) markets.push(market);
  }
  return { markets, ends: await endsOf(parts, db, { ask, markets, now: parts.clock.now() }) };
}

/** The rule against what is asked for, besides those of the move itself; null: none. */
export async function correctionFault(
  parts: MoveParts,
  db: Queryable,
  ask: CorrectionAsked,
): Promise<MoveFault | null> {
  const { markets, ends } = await planOf(parts, db, ask);
  if (ends.length === 0) return 'linked';
  if (isSame(markets, ends)) return 'same-result';
  return ask.result !== undefined && ask.result.factAt > parts.clock.now() ? 'ahead' : null;
}

/** The dry run: moves nothing. */
export async function tryCorrection(
  parts: MoveParts,
  db: Queryable,
  ask: CorrectionAsked,
): Promise<Readonly<Record<Realm, CorrectionSums>>> {
  const { markets, ends } = await planOf(parts, db, ask);
  return {
    real: await tryRealm(parts, db, { markets, ends, realm: 'real' }),
    demo: await tryRealm(parts, db, { markets, ends, realm: 'demo' }),
  };
}

async function tryRealm(
  { bookFacts }: MoveParts,
  db: Queryable,
  { markets, ends, realm }: Plan & { readonly realm: Realm },
): Promise<CorrectionSums> {
  const books: Parameters<MoveParts['bookFacts']['previewCorrection']>[1]['books'][number][] = [];
  for (const [place, market] of markets.entries()) {
    const id = (await booksOf(db, market.id))[realm];
    if (id !== undefined) books.push({ id, was: bookEnd(market, realm), is: bookEnd(ends[place] ?? {}, realm) });
  }
  return bookFacts.previewCorrection(db, { realm, books });
}

const NAMES: Readonly<Record<Realm, string>> = { real: 'real money', demo: 'practice' };

/** What a correction does whatever people have now, for whoever approves it. */
export async function correctionHolds(
  parts: MoveParts,
  db: Queryable,
  ask: CorrectionAsked,
): Promise<Readonly<Record<string, string>>> {
  const sums = await tryCorrection(parts, db, ask);
  return Object.fromEntries(
    (['real', 'demo'] as const).flatMap((realm) => {
      const { people, paid, taken, borne } = sums[realm];
      return [
        [`people, ${NAMES[realm]}`, String(people)],
        [`to be paid, ${NAMES[realm]}`, toDecimal(paid)],
        [`to be given back, ${NAMES[realm]}`, toDecimal(add(taken, borne > 0n ? borne : usdt(0n)))],
      ];
    }),
  );
}
