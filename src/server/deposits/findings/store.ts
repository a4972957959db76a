import type { PoolClient } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import type { FindingReason } from '#domain/deposits/rules.ts';
import type { Queryable } from '#server/db/index.ts';

export const FINDING_STATES = ['QUARANTINE', 'KEPT', 'RETURNED'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** A deposit that was not credited by itself, as staff see it. Money in 10^-6, times in ms. */
export interface Finding {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly txHash: string;
  readonly address: string;
  readonly sender: string | null;
  readonly token: string;
  readonly coin: string | null;
  readonly raw: string;
  readonly amount: Usdt;
  /** What of it the ledger holds for the person. */
  readonly held: Usdt;
  /** Of a coin that is no dollar: the same as it came, in its smallest unit. */
  readonly heldRaw: bigint;
  readonly state: FindingState;
  readonly reason: FindingReason;
  readonly owner: string | null;
  readonly returnTx: string | null;
  readonly seenAt: number;
}

const FINDING = `SELECT id, user_id AS "userId", network, tx_hash AS "txHash", address, sender, token, coin, raw::text, amount, held, held_raw AS "heldRaw", state, reason,
    owner, return_tx AS "returnTx", (extract(epoch FROM seen_at) * 1000)::float8 AS "seenAt"
  FROM deposit`;
type Row = Omit<Finding, 'amount' | 'held' | 'heldRaw'> & Readonly<Record<'amount' | 'held' | 'heldRaw', string>>;
const readRow = (row: Row): Finding => ({
  ...row,
  amount: usdt(BigInt(row.amount)),
  held: usdt(BigInt(row.held)),
  heldRaw: BigInt(row.heldRaw),
});

/** Newest first, after a row. */
export async function pageFindings(
  db: Queryable,
  asked: { readonly state: FindingState; readonly after: string | null; readonly limit: number },
): Promise<readonly Finding[]> {
  const { rows } = await db.query<Row>(
    `${FINDING} WHERE state IN ('QUARANTINE', 'KEPT', 'RETURNED') AND state = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.state, asked.after, asked.limit],
  );
  return rows.map(readRow);
}

/** Those that wait for people. */
export async function countFindings(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM deposit WHERE state = 'QUARANTINE'`,
  );
  return rows[0]?.count ?? 0;
}

export async function findFinding(db: Queryable, id: string): Promise<Finding | null> {
  const { rows } = await db.query<Row>(`${FINDING} WHERE id = $1 AND state IN ('QUARANTINE', 'KEPT', 'RETURNED')`, [
    id,
  ]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** One that waits for people; held until the transaction ends. null: there is none, or it is decided. */
export async function lockFinding(tx: PoolClient, id: string): Promise<Finding | null> {
  const { rows } = await tx.query<Row>(`${FINDING} WHERE id = $1 AND state = 'QUARANTINE' FOR NO KEY UPDATE`, [id]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

export async function setOwner(tx: PoolClient, id: string, owner: string | null): Promise<void> {
  await tx.query('UPDATE deposit SET owner = $2 WHERE id = $1', [id, owner]);
}

/** How it ends. A credited one counts toward the limits of its person from now (ms) on. */
export async function endFinding(
  tx: PoolClient,
  to: {
    readonly id: string;
    readonly state: 'CREDITED' | 'KEPT' | 'RETURNED';
    readonly returnTx?: string;
    /** Of one that is credited: what is credited now, 10^-6. Left out: what was held. */
    readonly credited?: Usdt;
    readonly at: number;
  },
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET state = $2, return_tx = $3, changed_at = to_timestamp($4 / 1000.0),
       reason = CASE WHEN $2 = 'CREDITED' THEN NULL ELSE reason END, held = CASE WHEN $2 = 'KEPT' THEN held ELSE 0 END,
       held_raw = CASE WHEN $2 = 'KEPT' THEN held_raw ELSE 0 END, amount = CASE WHEN $5::bigint IS NULL THEN amount ELSE amount - held + $5 END
     WHERE id = $1`,
    [to.id, to.state, to.returnTx ?? null, to.at, to.credited?.toString() ?? null],
  );
}
