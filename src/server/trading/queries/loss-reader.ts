import type { Pool } from 'pg';
import { boundByLosses, rememberLosses } from '#domain/trading/losses.ts';
import type { Losses } from '#domain/trading/losses.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { loadLosses } from './store-losses.ts';

/** People whose losses are held at most; then everyone's are read again. */
const MOST = 50_000;

/**
 * Reads the losses of those who are bound by a loss limit and not known yet. Between two batches only: then the tables hold
 * everything that was decided, and from here on committed effects move the sums. Costs nothing where nobody has such a limit.
 */
export async function learnLosses(
  parts: { readonly db: Pool; readonly losses: Losses },
  actors: readonly Actor[],
  now: number,
): Promise<void> {
  const { db, losses } = parts;
  const asked = new Set<string>();
  for (const actor of actors) {
    if (actor.realm === 'real' && actor.eligibility !== undefined && boundByLosses(actor.eligibility.limits))
      asked.add(actor.userId);
  }
  if (asked.size === 0) return;
  if (losses.people.size > MOST) losses.people.clear();
  const missing = [...asked].filter((userId) => !losses.people.has(userId));
  if (missing.length === 0) return;
  for (const [userId, minutes] of await loadLosses(db, missing, now)) rememberLosses(losses, userId, minutes);
}
