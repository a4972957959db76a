import { add, mulDivFloor, profitOf } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { SIGMA_FORMULA, sigmaOf } from '../maker/sigma.ts';
import type { VolatilityView } from '../maker/sigma.ts';
import type { Direction } from '../prediction.ts';
import { normalBelowNano, rootFloor } from './normal-integer.ts';

/** Bps of the fair value that the house keeps: at the entry, and when a fifth of the duration is left. */
const SPREAD_BPS = { early: 200n, late: 500n } as const;

/** What a sale is priced from. */
export interface SaleTerms {
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly payoutBps: number;
  readonly durationMs: number;
  /** T_x, ms. */
  readonly expiresAt: number;
  /** Integer of 10^-scale. */
  readonly entryPrice: number;
}

/** The tick that prices it. */
export interface SaleTick {
  readonly t: number;
  readonly price: number;
}

export interface SaleValue {
  /** (stake + profit) x P(right), 10^-6. */
  readonly fair: Usdt;
  /** What the person gets: fair less the spread, 10^-6. */
  readonly credit: Usdt;
}

/** The formula as the rules document states it; a verifier follows it to the last digit. */
export const SALE_FORMULA =
  'z=d*(p_s-p_e)*10^30/(p_e*sigma*isqrt(ms_left*10^15)), sigma in 10^-12, d=1 UP, -1 DOWN; P=normal(z*10^-9) in 10^-9; ' +
  'fair=floor((stake+profit)*P/10^9); spread_bps=200+floor(300*min(1,(duration-left)/(0.8*duration))); credit=floor(fair*(10000-spread_bps)/10000)';

/** A market that stands still has a price too: the least share per root second that sales take. */
const LEAST_SIGMA = 1e-7;
/** A sale is priced over this much time at least, ms. */
const LEAST_LEFT_MS = 1;

/** Where sigma comes from, as the rules document states it: it is fixed at the request and stands in the receipt. */
export const SALE_SIGMA_FORMULA =
  `${SIGMA_FORMULA}; taken at t_sell with ms_left=max(${LEAST_LEFT_MS},T_x-t_sell), in binary64; ` +
  `sigma in 10^-12=floor(max(${LEAST_SIGMA},sigma)*10^12+0.5)`;

/**
 * Value of a quick prediction before its expiry: that of a digital paying stake and profit, the price moving as a Brownian motion of
 * `sigma` (10^-12 per root second, a share of the entry price) without drift: Bachelier's model; Haug, The Complete Guide to Option Pricing
 * Formulas, 1.3.1 and 4.19. Entry <= `tick.t` <= T_x. Throws on a price or a sigma that is not positive.
 */
export function saleValue(terms: SaleTerms, tick: SaleTick, sigma: bigint): SaleValue {
  if (terms.entryPrice <= 0 || sigma <= 0n) throw new Error(`a sale at price ${terms.entryPrice} with sigma ${sigma}`);
  const left = BigInt(terms.expiresAt - tick.t);
  if (left < 0n) throw new Error('a sale after the expiry');
  const moved = BigInt(tick.price - terms.entryPrice) * (terms.direction === 'UP' ? 1n : -1n);
  const right = chance(moved, { entry: BigInt(terms.entryPrice), sigma, left });
  const whole = add(terms.stake, profitOf(terms.stake, terms.payoutBps));
  const fair = mulDivFloor(whole, right, 10n ** 9n);
  return { fair, credit: mulDivFloor(fair, 10_000n - spreadBps(BigInt(terms.durationMs), left), 10_000n) };
}

/** P(right) in 10^-9; with no time left it is decided (a price that stands is no profit). */
function chance(moved: bigint, at: { entry: bigint; sigma: bigint; left: bigint }): bigint {
  const root = rootFloor(at.left * 10n ** 15n);
  if (root === 0n) return moved > 0n ? 10n ** 9n : 0n;
  return normalBelowNano((moved * 10n ** 30n) / (at.entry * at.sigma * root));
}

/** 2 % at the entry, rising in a straight line to 5 % when a fifth of the duration is left (docs/rules/predictions.md#early-sale). */
function spreadBps(duration: bigint, left: bigint): bigint {
  const most = SPREAD_BPS.late - SPREAD_BPS.early;
  const rise = (most * 5n * (duration - left)) / (4n * duration);
  return SPREAD_BPS.early + (rise > most ? most : rise);
}

/** The volatility of a sale that is asked for `leftMs` before the expiry: `SALE_SIGMA_FORMULA`, 10^-12 per root second. */
export function sigmaForSale(view: VolatilityView, leftMs: number): bigint {
  return saleSigma(sigmaOf(view, Math.max(LEAST_LEFT_MS, leftMs)));
}

/** A volatility (share per root second) as sales take it: 10^-12. */
export function saleSigma(perRootSecond: number): bigint {
  return BigInt(Math.round(Math.max(LEAST_SIGMA, perRootSecond) * 1e12));
}

/** Decimal text of a sigma in 10^-12. */
export function sigmaText(sigma: bigint): string {
  const digits = sigma.toString().padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`;
}
