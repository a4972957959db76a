import { fromDecimal, toDecimal, usdt, type Usdt } from '#domain/money.ts';
import { plainNumber } from '#web/ui/typed-number.ts';

/** Preset stakes in whole units of the play currency (docs/rules/screens.md#ticket). */
export const AMOUNT_PRESETS: readonly Usdt[] = [5n, 10n, 25n, 50n, 100n].map((units) => usdt(units * 1_000_000n));

export interface StakeBounds {
  readonly min: Usdt;
  readonly max: Usdt;
}

/** Most decimals of an amount that is typed. */
export const AMOUNT_PLACES = 2;

/** Reads an amount as a person types it, of at most two decimals. null while the text is not an amount. */
export function parseAmount(text: string): Usdt | null {
  return fromDecimal(plainNumber(text) ?? '', AMOUNT_PLACES);
}

/** Text for the field: whole amounts without decimals, others with two. */
export function amountText(amount: Usdt): string {
  const text = toDecimal(amount, 2);
  return text.endsWith('.00') ? text.slice(0, -3) : text;
}

/** The next amount up or down: by presets, beyond the last preset by its size, always inside the bounds. */
export function stepAmount(amount: Usdt | null, step: 'up' | 'down', bounds: StakeBounds): Usdt {
  const from = amount ?? bounds.min;
  const last = AMOUNT_PRESETS.at(-1) ?? bounds.min;
  if (step === 'up') {
    const preset = AMOUNT_PRESETS.find((one) => one > from);
    return clampStake(preset ?? usdt((from / last + 1n) * last), bounds);
  }
  if (from > last) return clampStake(usdt(((from - 1n) / last) * last), bounds);
  const below = AMOUNT_PRESETS.findLast((one) => one < from);
  return clampStake(below ?? bounds.min, bounds);
}

function clampStake(amount: Usdt, { min, max }: StakeBounds): Usdt {
  if (amount < min) return min;
  return amount > max ? max : amount;
}

/** Bounds of a pair as they come on the wire (numbers of whole or two-decimal units). */
export function stakeBounds(pair: { readonly minStake: number; readonly maxStake: number }): StakeBounds {
  return { min: wireAmount(pair.minStake), max: wireAmount(pair.maxStake) };
}

/** A pair with the lower of its own highest stake and the one that the house takes of this person (exact decimal text). */
export function withinHouse<P extends { readonly maxStake: number }>(pair: P, predictionMax: string | null): P {
  const max = predictionMax === null ? Infinity : Number(predictionMax);
  return max < pair.maxStake ? { ...pair, maxStake: max } : pair;
}

/** What makes the largest stake smaller than usual: the lower bound of the two; null: nothing does. */
export function bindsStake(
  pair: { readonly maxStake: number; readonly degraded: boolean },
  predictionMax: string | null,
): 'house' | 'sources' | null {
  const house = predictionMax === null ? Infinity : Number(predictionMax);
  if (pair.degraded && house > pair.maxStake) return 'sources';
  return predictionMax === null ? null : 'house';
}

/** A wire number of at most six decimals as exact money. */
export function wireAmount(value: number): Usdt {
  return fromDecimal(value.toFixed(6), 6) ?? usdt(0n);
}

/** The largest whole amount that fits into what there is, as text; null when nothing does. */
export function wholeBelow(cash: Usdt | null): string | null {
  if (cash === null || cash < 1_000_000n) return null;
  return (cash / 1_000_000n).toString();
}
