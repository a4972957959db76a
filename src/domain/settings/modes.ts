/** What people can be kept from placing. */
export const PRODUCTS = ['quick', 'scheduled', 'rounds', 'events'] as const;
export type Product = (typeof PRODUCTS)[number];

/**
 * `open`: all goes on. The others take nothing new; cancels and sales are served in each. `cancel-only`: for a short while; `paused`: until
 * something is cleared; `maintenance`: work on the product.
 */
export const MODES = ['open', 'cancel-only', 'paused', 'maintenance'] as const;
export type Mode = (typeof MODES)[number];

/** A mode of a product; `pair` '': of all its pairs. */
export interface ModeRow {
  readonly product: Product;
  readonly pair: string;
  readonly mode: Mode;
  /** When it is planned to end, ms; null: nobody has said. */
  readonly until: number | null;
}

/** Why nothing new is taken. `until`: as in `ModeRow`. */
export interface Pause {
  readonly mode: Exclude<Mode, 'open'>;
  readonly until: number | null;
}

/** The same as what refuses; null: it is open. */
export function pauseOf({ mode, until }: ModeRow): Pause | null {
  return mode === 'open' ? null : { mode, until };
}

/** What holds for a pair in a product: that of all pairs where it is not open, else that of the pair. */
export function modeOf(rows: readonly ModeRow[], product: Product, pair: string): ModeRow {
  const of = (name: string) => rows.find((row) => row.product === product && row.pair === name);
  const [all, own] = [of(''), of(pair)];
  if (all !== undefined && all.mode !== 'open') return all;
  return own ?? { product, pair, mode: 'open', until: null };
}
