import type { PoolClient } from 'pg';
import type { Fees } from '#domain/treasury/fees.ts';
import type { Queryable } from '#server/db/index.ts';

/** One of our addresses on a network, in lower case, and a nonce of it. */
export interface NonceKey {
  readonly network: string;
  readonly wallet: `0x${string}`;
  readonly nonce: number;
}

export interface Attempt extends Fees {
  readonly no: number;
  readonly gas: number;
  /** The last block when it was made. */
  readonly head: bigint;
  /** null: it is not signed yet. */
  readonly raw: `0x${string}` | null;
  readonly txHash: `0x${string}` | null;
  /** When it was sent last, ms; null: never. */
  readonly sentAt: number | null;
}

/** A payment that has a nonce and is not over. */
export interface OpenPayout extends NonceKey {
  readonly kind: 'withdrawal' | 'gas' | 'sweep';
  readonly id: string;
  readonly run: number;
  /** The first comes first; there is one at least. */
  readonly attempts: readonly Attempt[];
}

const ATTEMPTS = `(SELECT json_agg(json_build_object('no', a.no, 'gas', a.gas, 'maxFee', a.max_fee::text, 'tip', a.tip::text,
    'head', a.head::text, 'raw', a.raw, 'txHash', a.tx_hash, 'sentAt', floor(extract(epoch FROM a.sent_at) * 1000)) ORDER BY a.no)
  FROM payout_attempt a WHERE (a.network, a.wallet, a.nonce) = (n.network, n.wallet, n.nonce)) AS attempts`;
type AttemptRow = Omit<Attempt, 'maxFee' | 'tip' | 'head'> & Readonly<Record<'maxFee' | 'tip' | 'head', string>>;
type Row = Omit<OpenPayout, 'nonce' | 'attempts'> & {
  readonly nonce: string;
  readonly attempts: readonly AttemptRow[];
};

/** All of a network that are not over, by address and nonce. */
export async function openPayouts(db: Queryable, network: string): Promise<readonly OpenPayout[]> {
  const { rows } = await db.query<Row>(
    `SELECT n.network, n.wallet, n.nonce, n.kind, n.id, n.run, ${ATTEMPTS} FROM payout_nonce n
     WHERE n.network = $1 AND n.state = 'OPEN' ORDER BY n.wallet, n.nonce`,
    [network],
  );
  return rows.map((row) => ({
    ...row,
    nonce: Number(row.nonce),
    attempts: row.attempts.map((one) => ({
      ...one,
      maxFee: BigInt(one.maxFee),
      tip: BigInt(one.tip),
      head: BigInt(one.head),
    })),
  }));
}

/** The next nonce of an address; `first` where none was taken yet. Two that take it at once: one of them fails at the key. */
export async function nextNonce(
  db: Queryable,
  { network, wallet, first }: Omit<NonceKey, 'nonce'> & { readonly first: number },
): Promise<number> {
  const { rows } = await db.query<{ next: string | null }>(
    'SELECT max(nonce) + 1 AS next FROM payout_nonce WHERE network = $1 AND wallet = $2',
    [network, wallet],
  );
  return Number(rows[0]?.next ?? first);
}

export async function insertNonce(
  tx: PoolClient,
  { network, wallet, nonce, kind, id, run, now }: Omit<OpenPayout, 'attempts'> & { readonly now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO payout_nonce (network, wallet, nonce, kind, id, run, state, taken_at) VALUES ($1, $2, $3, $4, $5, $6, 'OPEN', $7)`,
    [network, wallet, nonce, kind, id, run, new Date(now)],
  );
}

export async function insertAttempt(
  db: Queryable,
  { network, wallet, nonce }: NonceKey,
  {
    no,
    gas,
    maxFee,
    tip,
    head,
    now,
  }: Pick<Attempt, 'no' | 'gas' | 'maxFee' | 'tip' | 'head'> & { readonly now: number },
): Promise<void> {
  await db.query(
    `INSERT INTO payout_attempt (network, wallet, nonce, no, gas, max_fee, tip, head, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT DO NOTHING`,
    [network, wallet, nonce, no, gas, maxFee.toString(), tip.toString(), head.toString(), new Date(now)],
  );
}

type AttemptKey = NonceKey & { readonly no: number };

/** Before any node has it. */
export async function writeSigned(
  db: Queryable,
  { network, wallet, nonce, no }: AttemptKey,
  { raw, hash }: { readonly raw: string; readonly hash: string },
): Promise<void> {
  await db.query(
    `UPDATE payout_attempt SET raw = $5, tx_hash = $6 WHERE (network, wallet, nonce, no) = ($1, $2, $3, $4) AND raw IS NULL`,
    [network, wallet, nonce, no, raw, hash],
  );
}

export async function writeAnswer(
  db: Queryable,
  { network, wallet, nonce, no }: AttemptKey,
  { answer, now }: { readonly answer: string; readonly now: number },
): Promise<void> {
  await db.query(
    `UPDATE payout_attempt SET sent_at = $5, answer = $6 WHERE (network, wallet, nonce, no) = ($1, $2, $3, $4)`,
    [network, wallet, nonce, no, new Date(now), answer],
  );
}

/** Held until the transaction ends. false: it is over already. */
export async function endNonce(
  tx: PoolClient,
  { network, wallet, nonce }: NonceKey,
  { state, now }: { readonly state: 'DONE' | 'FAILED'; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE payout_nonce SET state = $4, ended_at = $5 WHERE (network, wallet, nonce) = ($1, $2, $3) AND state = 'OPEN'`,
    [network, wallet, nonce, state, new Date(now)],
  );
  return rowCount === 1;
}

/** One wallet is opened at a time; until the transaction ends. */
export async function lockOpening(tx: PoolClient): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('payout_wallet'))`);
}

/** What came to an address of the native coin, or left it with a transaction, wei. A repeat adds nothing. */
export async function insertGas(
  tx: PoolClient,
  entry: {
    readonly network: string;
    readonly wallet: string;
    readonly why: 'brought' | 'fee' | 'given';
    readonly ref: string;
    readonly wei: bigint;
    readonly now: number;
  },
): Promise<void> {
  if (entry.wei === 0n) return;
  await tx.query(
    `INSERT INTO gas_entry (network, wallet, why, ref, wei, at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [entry.network, entry.wallet, entry.why, entry.ref, entry.wei.toString(), new Date(entry.now)],
  );
}
