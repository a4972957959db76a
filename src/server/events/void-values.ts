import { eventVoidValue } from '#domain/events/void-value.ts';
import { scaleToWhole } from '#domain/trading/orders/linked.ts';
import type { Queryable } from '#server/db/index.ts';
import type { BookFacts } from './books.ts';
import type { VoidPreview } from './contract.ts';
import { booksOf, linkedMarkets } from './store.ts';

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
  const valueOf = async (book: string | undefined) => {
    const fills = book === undefined ? [] : await bookFacts.pricesOf(db, book);
    // Nothing was traded: no outcome is likelier than another.
    return fills.length === 0 && ids.length > 1 ? Math.round(1_000 / ids.length) : eventVoidValue(fills, at);
  };
  const values = { real: [] as number[], demo: [] as number[] };
  // One after the other: inside a transaction all ask one connection.
  for (const id of ids) {
    const books = await booksOf(db, id);
    values.real.push(await valueOf(books.real));
    values.demo.push(await valueOf(books.demo));
  }
  const [real, demo] = [values.real, values.demo].map((one) => (ids.length > 1 ? scaleToWhole(one) : one));
  return ids.map((_, place) => ({ real: real![place]!, demo: demo![place]! }));
}
