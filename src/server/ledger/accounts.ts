import assert from 'node:assert/strict';
import type { Pool, PoolClient } from 'pg';
import { ACCOUNT_KINDS } from '#domain/ledger/account-kinds.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { worldNo } from '#domain/ledger/account-id.ts';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { ASSET_NO, REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Asset, Realm } from '#domain/realm.ts';
import type { AccountId, HouseAccounts, PersonAccounts } from './contract.ts';

interface Opening {
  readonly realm: Realm;
  readonly kind: AccountKind;
  readonly ownerId: string | null;
  readonly ref: string;
  /** Left out: the play currency. */
  readonly asset?: Asset;
}

/** Opens an account if it is not there yet, and gives its id. Two openers of one account get the same id. */
export async function openAccount(tx: PoolClient, opening: Opening): Promise<AccountId> {
  const found = await findAccount(tx, opening);
  if (found !== null) return found;
  const { normal, guarded } = ACCOUNT_KINDS[opening.kind];
  const asset = opening.asset ?? 'USDT';
  const world = worldNo({ realm: opening.realm, asset });
  await tx.query(
    `INSERT INTO account (id, realm, asset, kind, owner_id, ref, normal, guarded)
     VALUES (($1::bigint << 48) | nextval('account_no'), $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT ON CONSTRAINT one_account_each DO NOTHING`,
    [
      world.toString(),
      REALM_NO[opening.realm],
      ASSET_NO[asset],
      opening.kind,
      opening.ownerId,
      opening.ref,
      normal,
      guarded,
    ],
  );
  const opened = await findAccount(tx, opening);
  assert(opened !== null, `account ${opening.kind} of ${opening.ownerId} was not opened`);
  return opened;
}

async function findAccount(db: Pool | PoolClient, opening: Opening): Promise<AccountId | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM account
     WHERE ${opening.ownerId === null ? 'owner_id IS NULL AND $1::uuid IS NULL' : 'owner_id = $1::uuid'}
       AND realm = $2 AND asset = $3 AND kind = $4 AND ref = $5`,
    [opening.ownerId, REALM_NO[opening.realm], ASSET_NO[opening.asset ?? 'USDT'], opening.kind, opening.ref],
  );
  return rows[0]?.id ?? null;
}

/** Opens a person's cash and locked accounts in one realm; safe to repeat. */
export async function openAccounts(
  tx: PoolClient,
  person: { readonly ownerId: string; readonly realm: Realm },
): Promise<PersonAccounts> {
  const cash = await openAccount(tx, { ...person, kind: 'user_cash', ref: '' });
  const locked = await openAccount(tx, { ...person, kind: 'user_locked', ref: '' });
  return { cash, locked };
}

/** Accounts of many people of one realm, for a writer that remembers them; who has none is left out. */
export async function personAccounts(
  db: Pool | PoolClient,
  people: { readonly ownerIds: readonly string[]; readonly realm: Realm },
): Promise<Map<string, PersonAccounts>> {
  const { rows } = await db.query<{ owner_id: string; cash: string; locked: string }>(
    `SELECT c.owner_id, c.id AS cash, l.id AS locked
     FROM account c JOIN account l ON l.owner_id = c.owner_id AND l.realm = c.realm AND l.asset = c.asset AND l.kind = 'user_locked' AND l.ref = ''
     WHERE c.owner_id = ANY($1::uuid[]) AND c.realm = $2 AND c.asset = $3 AND c.kind = 'user_cash' AND c.ref = ''`,
    [people.ownerIds, REALM_NO[people.realm], ASSET_NO.USDT],
  );
  return new Map(rows.map((row) => [row.owner_id, { cash: row.cash, locked: row.locked }]));
}

/** What a person can stake now (`cash`) and what is in open stakes (`locked`), 10^-6; zero where no account was opened. */
export async function balancesOf(
  db: Queryable,
  person: { readonly ownerId: string; readonly realm: Realm },
): Promise<{ cash: Usdt; locked: Usdt }> {
  const { rows } = await db.query<{ kind: string; balance: string }>(
    `SELECT kind, credits - debits AS balance FROM account
     WHERE owner_id = $1 AND realm = $2 AND asset = $3 AND kind IN ('user_cash', 'user_locked') AND ref = ''`,
    [person.ownerId, REALM_NO[person.realm], ASSET_NO.USDT],
  );
  const balance = (kind: string) => usdt(BigInt(rows.find((row) => row.kind === kind)?.balance ?? '0'));
  return { cash: balance('user_cash'), locked: balance('user_locked') };
}

/** What people can stake now, 10^-6; who has no account is left out. Nothing is locked. */
export async function freeCash(
  db: Queryable,
  { ownerIds, realm }: { readonly ownerIds: readonly string[]; readonly realm: Realm },
): Promise<ReadonlyMap<string, Usdt>> {
  const { rows } = await db.query<{ owner_id: string; cash: string }>(
    `SELECT owner_id, credits - debits AS cash FROM account
     WHERE owner_id = ANY($1::uuid[]) AND realm = $2 AND asset = $3 AND kind = 'user_cash' AND ref = ''`,
    [ownerIds, REALM_NO[realm], ASSET_NO.USDT],
  );
  return new Map(rows.map((row) => [row.owner_id, usdt(BigInt(row.cash))]));
}

/** Balances on the credit side of accounts known by id, 10^-6; nothing is locked. */
export async function balancesById(
  db: Pool | PoolClient,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Usdt>> {
  const { rows } = await db.query<{ id: AccountId; balance: string }>(
    'SELECT id, credits - debits AS balance FROM account WHERE id = ANY($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, balance }) => [id, usdt(BigInt(balance))]));
}

/** The house's accounts for predictions; `shard` is the engine's. Opens them if they are not there. */
export async function houseAccounts(tx: PoolClient, shard: number): Promise<HouseAccounts> {
  const pnlOf = (realm: Realm) => openAccount(tx, { realm, kind: 'house_pnl', ownerId: null, ref: `${shard}/quick` });
  const house = (realm: Realm, kind: AccountKind) => openAccount(tx, { realm, kind, ownerId: null, ref: '' });
  return {
    real: { pnl: await pnlOf('real'), bank: await house('real', 'house_bank') },
    demo: { pnl: await pnlOf('demo'), mint: await house('demo', 'demo_mint') },
  };
}
