import type { Pool } from 'pg';
import type { CanonicalValue } from '#domain/proofs/canonical.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { ActKind, ApprovalRefusal, Approvals } from '#server/approvals/index.ts';
import { transaction } from '#server/db/index.ts';
import type { Staff } from './contract.ts';

/** Why a request was not made, or was not decided. */
export const WHY_NOT: Readonly<Record<ApprovalRefusal, string>> = {
  'no-request': 'There is no such request.',
  'not-allowed': 'Your role may not ask for this or approve it.',
  'same-person': 'You asked for this: another person must approve it.',
  'about-you': 'It is about you: others ask for it and approve it.',
  expired: 'This request was open for a day and is over. Ask again.',
  'refused-already': 'This request was refused.',
  'done-already': 'This was done already.',
  changed: 'This isn’t what was asked for. Read the request again.',
};

/** Asks a second person for an act; the sentence that says so. */
export async function askSecond<F extends Readonly<Record<string, CanonicalValue>>>(
  { db, approvals }: { readonly db: Pool; readonly approvals: Pick<Approvals, 'ask'> },
  act: ActKind<F>,
  { fields, by, reason }: { readonly fields: NoInfer<F>; readonly by: Staff; readonly reason: string },
): Promise<Outcome<string>> {
  const made = await transaction(db, (tx) => approvals.ask(tx, act, { fields, by: by.userId, reason }));
  if (typeof made === 'string') return refused({ code: 'ActRefused', why: WHY_NOT[made] });
  if ('rule' in made) return refused({ code: 'ActRefused', why: made.rule });
  return ok('Asked. It waits in Approvals for a second person.');
}
