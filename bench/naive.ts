/**
 * The baseline: a prediction is one transaction of its own, written as one first would. Same database, same tables, same
 * durability, prepared statements; rows are locked with SELECT FOR UPDATE, and each fact is written where it belongs.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { HouseAccounts } from '#server/ledger/contract.ts';
import type { FundedPerson } from '#tests/funded-people.ts';

export interface NaiveStake {
  readonly person: FundedPerson;
  readonly stake: bigint;
  /** Also lock and move one row of the house, as a design with a stored exposure does. */
  readonly sharedHouse: boolean;
}

const HEAD = Buffer.alloc(32, 1);
const ENTRY_RECORDS = Buffer.alloc(152, 1);
const KEY = generateKeyPairSync('ed25519');

export async function createNaiveHouse(db: Pool): Promise<void> {
  await db.query('CREATE TABLE naive_house (shard int PRIMARY KEY, exposure bigint NOT NULL)');
  await db.query('INSERT INTO naive_house VALUES (0, 0)');
  await db.query('CREATE TABLE naive_proof (id uuid PRIMARY KEY, leaf bytea NOT NULL, sig bytea NOT NULL)');
}

async function inTransaction(db: Pool, fn: (tx: PoolClient) => Promise<void>): Promise<void> {
  const tx = await db.connect();
  try {
    await tx.query('BEGIN');
    await fn(tx);
    await tx.query('COMMIT');
  } catch (error) {
    await tx.query('ROLLBACK');
    throw error;
  } finally {
    tx.release();
  }
}

const said = (name: string, text: string, values: readonly unknown[]) => ({ name, text, values: [...values] });

const lock = (id: string) =>
  said('n-lock', 'SELECT credits - debits AS balance FROM account WHERE id = $1 FOR UPDATE', [id]);
const debit = (id: string, amount: bigint) =>
  said('n-debit', 'UPDATE account SET debits = debits + $2 WHERE id = $1', [id, amount]);
const credit = (id: string, amount: bigint) =>
  said('n-credit', 'UPDATE account SET credits = credits + $2 WHERE id = $1', [id, amount]);

async function move(tx: PoolClient, flow: { code: number; from: string; to: string; amount: bigint; journal: string }) {
  await tx.query(
    said('n-transfer', 'INSERT INTO transfer VALUES (2, $1, $2, $3, 1, $4, $5, $6)', [
      flow.journal,
      flow.code * 10 + Number(flow.from < flow.to),
      flow.code,
      flow.from,
      flow.to,
      flow.amount,
    ]),
  );
  await tx.query(debit(flow.from, flow.amount));
  await tx.query(credit(flow.to, flow.amount));
}

async function journalOf(tx: PoolClient, kind: string, id: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    said(
      'n-journal',
      `INSERT INTO journal (realm, id, kind, ref_type, ref_id) VALUES (2, nextval('ledger_block') << 16, $1, 'prediction', $2) RETURNING id`,
      [kind, id],
    ),
  );
  return rows[0]?.id ?? '';
}

/** Places one prediction, idempotent by its key as ours is; returns its id. */
export async function placeNaively(db: Pool, { person, stake, sharedHouse }: NaiveStake): Promise<string> {
  const id = uuidv7();
  const answer = [person.userId, `naive-${id}`];
  await inTransaction(db, async (tx) => {
    const known = await tx.query(
      said('n-known', `SELECT body FROM idem WHERE user_id = $1 AND route = 'naive' AND key = $2`, answer),
    );
    if (known.rows.length > 0) return;
    if (sharedHouse) await tx.query(said('n-house', 'SELECT exposure FROM naive_house WHERE shard = 0 FOR UPDATE', []));
    const { rows } = await tx.query<{ balance: string }>(lock(person.cash));
    if (BigInt(rows[0]?.balance ?? 0) < stake) throw new Error('NoBalance');
    await tx.query(lock(person.locked));
    await tx.query(
      said(
        'n-place',
        `INSERT INTO prediction (id, realm, user_id, pair_id, stream, direction, stake, stake_cash, payout_bps, duration_ms,
           state, admitted_at, k_adm, h_adm, salt, rules_hash, shard, batch)
         VALUES ($1, 2, $2, 'BTC-USD', 6, 'UP', $3, $3, 8200, 60000, 'ADMITTED', $4, 1, $5, $6, $5, 0, 0)`,
        [id, person.userId, stake, Date.now(), HEAD, randomBytes(16)],
      ),
    );
    const journal = await journalOf(tx, 'prediction_placed', id);
    await move(tx, { code: 180, from: person.cash, to: person.locked, amount: stake, journal });
    await tx.query(
      said(
        'n-answer',
        `INSERT INTO idem (user_id, route, key, body_hash, status, body, shard, batch) VALUES ($1, 'naive', $2, $2, 201, $3, 0, 0)`,
        [...answer, JSON.stringify({ id, stake: stake.toString(), admittedAt: Date.now() })],
      ),
    );
    if (sharedHouse) {
      await tx.query(said('n-exposed', 'UPDATE naive_house SET exposure = exposure + $1 WHERE shard = 0', [stake]));
    }
  });
  return id;
}

/** Gives a prediction its entry. */
export async function enterNaively(db: Pool, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query(said('n-admitted', 'SELECT state FROM prediction WHERE id = $1 AND realm = 2 FOR UPDATE', [id]));
    await tx.query(
      said(
        'n-enter',
        `UPDATE prediction SET state = 'OPEN', entry_seq = 2, entry_t = $2, entry_price = 1, entry_records = $3, expires_at = $2::bigint + 60000
         WHERE id = $1 AND realm = 2`,
        [id, Date.now(), ENTRY_RECORDS],
      ),
    );
  });
}

/** Signs what a prediction was, and stores that. */
export async function proveNaively(db: Pool, id: string): Promise<void> {
  const leaf = createHash('sha256').update(id).digest();
  const sig = sign(null, leaf, KEY.privateKey);
  await inTransaction(db, async (tx) => {
    await tx.query(said('n-prove', 'INSERT INTO naive_proof VALUES ($1, $2, $3)', [id, leaf, sig]));
  });
}

/** Settles one open prediction as won. */
export async function settleNaively(
  db: Pool,
  open: { readonly id: string; readonly person: FundedPerson; readonly stake: bigint; readonly house: HouseAccounts },
): Promise<void> {
  const { id, person, stake, house } = open;
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.query<{ state: string }>(
      said('n-open', 'SELECT state FROM prediction WHERE id = $1 AND realm = 2 FOR UPDATE', [id]),
    );
    if (rows[0]?.state !== 'ADMITTED' && rows[0]?.state !== 'OPEN') throw new Error('not open');
    for (const account of [house.demo.pnl, person.cash, person.locked]) await tx.query(lock(account));
    await tx.query(
      said('n-end', `UPDATE prediction SET state = 'SETTLED', settled_at = $2 WHERE id = $1 AND realm = 2`, [
        id,
        Date.now(),
      ]),
    );
    await tx.query(
      said(
        'n-settlement',
        `INSERT INTO settlement (prediction_id, realm, outcome, credit, exit_seq, exit_t, exit_price, shard, batch)
         VALUES ($1, 2, 'WIN', $2, 2, $3, 1, 0, 0)`,
        [id, (stake * 182n) / 100n, Date.now()],
      ),
    );
    const journal = await journalOf(tx, 'prediction_settled', id);
    await move(tx, { code: 200, from: person.locked, to: person.cash, amount: stake, journal });
    await move(tx, { code: 200, from: house.demo.pnl, to: person.cash, amount: (stake * 82n) / 100n, journal });
  });
}
