import { usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { SHARE_PRICES } from '../book/price-scale.ts';
import type { Quote } from '../orders/contract.ts';
import type { KnownSums } from '../rounds/stream-ends.ts';
import type { RoundTimes } from '../rounds/windows.ts';
import { fairOf } from './fair.ts';
import type { Fair } from './fair.ts';

/** The most that the house maker may lose in one market, 10^-6 (docs/rules/exchange.md#house-maker). That of an event is a setting. */
export const MAKER_LOSS_CAP = { round: usdt(100_000_000n) } as const;

/** What the house maker holds in a market: a position as the exchange keeps it, and what it has won or lost there for good, 10^-6. */
export interface MakerInventory {
  /** + UP, - DOWN. */
  readonly lots: number;
  /** Paid for what is held. */
  readonly cost: Usdt;
  readonly realised: Usdt;
}

export interface RoundQuoting {
  readonly times: RoundTimes;
  readonly now: number;
  /** Is the feed online and not stale? */
  readonly fresh: boolean;
  /** The last price, units of 10^-scale; null: none yet. */
  readonly price: number | null;
  /** null: an averaging window has a fault. */
  readonly known: KnownSums | null;
  /** Standard deviation of the log return of one second: `sigmaOf` over the time to the end. */
  readonly sigma: number;
  readonly inventory: MakerInventory;
  readonly lossCap: Usdt;
}

/** How the house maker quotes. Prices in shares of 1.00, sizes in lots of 0.01 share. */
export const MAKER_STYLE = {
  /** Least distance from the reservation price. */
  edge: 0.01,
  /** Seconds of price motion that somebody may know before us. */
  foresightSeconds: 0.5,
  /** By how much (as a factor less 1) our volatility may be wrong. */
  sigmaError: 0.1,
  /** The reservation price moves by this x p(1-p) x 4 when the inventory is `fullLots`. */
  skew: 0.04,
  fullLots: 10_000,
  /** Levels on a side: their distance from the first one, and size. */
  levels: [
    { away: 0, lots: 2_000 },
    { away: 0.01, lots: 3_000 },
    { away: 0.025, lots: 5_000 },
  ],
  lowest: 10,
  highest: 990,
  leastLots: 100,
} as const;

/** 10^-6 USDT that a lot pays when it is right. */
const LOT = 10_000n;

/**
 * The house maker's quotes of a round, bids from the best down and then asks from the best up. None before the round takes orders, on a
 * stale feed, and once the closing averaging window has begun. Whatever of them is filled, the loss in the worst case stays within the
 * cap. The reservation price leans against the inventory (Avellaneda and Stoikov, High-frequency trading in a limit order book, 2008).
 */
export function quoteRound(round: RoundQuoting): readonly Quote[] {
  const { times, now, price, known } = round;
  if (!round.fresh || price === null || known === null || now < times.opensAt) return [];
  if (now >= Math.min(times.closingAt, times.cutOffAt)) return [];
  const fair = fairOf({ times, price, known, sigma: round.sigma });
  const centre = fair.up - leanOf(fair, round.inventory.lots);
  const half = halfSpreadOf(fair);
  const { up, down } = worthOf(round.inventory);
  return [...ladder('bid', centre - half, round.lossCap + down), ...ladder('ask', centre + half, round.lossCap + up)];
}

/** Does the house maker quote a round with `funds` (10^-6)? All of one side costs less than the loss cap: what is quoted can be paid. */
export function canQuote(funds: Usdt): boolean {
  return funds >= MAKER_LOSS_CAP.round;
}

/** The maker's profit if UP wins and if DOWN wins, 10^-6. */
export function worthOf({ lots, cost, realised }: MakerInventory): { readonly up: bigint; readonly down: bigint } {
  const held = realised - cost;
  return { up: held + BigInt(Math.max(0, lots)) * LOT, down: held + BigInt(Math.max(0, -lots)) * LOT };
}

/** Distance of the best quotes from the reservation price: what somebody faster or better informed would take, and our own part. */
function halfSpreadOf(fair: Fair): number {
  const { edge, foresightSeconds, sigmaError } = MAKER_STYLE;
  return edge + fair.perSecond * Math.sqrt(foresightSeconds) + fair.perLogSigma * sigmaError;
}

function leanOf({ up }: Fair, lots: number): number {
  const { skew, fullLots } = MAKER_STYLE;
  return (skew * 4 * up * (1 - up) * lots) / fullLots;
}

/** Levels of one side from `best` outwards on the price steps, as far as the loss they could make fits into `budget` (10^-6). */
function ladder(side: Quote['side'], best: number, budget: bigint): Quote[] {
  const levels: Level[] = [];
  for (const { away, lots } of MAKER_STYLE.levels) {
    const price = side === 'bid' ? stepBelow(best - away) : stepAbove(best + away);
    if (price === null || price === levels.at(-1)?.price) continue;
    levels.push({ price, lots });
  }
  return affordable(side, levels, budget);
}

/** Of one side, thousandths and lots. */
export type Level = Omit<Quote, 'side'>;

/** Quotes of these levels, the best first, as far as the loss they could make fits into `budget` (10^-6). */
export function affordable(side: Quote['side'], levels: readonly Level[], budget: bigint): Quote[] {
  const quotes: Quote[] = [];
  let left = budget;
  for (const { price, lots } of levels) {
    const perLot = BigInt(side === 'bid' ? price : 1_000 - price) * 10n;
    const fits = left <= 0n ? 0n : left / perLot;
    const size = fits < BigInt(lots) ? Number(fits) : lots;
    if (size < MAKER_STYLE.leastLots) break;
    left -= perLot * BigInt(size);
    quotes.push({ side, price, lots: size });
  }
  return quotes;
}

/** The price step at or below `value` (1.00 = a share) in thousandths, at most the highest quoted; null below the lowest. */
function stepBelow(value: number): number | null {
  // The error of the normal distribution must not cost a step.
  const wanted = Math.min(MAKER_STYLE.highest, value * 1_000 + 1e-3);
  return wanted < MAKER_STYLE.lowest ? null : SHARE_PRICES.priceAt(SHARE_PRICES.levelAtMost(wanted));
}

/** The mirror of it: prices of a share and of its opposite lie on the same steps. */
function stepAbove(value: number): number | null {
  const mirrored = stepBelow(1 - value);
  return mirrored === null ? null : 1_000 - mirrored;
}
