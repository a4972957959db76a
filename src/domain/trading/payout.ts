/** Lowest and highest payout, bps (docs/rules/predictions.md#payout). */
export const PAYOUT_BAND = { min: 7_000, max: 9_500, step: 100 } as const;

/** How often payouts are worked out again, ms. */
export const PAYOUT_PERIOD_MS = 10_000;

/** Version of the formula below, named in the rules document. */
export const PAYOUT_FORMULA = 'base+d+v+c/1';

export interface PayoutInput {
  /** Base of the pair, bps. */
  readonly baseBps: number;
  readonly durationSec: number;
  /** Root mean squares of 1 s log returns; null while less than 1 h of ticks exists. */
  readonly volatility: { readonly rv5m: number; readonly rv24h: number } | null;
  /** UP share of the open real stake of the pair and duration, 0..1; 0.5 while there is little of it. */
  readonly upShare: number;
}

/** d of the formula: short durations pay less, 2 to 5 minutes more. */
export function durationBps(durationSec: number): number {
  if (durationSec < 60) return -300;
  if (durationSec < 120) return 0;
  if (durationSec <= 300) return 100;
  if (durationSec <= 3_600) return 0;
  return -200;
}

/** v of the formula: a lively market pays less. */
export function volatilityBps(volatility: PayoutInput['volatility']): number {
  if (volatility === null || volatility.rv5m <= 0 || volatility.rv24h <= 0) return 0;
  return -200 * clamp(Math.log2(volatility.rv5m / volatility.rv24h), 0, 2);
}

/** c of the formula: a one-sided crowd pays less. */
export function crowdBps(upShare: number): number {
  return (-300 * Math.max(0, Math.abs(upShare - 0.5) - 0.15)) / 0.35;
}

/** Payout of a pair and duration in bps, the same for UP and DOWN: clamp(base + d + v + c), rounded down to 100 (docs/rules/predictions.md#payout). */
export function payoutBps(input: PayoutInput): number {
  const sum =
    input.baseBps +
    durationBps(input.durationSec) +
    volatilityBps(input.volatility) +
    crowdBps(clamp(input.upShare, 0, 1));
  const { min, max, step } = PAYOUT_BAND;
  // A sum that is whole in exact arithmetic must not lose a step to binary fractions.
  return Math.floor((clamp(sum, min, max) + 1e-6) / step) * step;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
