import { DAY_MS } from '../time.ts';

/** Nothing is paid to an address for this long after it was saved or changed, ms; as long as saved addresses alone are paid to once that is switched off. */
export const ADDRESS_WAIT_MS = DAY_MS;
/** Addresses that one person may save. */
export const MOST_ADDRESSES = 50;
/** What an operator may set that to at most. */
export const MOST_ADDRESSES_EVER = 500;
/** Signs of its label. */
export const LONGEST_LABEL = 40;

/** Do withdrawals go to saved addresses alone? */
export interface SavedOnly {
  readonly on: boolean;
  /** It ends then, ms; null: it does not. */
  readonly until: number | null;
}

/** Is it so now? Switching it off waits as long as a new address does, or the wait would keep nobody out. */
export function isSavedOnly({ on, until }: SavedOnly, now: number): boolean {
  return on && (until === null || until > now);
}

/** What becomes of it by the switch. `wait`: ms. Switched off twice, it ends when it was to end. */
export function switchSavedOnly(
  before: SavedOnly,
  wish: { readonly on: boolean; readonly now: number; readonly wait: number },
): SavedOnly {
  if (wish.on) return { on: true, until: null };
  if (!isSavedOnly(before, wish.now)) return { on: false, until: null };
  return before.until === null ? { on: true, until: wish.now + wish.wait } : before;
}
