import { createRequire } from 'node:module';
import type * as Library from 'rrule';
import { localMs, momentsOf, type SeriesPlan } from '#domain/events/series.ts';
import { DAY_MS } from '#domain/time.ts';

// It is published as CommonJS without names that an import could find.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof Library;

/** How far ahead a next date is looked for: over a year that has no 29 February though it is the fourth. */
const AHEAD_MS = 9 * 366 * DAY_MS;
/** Of hours fewer: each one is looked at. */
const HOURS_AHEAD_MS = 366 * DAY_MS;

/**
 * Starts of a plan's events from `from` on (ms), before `until`, in order. Of a plan without faults. The rule is read by the clocks of its
 * zone, so that an event stays at its hour over a change of clocks.
 */
export function startsBetween(plan: SeriesPlan, from: number, until: number): readonly number[] {
  const first = localMs(plan.firstAt);
  if (first === null) return [];
  const rule = new RRule({ ...RRule.parseString(plan.rule), dtstart: new Date(first) });
  // Clocks are a day from UTC at most; one more, so that what is left out beside the first is always the same.
  const walls = rule.between(new Date(from - 2 * DAY_MS), new Date(until + DAY_MS), true);
  const moments = momentsOf(
    walls.map((wall) => wall.getTime()),
    plan.timeZone,
  );
  return moments.filter((at) => at >= from && at < until);
}

/** The next starts from `now` on (ms), `most` at most; none: its rule names no day that is still to come. */
export function nextStarts(plan: SeriesPlan, now: number, most: number): readonly number[] {
  const ahead = plan.rule.startsWith('FREQ=HOURLY') ? HOURS_AHEAD_MS : AHEAD_MS;
  const from = Math.max(now, (localMs(plan.firstAt) ?? now) - DAY_MS);
  for (let span = 32 * DAY_MS; ; span *= 4) {
    const found = startsBetween(plan, from, from + Math.min(span, ahead));
    if (found.length >= most || span >= ahead) return found.slice(0, most);
  }
}
