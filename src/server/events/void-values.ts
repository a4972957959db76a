import { eventVoidValue, pricesAfterCuts } from '#domain/events/void-value.ts';
import { scaleToWhole } from '#domain/trading/orders/linked.ts';
import type { Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';
import type { BookFacts } from './books.ts';
import type { VoidPreview } from './contract.ts';
import { booksOf, linkedMarkets } from './store.ts';
import { pricesBefore, type PriceBefore } from './store-splits.ts';

interface VoidParts {
  readonly bookFacts: BookFacts;
}

/** What a share of YES pays in each realm if the market is void by a fact of `at` (ms), thousandths. */
export async function voidValues(
  parts: VoidParts,
  db: Queryable,
  { marketId, at }: { readonly marketId: string; readonly at: number },
): Promise<VoidPreview> {
  const ids = await linkedMarkets(db, marketId);
  return (await voidValuesOf(parts, db, { ids, at }))[ids.indexOf(marketId)]!;
}

/** Of all outcomes of an event: together they pay exactly 1.000. */
export async function voidValuesOf(
  { bookFacts }: VoidParts,
  db: Queryable,
  { ids, at }: { readonly ids: readonly string[]; readonly at: number },
): Promise<readonly VoidPreview[]> {
  const cuts = await pricesBefore(db, ids);
  const splits =
    cuts.length === 0 ? [] : await bookFacts.splitsAt(db, [...new Set(cuts.map(({ splitId }) => splitId))]);
  const fillsOf = async (id: string, realm: Realm) => {
    const book = (await booksOf(db, id))[realm];
    return book === undefined ? [] : bookFacts.pricesOf(db, book);
  };
  const valueOf = async (id: string, realm: Realm) => {
    const timed = cuts.flatMap((cut) => {
      const made = splits.find((one) => one.id === cut.splitId && one.realm === realm);
      return made === undefined ? [] : [{ ...cut, at: made.at }];
    });
    const from = timed.find(({ marketId, of }) => marketId === id && of !== id);
    const before = from === undefined ? [] : await fillsOf(from.of, realm);
    const fills = [
      ...pricesAfterCuts(
        before.filter(({ t }) => t <= (from?.at ?? 0)),
        cutsBefore(timed, from),
      ),
      ...pricesAfterCuts(await fillsOf(id, realm), cutsOf(timed, id)),
    ];
    // Nothing was traded: no outcome is likelier than another.
    return fills.length === 0 && ids.length > 1 ? Math.round(1_000 / ids.length) : eventVoidValue(fills, at);
  };
  const values = { real: [] as number[], demo: [] as number[] };
  // One after the other: inside a transaction all ask one connection.
  for (const id of ids) {
    values.real.push(await valueOf(id, 'real'));
    values.demo.push(await valueOf(id, 'demo'));
  }
  const [real, demo] = [values.real, values.demo].map((one) => (ids.length > 1 ? scaleToWhole(one) : one));
  return ids.map((_, place) => ({ real: real![place]!, demo: demo![place]! }));
}

type TimedCut = PriceBefore & { readonly at: number };

/** What was left to the rest by each time that it was split. */
const cutsOf = (cuts: readonly TimedCut[], id: string) =>
  cuts.filter(({ marketId, of }) => marketId === id && of === id);

/** Of an outcome that came out of the rest: what was left to that by the times before, and its own part. */
const cutsBefore = (cuts: readonly TimedCut[], from: TimedCut | undefined) =>
  from === undefined ? [] : [...cutsOf(cuts, from.of).filter(({ at }) => at < from.at), from];
