import { profitOf, usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import { TICK_FLAGS } from '../prices/ticks/tick.ts';
import type { Tick } from '../prices/ticks/tick.ts';
import type { Direction, VoidReason } from './prediction.ts';

/** How long after T_x the tick that proves the exit may come, ms. */
export const EXIT_TIMEOUT_MS = 600_000;

/** Flags of x+1 that say that the feed was away over the expiry. */
const AWAY = TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;

export type ExitAnswer = 'settle' | 'STALE_EXIT';

/**
 * May the exit be `x` when `next` is the first tick after `expiresAt` (T_x)? `x` is then the last tick at or before T_x.
 * A source time older than S at T_x, or a gap, a resume or a break right after, voids: there is no backup price.
 */
export function judgeExit(expiresAt: number, ticks: { x: Tick; next: Tick; staleAfterMs: number }): ExitAnswer {
  if ((ticks.next.flags & AWAY) !== 0) return 'STALE_EXIT';
  return expiresAt - ticks.x.tSource > ticks.staleAfterMs ? 'STALE_EXIT' : 'settle';
}

export interface Terms {
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly payoutBps: number;
}

/** Result of a finished prediction. `credit` = what comes back to the person's cash, 10^-6. */
export type Verdict =
  | { readonly outcome: 'WIN' | 'LOSE' | 'TIE' | 'SOLD'; readonly credit: Usdt; readonly voidReason: null }
  | { readonly outcome: 'VOID'; readonly credit: Usdt; readonly voidReason: VoidReason };

/** UP wins iff the exit price is above the entry price, DOWN iff below; equal is a tie and returns the stake. Integers of 10^-scale. */
export function resultOf(terms: Terms, entryPrice: number, exitPrice: number): Verdict {
  if (exitPrice === entryPrice) return { outcome: 'TIE', credit: terms.stake, voidReason: null };
  const wentUp = exitPrice > entryPrice;
  if (wentUp !== (terms.direction === 'UP')) return { outcome: 'LOSE', credit: usdt(0n), voidReason: null };
  const credit = usdt(terms.stake + profitOf(terms.stake, terms.payoutBps));
  return { outcome: 'WIN', credit, voidReason: null };
}

/** The stake back, for a reason of the closed list. */
export function voidOf(terms: Terms, reason: VoidReason): Verdict {
  return { outcome: 'VOID', credit: terms.stake, voidReason: reason };
}
