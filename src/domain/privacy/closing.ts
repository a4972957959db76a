import { DAY_MS } from '../time.ts';

/** How long a person can keep an account that was asked to close. */
export const CLOSING_MS = 14 * DAY_MS;
/** How long identity and transactions are kept after the end of an account, ms: anti-money-laundering law wants five years (EU) or ten. */
export function recordsKeptMs(years: number): number {
  return Math.ceil(years * 365.25 + 0.5) * DAY_MS;
}
/** Both addresses are asked within this time. */
export const EMAIL_CHANGE_MS = DAY_MS;
/** How long a file of one's data lies ready. */
export const EXPORT_KEPT_MS = 2 * DAY_MS;
/** How long a link to a part of it works. */
export const EXPORT_LINK_MS = 10 * 60_000;
