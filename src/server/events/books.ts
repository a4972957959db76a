import type { Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

/** What events ask of whoever keeps their books, by the ids of these. */
export interface BookFacts {
  /** Those that somebody has ordered on; nobody holds anything of the others. */
  statesOf(
    this: void,
    db: Queryable,
    books: readonly string[],
  ): Promise<readonly { readonly id: string; readonly status: string; readonly isOver: boolean }[]>;
  /** Does somebody hold shares there, or have an order? */
  holds(this: void, db: Queryable, books: readonly string[], userId: string): Promise<boolean>;
  /** 1.00 for each set outstanding, 10^-6. */
  poolOf(this: void, db: Queryable, book: string): Promise<Usdt>;
  /** The price of YES at `at` (ms), thousandths, of each book that had a fill by then. */
  pricesAt(
    this: void,
    db: Queryable,
    books: readonly string[],
    at: number,
  ): Promise<readonly { readonly id: string; readonly price: number }[]>;
  /** Fills, oldest first: when (ms), and the price of YES in thousandths. */
  pricesOf(
    this: void,
    db: Queryable,
    book: string,
  ): Promise<readonly { readonly t: number; readonly priceMilli: number }[]>;
  /** Fills after `at` (ms), and their shares in lots. */
  fillsSince(
    this: void,
    db: Queryable,
    books: readonly string[],
    at: number,
  ): Promise<{ readonly fills: number; readonly lots: number }>;
  /** What the house maker holds of each book where it has traded: lots (+ YES, - NO), and its profit if YES and if NO wins, 10^-6. */
  makerOf(
    this: void,
    db: Queryable,
    books: readonly string[],
  ): Promise<readonly { readonly id: string; readonly lots: number; readonly ifYes: bigint; readonly ifNo: bigint }[]>;
}
