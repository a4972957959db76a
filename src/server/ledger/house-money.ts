import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { demoTopUp, sandboxBankroll, sandboxGrant } from '#domain/ledger/entries.ts';
import { USDT_SCALE, usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { openAccount, openAccounts } from './accounts.ts';
import { lockAccounts, post, postedTransfers, postNew } from './post.ts';

/** Bank roll of a sandbox: 1,000,000 USDT (docs/rules/ledger.md#journals). */
const SANDBOX_BANKROLL = usdt(1_000_000n * 10n ** BigInt(USDT_SCALE));

/**
 * Opens the house's own accounts and, in a sandbox, gives it its bank roll once (journal 42). Safe at every start.
 * In production the bank roll comes by journal 39 only (`bringBankroll`): nothing is granted. False, and nothing is opened: production on a
 * database that was a sandbox, whose money is invented.
 */
export async function openBooks(tx: PoolClient, mode: 'sandbox' | 'production'): Promise<boolean> {
  if (mode === 'production' && (await wasSandbox(tx))) return false;
  const house = { realm: 'real', ownerId: null } as const;
  const houseBank = await openAccount(tx, { ...house, kind: 'house_bank', ref: '' });
  await openAccount(tx, { realm: 'demo', ownerId: null, kind: 'demo_mint', ref: '' });
  if (mode === 'production') return true;
  const bank = await openSandboxBank(tx);
  const result = await post(tx, sandboxBankroll({ bank, houseBank, amount: SANDBOX_BANKROLL }));
  assert(result === 'posted' || result === 'repeat');
  return true;
}

/**
 * Journal 35: sets a demo person's cash to exactly `target` (10^-6), up from the mint or down to it; open stakes stay.
 * A repeat of `refId` changes nothing. Returns the cash after it.
 */
export async function topUpDemo(
  tx: PoolClient,
  request: { readonly ownerId: string; readonly target: Usdt; readonly refId?: string },
): Promise<{ cash: Usdt }> {
  const { cash } = await openAccounts(tx, { ownerId: request.ownerId, realm: 'demo' });
  const mint = await openAccount(tx, { realm: 'demo', ownerId: null, kind: 'demo_mint', ref: '' });
  const locked = await lockAccounts(tx, [cash, mint]);
  const account = locked.get(cash);
  assert(account);
  const balance = usdt(account.credits - account.debits);
  const journal = demoTopUp({
    refId: `${request.ownerId}/${request.refId ?? randomUUID()}`,
    accounts: { cash, mint },
    cash: balance,
    target: request.target,
  });
  if (journal === null) return { cash: balance };
  if ((await postedTransfers(tx, journal)) !== null) return { cash: balance };
  await postNew(tx, journal);
  return { cash: request.target };
}

function openSandboxBank(tx: PoolClient): Promise<string> {
  return openAccount(tx, { realm: 'real', ownerId: null, kind: 'bank', ref: 'sandbox' });
}

async function wasSandbox(tx: PoolClient): Promise<boolean> {
  const { rows } = await tx.query("SELECT 1 FROM account WHERE kind = 'bank' AND ref = 'sandbox'");
  return rows.length > 0;
}

/**
 * Journal 42: gives a person of a sandbox `amount` (10^-6) to play with. A repeat of `refId` gives nothing more.
 * Throws in production.
 */
export async function grantSandbox(
  tx: PoolClient,
  grant: {
    readonly mode: 'sandbox' | 'production';
    readonly ownerId: string;
    readonly amount: Usdt;
    readonly refId: string;
  },
): Promise<'posted' | 'repeat'> {
  assert(grant.mode === 'sandbox', 'a sandbox grant in production');
  const { cash } = await openAccounts(tx, { ownerId: grant.ownerId, realm: 'real' });
  const bank = await openSandboxBank(tx);
  const result = await post(tx, sandboxGrant({ refId: grant.refId, bank, cash, amount: grant.amount }));
  assert(result === 'posted' || result === 'repeat');
  return result;
}
