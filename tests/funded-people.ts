import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { demoTopUp } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { journalCtes, journalParams } from '#server/ledger/batch.ts';
import type { HouseAccounts, PersonAccounts } from '#server/ledger/contract.ts';
import { houseAccounts, openBooks, personAccounts } from '#server/ledger/index.ts';

export interface FundedPerson extends PersonAccounts {
  readonly userId: string;
}

const CASH = usdt(10_000_000_000n);
const CHUNK = 1000;

/** Opens `count` demo people with 10,000 each, through the ledger's own journals. */
export async function openPeople(db: Pool, count: number): Promise<{ people: FundedPerson[]; house: HouseAccounts }> {
  const house = await transaction(db, async (tx) => {
    await openBooks(tx, 'sandbox');
    return houseAccounts(tx, 0);
  });
  const people: FundedPerson[] = [];
  for (let done = 0; done < count; done += CHUNK) people.push(...(await openChunk(db, house)).slice(0, count - done));
  await db.query('VACUUM ANALYZE account');
  return { people, house };
}

async function openChunk(db: Pool, house: HouseAccounts): Promise<FundedPerson[]> {
  const ids = Array.from({ length: CHUNK }, () => randomUUID());
  await db.query(`INSERT INTO app_user (id, role, created_at) SELECT unnest($1::uuid[]), 'DEMO', now()`, [ids]);
  await db.query(
    `INSERT INTO account (id, realm, asset, kind, owner_id, normal, guarded)
     SELECT (((2::bigint << 8) | 1) << 48) | nextval('account_no'), 2, 1, kind, owner, 'C', true
     FROM unnest($1::uuid[]) AS owner, unnest(ARRAY['user_cash', 'user_locked']) AS kind`,
    [ids],
  );
  const accounts = await personAccounts(db, { ownerIds: ids, realm: 'demo' });
  const journals = [...accounts].flatMap(([refId, { cash }]) => {
    const journal = demoTopUp({ refId, accounts: { cash, mint: house.demo.mint }, cash: usdt(0n), target: CASH });
    return journal === null ? [] : [journal];
  });
  await db.query(`WITH ${journalCtes(1)} SELECT accounts FROM ledger_count`, [...journalParams(journals).values]);
  return [...accounts].map(([userId, pair]) => ({ userId, ...pair }));
}
