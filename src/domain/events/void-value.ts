import { HOUR_MS } from '../time.ts';

/** A fill: when, at which price of YES in thousandths. */
export interface TimedPrice {
  readonly t: number;
  readonly priceMilli: number;
}

/** When an outcome was split, and what part of its price this one has of then, thousandths. */
export interface PriceCut {
  readonly at: number;
  readonly part: number;
}

/** Prices of before a split as they are after it: what an outcome was worth is divided as its chance was (docs/rules/events.md#split). */
export function pricesAfterCuts(fills: readonly TimedPrice[], cuts: readonly PriceCut[]): readonly TimedPrice[] {
  if (cuts.length === 0) return fills;
  return fills.map(({ t, priceMilli }) => {
    const cut = cuts.reduce((price, { at, part }) => (t <= at ? (price * part) / WHOLE : price), priceMilli);
    return { t, priceMilli: Math.max(1, Math.round(cut)) };
  });
}

const SPAN_MS = HOUR_MS;
/** Thousandths of 1.00. */
const WHOLE = 1_000;

/**
 * What a share of YES pays when the market is void, thousandths: the time-weighted median of the prices of the last hour before `at` (ms), the
 * price that stood when it began among them; 500 without a fill (docs/rules/events.md#void). `fills`: oldest first.
 */
export function eventVoidValue(fills: readonly TimedPrice[], at: number): number {
  const from = at - SPAN_MS;
  const before = fills.filter(({ t }) => t < at);
  const stood = before.findLast(({ t }) => t <= from);
  const steps = [...(stood === undefined ? [] : [{ ...stood, t: from }]), ...before.filter(({ t }) => t > from)];
  if (steps.length === 0) return WHOLE / 2;
  const spans = steps.map(({ t, priceMilli }, index) => ({ priceMilli, ms: (steps[index + 1]?.t ?? at) - t }));
  const ordered = spans.toSorted((a, b) => a.priceMilli - b.priceMilli);
  const half = ordered.reduce((sum, { ms }) => sum + ms, 0) / 2;
  let passed = 0;
  for (const { priceMilli, ms } of ordered) {
    passed += ms;
    if (passed >= half) return priceMilli;
  }
  return ordered.at(-1)!.priceMilli;
}
