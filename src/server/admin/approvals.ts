import type { Pool } from 'pg';
import type { Approvals, ApprovalRefusal } from '#server/approvals/index.ts';
import { transaction } from '#server/db/index.ts';
import type { AccountAdmin } from '#server/identity/index.ts';
import { no, yes, type Told } from './told.ts';

export const APPROVAL_USAGE = [
  'npm run admin -- requests                        lists what waits for a second person',
  'npm run admin -- approve <email> <id> <digest>   approves what stands in the list; the last one needed does it',
  'npm run admin -- refuse <email> <id> --reason <why>',
  '                                                 ends a request, or takes it back',
] as const;

interface ApprovalParts {
  readonly db: Pool;
  readonly accountAdmin: Pick<AccountAdmin, 'find'>;
  /** Opened by the command that needs it. */
  readonly approvals: () => Promise<Approvals>;
}

/** Why a request, an approval or a refusal was not taken. */
export const WHY_NOT: Readonly<Record<ApprovalRefusal, string>> = {
  'no-request': 'There is no such request.',
  'not-allowed': 'That takes a role that one of the people does not have.',
  'same-person': 'Whoever asks cannot approve it: another person must.',
  'about-you': 'It is about one of the people: others must ask for it and approve it.',
  expired: 'That request was open for a day and is over; ask again.',
  'refused-already': 'That request was refused.',
  'done-already': 'That request was done.',
  changed: 'That is not what was asked for: read the request again, and approve its digest.',
};

const ID = /^[0-9a-f-]{36}$/;

/** `requests`: acts that wait for a second person. */
export async function listRequests({ db, approvals }: Pick<ApprovalParts, 'db' | 'approvals'>): Promise<Told> {
  const door = await approvals();
  const open = await transaction(db, (tx) => door.listOpen(tx));
  if (open.length === 0) return yes('Nothing waits for a second person.');
  return yes(
    ...open.flatMap(({ id, digest, act, fields, reason, maker, people, checkers, expiresAt }) => [
      `${id}  ${act}  ${JSON.stringify(fields)}`,
      `  by ${maker}: ${reason ?? '(erased)'}; ${checkers.length} of ${people - 1} approved, until ${new Date(expiresAt).toISOString()}`,
      `  approve <email> ${id} ${digest}`,
    ]),
  );
}

/** `approve` and `refuse`. */
export async function decideRequest(
  { db, accountAdmin, approvals }: ApprovalParts,
  command: 'approve' | 'refuse',
  [email, id, ...rest]: readonly string[],
): Promise<Told> {
  const reason = rest[0] === '--reason' ? rest.slice(1).join(' ') : '';
  const digest = rest[0] ?? '';
  const isWhole = command === 'approve' ? /^[0-9a-f]{64}$/.test(digest) : reason !== '';
  if (email === undefined || id === undefined || !ID.test(id) || !isWhole) return no(...APPROVAL_USAGE);
  const door = await approvals();
  return transaction(db, async (tx) => {
    const person = await accountAdmin.find(tx, email);
    if (person === null) return no(`Nobody has the address ${email}.`);
    const by = person.userId;
    if (command === 'refuse') {
      const refused = await door.refuse(tx, { id, by, reason });
      return refused === 'refused' ? yes(`Request ${id} is refused.`) : no(WHY_NOT[refused]);
    }
    const answer = await door.approve(tx, { id, digest, by });
    if (typeof answer === 'string') return no(WHY_NOT[answer]);
    if ('rule' in answer) return no(answer.rule);
    if ('waits' in answer) return yes(`Approved; ${answer.waits} more must.`);
    return yes(`Request ${id} is done: ${JSON.stringify(answer.result)}`);
  });
}
