import type { KnownSums } from '../rounds/stream-ends.ts';
import type { RoundTimes } from '../rounds/windows.ts';
import { normalBelow, normalDensity } from './normal.ts';

export interface RoundMoment {
  readonly times: RoundTimes;
  /** The last price, units of 10^-scale. */
  readonly price: number;
  /** What has passed, and the moment that is now. */
  readonly known: KnownSums;
  /** Standard deviation of the log return of one second. */
  readonly sigma: number;
}

/** What an UP share is worth, and how it moves. */
export interface Fair {
  /** P(A(end) > A(start)), ties left out, 0..1. */
  readonly up: number;
  /** Change of `up` when the price moves by one standard deviation of a second. */
  readonly perSecond: number;
  /** Change of `up` when sigma is wrong by a factor of e. */
  readonly perLogSigma: number;
}

/**
 * Fair value of an UP share: a digital on the difference of two averages of one price path (an Asian digital with a floating strike).
 * The price is taken as a Brownian motion without drift (Bachelier), which over a round differs from the log-normal one by less than a
 * quoting step. The average of a motion is normal, so with m and s the mean and deviation of A(end)/w - A(start)/w given the past,
 * P = N(m/s). Integrals of Brownian motion: Var of (1/w) times the integral over [0, u] = u^3 / 3 w^2, Cov with a later point or average
 * = u^2 / 2 w (Shreve, Stochastic Calculus for Finance II, 4.7 and 7.5; Kemna and Vorst 1990 for averages in general).
 */
export function fairOf(moment: RoundMoment): Fair {
  const { mean, seconds } = differenceOf(moment);
  const perSqrtSecond = moment.price * moment.sigma;
  const deviation = perSqrtSecond * Math.sqrt(seconds);
  if (deviation <= 0) return { up: mean > 0 ? 1 : mean < 0 ? 0 : 0.5, perSecond: 0, perLogSigma: 0 };
  const d = mean / deviation;
  const density = normalDensity(d);
  return {
    up: normalBelow(d),
    perSecond: (density * slopeOf(moment) * perSqrtSecond) / deviation,
    perLogSigma: density * Math.abs(d),
  };
}

/** Mean in price units, and variance in units of (price x sigma)^2 x seconds, of A(end)/w - A(start)/w. */
function differenceOf({ times, price, known }: RoundMoment): { mean: number; seconds: number } {
  const w = times.averagingMs;
  const { toStart, toClosing, toEnd } = aheadOf(times, known.at);
  // Means: what has passed counts as it was, the rest at the last price. Numbers are small after the price is taken off.
  const start = meanLess(known.start, { price, ms: w - toStart, over: w });
  const end = meanLess(known.end, { price, ms: w - (toEnd - toClosing), over: w });
  // Motion from now on: the end's average moves with `toClosing` and with w (or what is left of it); the start's with what is left of w.
  const left = toEnd - toClosing;
  const ofEnd = (left / w) ** 2 * (toClosing + left / 3);
  const ofStart = toStart ** 3 / (3 * w * w);
  const shared = toStart ** 2 / (2 * w);
  return { mean: end - start, seconds: (ofEnd + ofStart - 2 * shared) / 1_000 };
}

/** By how much the mean moves when the price moves by 1: both averages follow it as far as they lie ahead. */
function slopeOf({ times, known }: RoundMoment): number {
  const { toStart, toClosing, toEnd } = aheadOf(times, known.at);
  return Math.max(0, (toEnd - toClosing - toStart) / times.averagingMs);
}

/** Milliseconds ahead: of the opening window, until the closing window begins, until the end. */
function aheadOf(times: RoundTimes, now: number): { toStart: number; toClosing: number; toEnd: number } {
  // Before the opening window nothing is known, and only the distance to the closing one would differ: 0.5 either way.
  const from = Math.max(now, times.startMs - times.averagingMs);
  return {
    toStart: Math.max(0, times.startMs - from),
    toClosing: Math.max(0, times.closingAt - from),
    toEnd: Math.max(0, times.endMs - from),
  };
}

/** (sum - price x ms) / over: how far the passed part of an average lies from the last price. */
function meanLess(sum: bigint, { price, ms, over }: { price: number; ms: number; over: number }): number {
  return Number(sum - BigInt(price) * BigInt(ms)) / over;
}
