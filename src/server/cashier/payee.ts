import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';
import type { CashierParts } from './parts.ts';
import { readPayId } from './payer.ts';
import { findByPayId } from './store.ts';

type State = 'open' | 'blocked' | 'closed' | 'demo';

const REFUSED: Readonly<Record<Exclude<State, 'open'>, Refusal>> = {
  blocked: { code: 'PayeeBlocked' },
  closed: { code: 'PayeeClosed' },
  demo: { code: 'PayeeDemo' },
};

/** Whom a text means: the person, or why they may not be paid by `payer`. */
export async function payeeOf(
  parts: CashierParts,
  db: Queryable,
  { payer, text }: { readonly payer: string; readonly text: string },
): Promise<Outcome<string>> {
  const found = await find(parts, db, text);
  if (found === null) return refused({ code: 'UserNotFound' });
  if (found.userId === payer) return refused({ code: 'PayeeSelf' });
  if (found.state !== 'open') return refused(REFUSED[found.state]);
  const standing = await parts.standingOf(db, found.userId);
  const isAway = standing.selfExcluded || (standing.pausedUntil !== null && standing.pausedUntil > parts.clock.now());
  return isAway || standing.restricted ? refused({ code: 'PayeeUnavailable' }) : ok(found.userId);
}

async function find(
  { payees }: CashierParts,
  db: Queryable,
  typed: string,
): Promise<{ readonly userId: string; readonly state: State } | null> {
  const text = typed.trim();
  if (text.includes('@')) return payees.findByEmail(db, text);
  const payId = readPayId(text);
  const userId = payId === null ? text.toLowerCase() : await findByPayId(db, payId);
  if (userId === null || !isRowId(userId)) return null;
  const state = await payees.stateOf(db, userId);
  return state === null ? null : { userId, state };
}
