/** Markets that our own published prices decide (docs/rules/events.md#our-own-prices): what they ask, in data and in words, and the answer. */
import { priceToText } from '../prices/price-text.ts';
import { streamName, type FeedKind } from '../prices/pair.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import type { CanonicalValue } from '../proofs/canonical.ts';

export const COMPARISONS = ['above', 'below', 'at_least', 'at_most'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What is asked of the price of a pair at a moment (ms): against a threshold (10^-scale), or against its price at an earlier moment. */
export interface TickRule {
  readonly pair: string;
  readonly feed: FeedKind;
  /** Decimals of its prices. */
  readonly scale: number;
  readonly comparison: Comparison;
  readonly at: number;
  readonly against: { readonly threshold: number } | { readonly since: number };
}

/** How long after a moment its price may come, and how long before it a source may have stated it, ms. */
export const TICK_WINDOW_MS = MINUTE_MS;
/** Between two moments at most, ms: their ticks are kept longer. */
export const LONGEST_SPAN_MS = 7 * DAY_MS;

/** A published tick of the window of a moment. */
export interface SeenTick {
  readonly seq: number;
  readonly t: number;
  readonly tSource: number;
  readonly price: number;
  /** Two people found that it is wrong. */
  readonly isWrong: boolean;
}

/** The tick that is the price at a moment (ms), of those after it in order; null: there is none that may be. */
export function tickAt<T extends SeenTick>(ticks: readonly T[], at: number): T | null {
  const first = ticks.find(
    ({ t, tSource }) => t >= at && t <= at + TICK_WINDOW_MS && tSource >= at - TICK_WINDOW_MS && tSource <= t,
  );
  return first === undefined || first.isWrong ? null : first;
}

const HOLDS: Readonly<Record<Comparison, (price: number, other: number) => boolean>> = {
  above: (price, other) => price > other,
  below: (price, other) => price < other,
  at_least: (price, other) => price >= other,
  at_most: (price, other) => price <= other,
};

/** The answer by the prices of its moments; null: one of them has none, or they cannot be compared. */
export function tickAnswer(
  rule: TickRule,
  seen: { readonly at: SeenTick | null; readonly since: SeenTick | null; readonly comparable: boolean },
): 'YES' | 'NO' | null {
  const { against, comparison } = rule;
  const other = 'threshold' in against ? against.threshold : (seen.since?.price ?? null);
  if (seen.at === null || other === null || !seen.comparable) return null;
  return HOLDS[comparison](seen.at.price, other) ? 'YES' : 'NO';
}

export type TickRuleFault = 'at' | 'since' | 'threshold';

/** What of a rule cannot be; null: nothing. */
export function tickRuleFault({ at, against }: TickRule, cutOffAt: number): TickRuleFault | null {
  if (at < cutOffAt) return 'at';
  if ('threshold' in against)
    return Number.isSafeInteger(against.threshold) && against.threshold > 0 ? null : 'threshold';
  return against.since < at && at - against.since <= LONGEST_SPAN_MS ? null : 'since';
}

/** The rule as it is hashed with the other terms. */
export function tickRuleDocument({ pair, feed, scale, comparison, at, against }: TickRule): CanonicalValue {
  const other =
    'threshold' in against ? { threshold: priceToText(against.threshold, scale) } : { sinceMs: against.since };
  return { stream: streamName(pair, feed), comparison, atMs: at, ...other };
}

/** `1 December 2026, 12:00:00 UTC`. */
export function momentText(at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const of = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${of['day']} ${of['month']} ${of['year']}, ${of['hour']}:${of['minute']}:${of['second']} UTC`;
}

const WORDS: Readonly<Record<Comparison, string>> = {
  above: 'above',
  below: 'below',
  at_least: 'at or above',
  at_most: 'at or below',
};

/** `100000.00` as `100,000.00`. */
function grouped(price: string): string {
  const [whole = '', ...decimals] = price.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}

/** Texts of the terms that follow from a rule: they say what its data says, the exact tie too. */
export function tickTexts(rule: TickRule): {
  readonly title: string;
  readonly rules: string;
  readonly threshold: string;
  readonly ifTied: string;
} {
  const { pair, feed, scale, comparison, at, against } = rule;
  const [word, moment] = [WORDS[comparison], momentText(at)];
  const other =
    'threshold' in against
      ? grouped(priceToText(against.threshold, scale))
      : `its price at ${momentText(against.since)}`;
  const tie = HOLDS[comparison](0, 0) ? 'YES' : 'NO';
  const ifTied = 'threshold' in against ? `Exactly ${other} is ${tie}.` : `The same price at both moments is ${tie}.`;
  const seconds = TICK_WINDOW_MS / 1_000;
  return {
    title: `Is ${pair} ${word} ${other} at ${moment}?`,
    rules: [
      `YES if the price of ${pair} at ${moment} is ${word} ${other}; otherwise NO. ${ifTied}`,
      `The price at a moment is the first tick of ${streamName(pair, feed)} that is taken in at the moment or within ${seconds} seconds after it, if it was stated no more than ${seconds} seconds before the moment. Ticks are published with the roots of their hours.`,
      `Where there is no such tick, where it was found to be wrong, or where the prices of two moments cannot be compared, the backup source decides.`,
    ].join('\n\n'),
    threshold: `The first published figure, ${scale} decimals, not rounded. ${ifTied}`,
    ifTied,
  };
}
