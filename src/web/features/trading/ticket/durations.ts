import { GROUP_RULES } from '#domain/prices/pair.ts';
import type { PairWire } from '#protocol/trading.ts';

/** What decides which durations are offered now. */
export type DurationSource = Pick<PairWire, 'durations' | 'market' | 'nextClose' | 'feed'>;

/** A recorded price stands for this long, in recorded time (docs/rules/feeds.md#replay-time). */
const RECORDED_PRICE_STANDS_MS = 75_000;

/** Chips are filled in this order; the shown ones are then sorted. */
const PREFERRED = [15, 30, 60, 180, 300, 900, 600, 1_800, 3_600, 120, 14_400, 86_400];

/** Longest wait for the entry price, ms (docs/rules/settlement.md#numbers-of-a-group, longer in a replay: docs/rules/feeds.md#replay-time). */
export function longestEntryWait(source: Pick<PairWire, 'market' | 'feed'>): number {
  const rule = GROUP_RULES[source.market];
  if (source.feed.kind !== 'replay') return rule.maxEntryWaitMs;
  return Math.max(rule.maxEntryWaitMs, RECORDED_PRICE_STANDS_MS / (source.feed.speed ?? 1));
}

/** Seconds, ascending: those that end before the close of the pair, guard included. `now` is server time in ms. */
export function offeredDurations(source: DurationSource, now: number): readonly number[] {
  const sorted = [...source.durations].sort((a, b) => a - b);
  if (source.nextClose === null) return sorted;
  const rule = GROUP_RULES[source.market];
  const room = Date.parse(source.nextClose) - rule.guardMs - now - rule.deltaMs - longestEntryWait(source);
  return sorted.filter((seconds) => seconds * 1000 <= room);
}

/** At most five chips of the offered durations, ascending. */
export function durationChips(offered: readonly number[]): readonly number[] {
  return PREFERRED.filter((seconds) => offered.includes(seconds))
    .slice(0, 5)
    .sort((a, b) => a - b);
}

/** The wished duration if it is offered, else the offered one nearest to it. null when none is. */
export function nearestDuration(offered: readonly number[], wished: number): number | null {
  let best: number | null = null;
  for (const seconds of offered) {
    if (best === null || Math.abs(seconds - wished) < Math.abs(best - wished)) best = seconds;
  }
  return best;
}

/** The next longer or shorter offered duration; itself at the end of the list. */
export function stepDuration(offered: readonly number[], from: number, step: 'up' | 'down'): number {
  const next = step === 'up' ? offered.find((one) => one > from) : offered.findLast((one) => one < from);
  return next ?? from;
}

/** Payout in basis points of a pair beside others: for the duration that is chosen, or the nearest one that this pair has. */
export function payoutFor(pair: Pick<PairWire, 'durations' | 'payouts' | 'payout'>, seconds: number): number {
  return payoutBpsOf(pair, nearestDuration(pair.durations, seconds) ?? seconds);
}

/** Payout in basis points for a duration, as the server last said it. */
export function payoutBpsOf(pair: Pick<PairWire, 'payouts' | 'payout'>, seconds: number): number {
  return Math.round((pair.payouts[String(seconds)] ?? pair.payout) * 10_000);
}
