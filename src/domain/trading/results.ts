import type { Usdt } from '../money.ts';

/** Won less lost of real money, 10^-6: of predictions that were settled and of shares that were given up. */
export interface Results {
  readonly playSession: Usdt;
  readonly day: Usdt;
  readonly week: Usdt;
  readonly month: Usdt;
  /** By day UTC, days without any left out. */
  readonly days: readonly { readonly day: string; readonly result: Usdt }[];
}
