import { expiresAt } from './case.ts';
import type { Case } from './case.ts';
import { must } from './codes.ts';
import type { Settlement } from './documents.ts';
import { AWAY, FLAG } from './tick.ts';

/** none: nothing to look at. unshown: a void whose ticks are not in the receipt. pending: not settled yet. */
export type Freshness = 'pass' | 'none' | 'unshown' | 'pending';

/** Prices alone void a first result: a correction comes behind one, and nobody's word is a reason. */
export function mustBeOfPrices({ reason }: Settlement): void {
  // No reason at all is step 10's to say.
  const known = reason === null || reason === 'NO_ENTRY' || reason === 'STALE_EXIT';
  must(known, 'VOID_UNFOUNDED', `no first result is void for ${reason}`);
}

/** Why a prediction without an exit is void. The ticks of one without an entry are step 7's. */
export function whyVoid(given: Case, result: Settlement): Freshness {
  const { ticks, terms } = given;
  mustBeOfPrices(result);
  const [entry, before, tick] = [ticks.get('e'), ticks.get('n-1'), ticks.get('n')];
  if (result.reason === 'NO_ENTRY') return tick === undefined ? 'unshown' : 'none';
  const end = expiresAt(given);
  must(entry !== undefined && end !== null, 'VOID_UNFOUNDED', 'void for a stale exit, but there was no entry');
  if (before === undefined || tick === undefined) return 'unshown';
  const between = before.seq >= entry.seq && before.t <= end;
  const late = tick.t - end > terms.timeoutMs;
  const stale = tick.t > end && (late || end - before.tSource > terms.staleAfterMs || (tick.flags & AWAY) !== 0);
  const founded = between && (stale || (tick.flags & FLAG.break) !== 0);
  must(founded, 'VOID_UNFOUNDED', 'void for a stale exit, but the ticks do not show that');
  return 'pass';
}
