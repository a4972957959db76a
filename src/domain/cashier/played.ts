import { usdt, type Usdt } from '../money.ts';
import type { Outcome } from '../trading/prediction.ts';

/** What must be played before it may leave, 10^-6: every deposit once (docs/rules/cashier.md#played-balance). */
export interface PlayedBalance {
  /** All deposits, without those that were lost to the last cent. */
  readonly required: Usdt;
  /** Counted stakes that have been settled. */
  readonly played: Usdt;
}

const ZERO = usdt(0n);

/** What is still to be played, 10^-6. */
export function leftToPlay({ required, played }: PlayedBalance): Usdt {
  return played >= required ? ZERO : usdt(required - played);
}

/** What of the cash may leave, 10^-6. */
export function freeToLeave(cash: Usdt, balance: PlayedBalance): Usdt {
  const left = leftToPlay(balance);
  return cash <= left ? ZERO : usdt(cash - left);
}

/** What a settled prediction counts, 10^-6: its stake where it was won or lost. */
export function countedStake(ended: { readonly outcome: Outcome; readonly stake: Usdt }): Usdt {
  return ended.outcome === 'WIN' || ended.outcome === 'LOSE' ? ended.stake : ZERO;
}

/** Shares count between these prices, 10^-6 a share: further out there is hardly anything at stake. */
const LEAST_PRICE = 200_000n;
const MOST_PRICE = 800_000n;
/** Lots of one share. */
const LOTS = 100n;

/** What shares count that were held to the end of a round with a result, 10^-6. `lots`: hundredths of a share, of either sign. */
export function countedShares(held: { readonly won: boolean; readonly lots: number; readonly cost: Usdt }): Usdt {
  const lots = BigInt(Math.abs(held.lots));
  if (!held.won || lots === 0n || held.cost <= 0n) return ZERO;
  const priceOfLots = held.cost * LOTS;
  const counts = priceOfLots >= LEAST_PRICE * lots && priceOfLots <= MOST_PRICE * lots;
  return counts ? held.cost : ZERO;
}

/** Below this the person has nothing left: what they lost needs no more play, 10^-6. */
const NOTHING_LEFT = 10_000n;

/** Does what must be played begin anew? `left`: all that is theirs, also what is held of a payment and what their shares cost. */
export function beginsAnew(left: Usdt): boolean {
  return left < NOTHING_LEFT;
}
