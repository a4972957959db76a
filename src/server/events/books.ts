import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import type { MarketResult } from '#domain/trading/orders/market.ts';
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
  /** Did somebody hold shares there when they were paid? */
  wasPaid(this: void, db: Queryable, books: readonly string[], userId: string): Promise<boolean>;
  /** Do all books that somebody has ordered on pay from one account for each realm? */
  shareOnePool(this: void, db: Queryable, books: readonly string[]): Promise<boolean>;
  /** When splits of an outcome came into the books of each realm (ms); of one that is not there yet nothing. */
  splitsAt(
    this: void,
    db: Queryable,
    splits: readonly string[],
  ): Promise<readonly { readonly id: string; readonly realm: Realm; readonly at: number }[]>;
  /** Is everybody of books paid by the result that they were corrected to? */
  areCorrected(this: void, db: Queryable, books: readonly string[]): Promise<boolean>;
  /** What it would do now to pay books that share a pool by other results, 10^-6. `taken`: what comes back; `borne`: what the house pays of it. */
  previewCorrection(
    this: void,
    db: Queryable,
    of: {
      readonly realm: Realm;
      readonly books: readonly { readonly id: string; readonly was: MarketResult; readonly is: MarketResult }[];
    },
  ): Promise<{
    readonly people: number;
    readonly paid: Usdt;
    readonly taken: Usdt;
    readonly borne: Usdt;
    readonly maker: Usdt;
  }>;
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
