import { DAY_MS } from '../time.ts';

/** Times in ms; `to` null: it goes on. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** Days that are told of the past, today among them. */
export const STATUS_DAYS = 90;

/**
 * The share of a time in which a part worked, from 0 to 1, cut after five digits so that an outage never rounds away. null: it was not
 * watched then. Outages of a part do not overlap.
 */
export function uptimeOf(outages: readonly Span[], { from, to }: { readonly from: number; readonly to: number }) {
  if (to <= from) return null;
  const out = outages.reduce(
    (sum, outage) => sum + Math.max(0, Math.min(outage.to ?? to, to) - Math.max(outage.from, from)),
    0,
  );
  return Math.floor((1 - out / (to - from)) * 100_000) / 100_000;
}

/** The same for each UTC day until `now` (ms), oldest first; `day`: its beginning, ms; `since`: from when on it is watched. */
export function uptimeByDay(
  outages: readonly Span[],
  { since, now }: { readonly since: number; readonly now: number },
): readonly { readonly day: number; readonly share: number | null }[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: STATUS_DAYS }, (_, at) => {
    const day = today - (STATUS_DAYS - 1 - at) * DAY_MS;
    const share = uptimeOf(outages, { from: Math.max(day, since), to: Math.min(day + DAY_MS, now) });
    return { share, day };
  });
}
