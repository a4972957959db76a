import type { PoolClient } from 'pg';
import { z } from 'zod';
import { adjusted } from '#domain/ledger/entries.ts';
import { usdt, toDecimal, type Usdt } from '#domain/money.ts';
import type { ActDefinition, ActKind, Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit } from '#server/audit/index.ts';
import { record } from '#server/facts/index.ts';
import { balancesOf, openAccount, openAccounts } from './accounts.ts';
import { lockAccounts, postNew } from './post.ts';

const FIELDS = z.object({
  userId: z.uuid(),
  asset: z.literal('USDT'),
  /** `credit`: the person gets it; `debit`: it is taken from their free balance. */
  way: z.enum(['credit', 'debit']),
  /** 10^-6. */
  amount: z.string().regex(/^[1-9]\d{0,17}$/),
  /** What it is about: a ticket, a case, a prediction. */
  ticket: z.string().regex(/^[\w.#/-]{1,64}$/),
});
export type AdjustmentFields = z.infer<typeof FIELDS>;

/** Journal 37: a person's balance is corrected by hand. Two people, bound to person, asset, way, amount, ticket and reason. */
export const BALANCE_ADJUSTED: ActKind<AdjustmentFields> = {
  name: 'balance.adjusted',
  title: 'Adjust a balance',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'CASHIER'] as const),
  about: ({ userId }) => userId,
};

export interface AdjustmentParts {
  readonly audit: Pick<Audit, 'write'>;
  /** Is there such a person of real money? */
  readonly isPerson: (tx: PoolClient, userId: string) => Promise<boolean>;
}

export function adjustmentAct(parts: AdjustmentParts): ActDefinition<AdjustmentFields> {
  return {
    ...BALANCE_ADJUSTED,
    refuses: (tx, fields) => faultOf(parts, tx, fields),
    execute: (tx, fields, approved) => adjustBalance(parts, tx, { ...fields, approved }),
  };
}

/** Why it cannot be done now, in a sentence. What a debit needs is locked until the transaction ends. */
async function faultOf(
  { isPerson }: AdjustmentParts,
  tx: PoolClient,
  { userId, way, amount }: AdjustmentFields,
): Promise<string | null> {
  if (!(await isPerson(tx, userId))) return 'There is no such person.';
  if (way === 'credit') return null;
  const accounts = await openBoth(tx, userId);
  await lockAccounts(tx, [accounts.cash, accounts.house]);
  const { cash } = await balancesOf(tx, { ownerId: userId, realm: 'real' });
  return cash < BigInt(amount) ? `Their free balance is ${toDecimal(cash)} USDT.` : null;
}

async function openBoth(tx: PoolClient, userId: string) {
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  return { cash, house: await openAccount(tx, { realm: 'real', ownerId: null, kind: 'adjustment', ref: '' }) };
}

async function adjustBalance(
  { audit }: Pick<AdjustmentParts, 'audit'>,
  tx: PoolClient,
  { userId, way, amount, ticket, approved }: AdjustmentFields & { readonly approved: Approved },
): Promise<{ readonly journal: string; readonly cash: string }> {
  const { cash, house } = await openBoth(tx, userId);
  const value: Usdt = usdt(BigInt(amount));
  // Asked under the same locks a moment ago.
  await postNew(tx, adjusted({ refId: approved.requestId, house, cash, amount: value, way }));
  await record(tx, [{ kind: 'balance.adjusted', userId, way, amount }]);
  await audit.write(tx, {
    ...actorOf(approved),
    action: 'balance.adjusted',
    objectType: 'user',
    objectId: userId,
    reason: approved.reason,
    after: { way, amount, ticket, asset: 'USDT' },
  });
  const after = await balancesOf(tx, { ownerId: userId, realm: 'real' });
  return { journal: `adjustment/${approved.requestId}`, cash: after.cash.toString() };
}
