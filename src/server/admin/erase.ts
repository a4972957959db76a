import type { Pool } from 'pg';
import { toDecimal } from '#domain/money.ts';
import { thisShell, type Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { accountClosing, type AccountAdmin } from '#server/identity/index.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { eraseSoon } from '#server/privacy/index.ts';
import type { Told } from './told.ts';

export const ERASE_USAGE = [
  'npm run admin -- erase <email> <why>             erases what may go of a closed account now, not after 14 days',
] as const;

interface EraseParts {
  readonly db: Pool;
  readonly accountAdmin: Pick<AccountAdmin, 'find'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

const KEPT = [
  'Gone within seconds of a running server: profile, marketing, picture, sessions and devices.',
  'Kept for 5 years, read by nobody without cause: name, e-mail and residence, predictions, orders and movements of money,',
  'as the law against money laundering wants (GDPR art. 17(3)(b) and (e)). Then the key of the person is destroyed.',
  'Kept beyond that, naming nobody: the ledger, the audit log, and a self-exclusion by the keyed hash of the e-mail.',
];

/** `erase`: a request for erasure that need not wait. */
export async function eraseAccount(
  { db, accountAdmin, audit, clock }: EraseParts,
  { email, why }: { readonly email: string; readonly why: string },
): Promise<Told> {
  if (why === '') return { ok: false, lines: ['Say why: it is written into the audit log.'] };
  return transaction(db, async (tx) => {
    const person = await accountAdmin.find(tx, email);
    if (person === null) return { ok: false, lines: [`Nobody has the address ${email}.`] };
    const { userId } = person;
    const step = await eraseSoon({ accounts: accountClosing, audit }, tx, {
      userId,
      now: clock.now(),
      by: thisShell(),
      reason: why,
    });
    if (step === 'erased') return { ok: true, lines: [`${email} is erased already.`, ...KEPT.slice(1)] };
    if (step === 'open') {
      const how = 'Its person closes it in the settings; block it first where they cannot sign in.';
      return { ok: false, lines: [`The account of ${email} is open.`, how] };
    }
    const { cash, locked } = await balancesOf(tx, { ownerId: userId, realm: 'real' });
    const money = [
      `Money inside stays a liability, paid out by hand: ${toDecimal(cash)} USDT, in stakes ${toDecimal(locked)}.`,
    ];
    return { ok: true, lines: [`${email} is being erased.`, ...KEPT, ...(cash > 0n || locked > 0n ? money : [])] };
  });
}
