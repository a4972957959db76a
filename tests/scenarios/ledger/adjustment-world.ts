/** Two administrators, a cashier and a person with money, on a database. */
import { createApprovals, type Approvals } from '#server/approvals/index.ts';
import { createAudit, thisShell, type Audit } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { adjustmentAct, BALANCE_ADJUSTED, type AdjustmentFields } from '#server/ledger/adjustment.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { createVault } from '#server/vault/index.ts';

export const STAFF = ['ada', 'ben', 'cay'] as const;
export type StaffName = (typeof STAFF)[number];
export type Made = { readonly id: string; readonly digest: string };

/** What does adjustments in one process. `after`: called when the journal is posted, before the commit. */
export async function openAdjustments(
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string },
  after: () => void = () => undefined,
) {
  const db = createPool(databaseUrl, { max: 4 });
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const vault = createVault({ config });
  const accountAdmin = await createAccountAdmin({ config, vault, clock: systemClock });
  const audit: Audit = createAudit({ vault, clock: systemClock });
  const approvals: Approvals = createApprovals({
    clock: systemClock,
    audit,
    vault,
    roleOf: (tx, userId) => accountAdmin.roleOf(tx, userId),
  });
  const act = adjustmentAct({ audit, isPerson: (tx, userId) => accountAdmin.isPerson(tx, userId) });
  approvals.add({
    ...act,
    execute: async (tx, fields, by) => {
      const done = await act.execute(tx, fields as AdjustmentFields, by);
      after();
      return done;
    },
  });
  const open = (email: string, role: 'ADMIN' | 'USER') =>
    transaction(db, async (tx) => {
      const account = { email, role, password: null, country: null, language: 'en', legalName: null };
      const made = await accountAdmin.open(tx, account, { by: thisShell(), reason: 'a test' });
      if (!made.ok) throw new Error(made.refusal.code);
      return made.value.userId;
    });
  return {
    db,
    audit,
    open,
    ask: (by: string, fields: AdjustmentFields) =>
      transaction(db, (tx) => approvals.ask(tx, BALANCE_ADJUSTED, { fields, by, reason: 'paid twice' })),
    approve: ({ id, digest }: Made, by: string) => transaction(db, (tx) => approvals.approve(tx, { id, digest, by })),
    approveAndThen: ({ id, digest }: Made, by: string, then: () => void) =>
      transaction(db, async (tx) => {
        await approvals.approve(tx, { id, digest, by });
        then();
      }),
    cashOf: async (userId: string) => (await balancesOf(db, { ownerId: userId, realm: 'real' })).cash,
  };
}
