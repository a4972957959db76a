import { DAY_MS } from './time.ts';

/** How long people are made to wait: as designed, or divided so that a sandbox can show the end of a waiting time. */
export type Waits = 'normal' | 'short';

/** What `short` divides by: 24 h become 1 min. */
const SHORT_DIVISOR = 1_440;

/** No withdrawal for this long after a change of password, second factor or e-mail, ms (docs/rules/people.md#holds). */
export const WITHDRAWAL_HOLD_MS = DAY_MS;

/** A new mail of the same kind may be asked for after this long, ms. */
export const RESEND_MS = 60_000;

/** A waiting time put on people, in ms. Prices, expiries and settlement never pass through here. */
export function waitMs(ms: number, waits: Waits): number {
  return waits === 'short' ? Math.ceil(ms / SHORT_DIVISOR) : ms;
}
