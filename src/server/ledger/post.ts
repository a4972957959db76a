import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { compareIds, effectsOf, journalFault } from '#domain/ledger/journal.ts';
import type { Journal, Transfer } from '#domain/ledger/journal.ts';
import { REALM_NO } from '#domain/realm.ts';
import { crashAt } from '#server/crash-points.ts';
import { JOURNAL_PARAMS, journalCtes, journalParams } from './batch.ts';
import type { AccountId, PostResult } from './contract.ts';

/** An account under lock; `debits` and `credits` are lifetime totals, 10^-6. */
export interface LockedAccount {
  readonly id: AccountId;
  readonly debits: bigint;
  readonly credits: bigint;
  readonly normal: 'D' | 'C';
  readonly guarded: boolean;
}

/** Locks accounts in id order until the transaction ends. Throws if one does not exist. */
export async function lockAccounts(tx: PoolClient, ids: readonly AccountId[]): Promise<Map<AccountId, LockedAccount>> {
  const { rows } = await tx.query<{ id: string; debits: string; credits: string; normal: 'D' | 'C'; guarded: boolean }>(
    {
      name: 'ledger-lock',
      text: 'SELECT id, debits, credits, normal, guarded FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
      values: [`{${ids.join(',')}}`],
    },
  );
  const locked = new Map(
    rows.map((row) => [row.id, { ...row, debits: BigInt(row.debits), credits: BigInt(row.credits) }]),
  );
  for (const id of ids) assert(locked.has(id), `no ledger account ${id}`);
  return locked;
}

/**
 * Posts one journal inside the caller's transaction (READ COMMITTED): the only way to move money besides the engine's batches.
 * A repeat of the identical journal writes nothing; the same natural key with other transfers throws, for that is a bug.
 * An amount that a guarded account does not hold is the refusal NoBalance, and nothing is written.
 */
export async function post(tx: PoolClient, journal: Journal): Promise<PostResult> {
  assert.equal(journalFault(journal), null);
  const effects = effectsOf(journal.transfers);
  const accounts = await lockAccounts(
    tx,
    effects.map((effect) => effect.id),
  );
  const known = await postedTransfers(tx, journal);
  if (known !== null) {
    assert.deepEqual(
      sorted(known),
      sorted(journal.transfers),
      `journal ${naturalKey(journal)} was posted with other transfers`,
    );
    return 'repeat';
  }
  for (const effect of effects) {
    const account = accounts.get(effect.id);
    assert(account);
    const grown = account.credits + effect.credits - account.debits - effect.debits;
    if (account.guarded && (account.normal === 'C' ? grown : -grown) < 0n) return { code: 'NoBalance' };
  }
  await write(tx, [journal]);
  crashAt('journal.posted');
  return 'posted';
}

/** Posts a journal that nobody can have posted before, and whose amounts are there: the caller has looked, under its locks. Throws where that is not so. */
export async function postNew(tx: PoolClient, journal: Journal): Promise<void> {
  const done = await post(tx, journal);
  if (done === 'posted') return;
  throw new Error(`journal ${naturalKey(journal)} was not posted: ${done === 'repeat' ? 'it was before' : done.code}`);
}

/**
 * Posts journals of one event together, which nobody can have posted before: an account may lack in between what it holds after all of them. The
 * caller has looked, under its locks. Throws where one was posted before, or an account is overdrawn by them all.
 */
export async function postTogether(tx: PoolClient, journals: readonly Journal[]): Promise<void> {
  if (journals.length === 0) return;
  for (const journal of journals) assert.equal(journalFault(journal), null);
  await write(tx, journals);
}

const WRITE_SQL = `WITH ${journalCtes(1)} SELECT accounts FROM ledger_count`;

async function write(tx: PoolClient, journals: readonly Journal[]): Promise<void> {
  const params = journalParams(journals);
  assert.equal(params.values.length, JOURNAL_PARAMS);
  const { rows } = await tx.query<{ accounts: number }>({
    name: 'ledger-post',
    text: WRITE_SQL,
    values: [...params.values],
  });
  assert.equal(rows[0]?.accounts, params.accounts, 'the ledger updated fewer accounts than the journals name');
}

/** The transfers posted under this journal's natural key; null if there is none. */
export async function postedTransfers(
  tx: PoolClient,
  key: Pick<Journal, 'realm' | 'kind' | 'refType' | 'refId'>,
): Promise<readonly Transfer[] | null> {
  const { rows } = await tx.query<{ code: number; debit: string; credit: string; amount: string }>({
    name: 'ledger-posted',
    text: `SELECT t.code, t.debit_account AS debit, t.credit_account AS credit, t.amount
      FROM journal j JOIN transfer t ON t.realm = j.realm AND t.journal = j.id
      WHERE j.realm = $1 AND j.kind = $2 AND j.ref_type = $3 AND j.ref_id = $4`,
    values: [REALM_NO[key.realm], key.kind, key.refType, key.refId],
  });
  if (rows.length === 0) return null;
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) as Transfer['amount'] }));
}

function naturalKey(journal: Journal): string {
  return [journal.realm, journal.kind, journal.refType, journal.refId].join('/');
}

function sorted(transfers: readonly Transfer[]): Transfer[] {
  return [...transfers].sort(
    (a, b) =>
      a.code - b.code ||
      compareIds(a.debit, b.debit) ||
      compareIds(a.credit, b.credit) ||
      (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0),
  );
}
