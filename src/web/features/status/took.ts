import type { Formats } from '#web/i18n/format.ts';

/** Below this a span is told in milliseconds, and in seconds below that one, ms. */
const SHORT_MS = 1_000;
const LONG_MS = 120_000;

/** A span in the unit that says it best; rounded up, for it was not quicker. */
export function took(ms: number, formats: Formats): string {
  if (ms < SHORT_MS) return formats.milliseconds(Math.ceil(ms));
  if (ms < LONG_MS) return formats.durationLong(Math.ceil(ms / 1_000));
  return formats.span(Math.ceil(ms / 60_000) * 60_000);
}

/** A share that is never rounded up: 99.998 % is not 100 %. */
export function uptime(share: number, formats: Formats): string {
  return share === 1 ? formats.percent(1) : formats.percent(Math.floor(share * 10_000) / 10_000, { places: 2 });
}
