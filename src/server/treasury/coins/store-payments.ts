import type { PoolClient } from 'pg';
import type { Spendable } from '#domain/treasury/coin-fees.ts';
import type { Queryable } from '#server/db/index.ts';

export interface CoinAttempt {
  readonly no: number;
  readonly fee: bigint;
  readonly change: bigint;
  /** The last block when it was made. */
  readonly head: bigint;
  /** null: it is not signed yet. */
  readonly raw: string | null;
  readonly txHash: string | null;
  /** When it was sent last, ms; null: never. */
  readonly sentAt: number | null;
}

/** An output that a payment spends. */
export interface CoinInput extends Spendable {
  /** Of the deposit key; null: it is the wallet's own. */
  readonly child: number | null;
}

/** A payment that outputs are taken for, and that is not over. */
export interface OpenCoinPayment {
  /** sweep: outputs at addresses of people come to the wallet, and all that is not the fee is change. */
  readonly kind: 'withdrawal' | 'sweep';
  /** Of the withdrawal, or of the sweep. */
  readonly id: string;
  readonly network: string;
  readonly wallet: string;
  /** What a person gets, or what leaves their addresses, its fee in it. */
  readonly units: bigint;
  readonly inputs: readonly CoinInput[];
  /** The first comes first; there is one at least. */
  readonly attempts: readonly CoinAttempt[];
}

const INPUTS = `(SELECT json_agg(json_build_object('txid', i.txid, 'vout', i.vout, 'units', o.units::text, 'child', o.child) ORDER BY i.place)
  FROM coin_input i JOIN coin_output o USING (network, txid, vout) WHERE i.payment = p.id) AS inputs`;
const ATTEMPTS = `(SELECT json_agg(json_build_object('no', a.no, 'fee', a.fee::text, 'change', a.change::text, 'head', a.head::text,
    'raw', a.raw, 'txHash', a.tx_hash, 'sentAt', floor(extract(epoch FROM a.sent_at) * 1000)) ORDER BY a.no)
  FROM coin_attempt a WHERE a.payment = p.id) AS attempts`;
type AttemptRow = Omit<CoinAttempt, 'fee' | 'change' | 'head'> & Readonly<Record<'fee' | 'change' | 'head', string>>;
interface Row {
  readonly kind: OpenCoinPayment['kind'];
  readonly id: string;
  readonly network: string;
  readonly wallet: string;
  readonly units: string;
  readonly inputs: readonly (Omit<CoinInput, 'units'> & { readonly units: string })[];
  readonly attempts: readonly AttemptRow[];
}

/** All of a network that are not over, the oldest first. */
export async function openCoinPayments(db: Queryable, network: string): Promise<readonly OpenCoinPayment[]> {
  const { rows } = await db.query<Row>(
    `SELECT p.kind, p.id, p.network, p.wallet, p.units, ${INPUTS}, ${ATTEMPTS} FROM coin_payment p
     WHERE p.network = $1 AND p.state = 'OPEN' ORDER BY p.taken_at, p.id`,
    [network],
  );
  return rows.map((row) => ({
    ...row,
    units: BigInt(row.units),
    inputs: row.inputs.map((one) => ({ ...one, units: BigInt(one.units) })),
    attempts: row.attempts.map((one) => ({
      ...one,
      fee: BigInt(one.fee),
      change: BigInt(one.change),
      head: BigInt(one.head),
    })),
  }));
}

/** With its inputs, which nobody else may have: two that take one output at once, and one of them fails at its key. */
export async function insertCoinPayment(
  tx: PoolClient,
  { kind, id, network, wallet, units, inputs }: Omit<OpenCoinPayment, 'attempts'>,
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO coin_payment (kind, id, network, wallet, units, state, taken_at) VALUES ($1, $2, $3, $4, $5, 'OPEN', $6)`,
    [kind, id, network, wallet, units.toString(), new Date(now)],
  );
  for (const [place, { txid, vout }] of inputs.entries()) {
    await tx.query('INSERT INTO coin_input (network, txid, vout, payment, place) VALUES ($1, $2, $3, $4, $5)', [
      network,
      txid,
      vout,
      id,
      place,
    ]);
  }
}

export async function insertCoinAttempt(
  db: Queryable,
  payment: string,
  { no, fee, change, head, now }: Pick<CoinAttempt, 'no' | 'fee' | 'change' | 'head'> & { readonly now: number },
): Promise<void> {
  await db.query(
    'INSERT INTO coin_attempt (payment, no, fee, change, head, made_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
    [payment, no, fee.toString(), change.toString(), head.toString(), new Date(now)],
  );
}

/** Before any node has it. */
export async function writeSignedCoins(
  db: Queryable,
  { payment, no }: { readonly payment: string; readonly no: number },
  { raw, hash }: { readonly raw: string; readonly hash: string },
): Promise<void> {
  await db.query('UPDATE coin_attempt SET raw = $3, tx_hash = $4 WHERE payment = $1 AND no = $2 AND raw IS NULL', [
    payment,
    no,
    raw,
    hash,
  ]);
}

export async function writeCoinAnswer(
  db: Queryable,
  { payment, no }: { readonly payment: string; readonly no: number },
  { answer, now }: { readonly answer: string; readonly now: number },
): Promise<void> {
  await db.query('UPDATE coin_attempt SET sent_at = $3, answer = $4 WHERE payment = $1 AND no = $2', [
    payment,
    no,
    new Date(now),
    answer,
  ]);
}

/** Held until the transaction ends. false: it is over already. */
export async function endCoinPayment(
  tx: PoolClient,
  { id, txHash, now }: { readonly id: string; readonly txHash: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE coin_payment SET state = 'DONE', tx_hash = $2, ended_at = $3 WHERE id = $1 AND state = 'OPEN'`,
    [id, txHash, new Date(now)],
  );
  return rowCount === 1;
}

/** Of a sweep, one of whose outputs is gone: what it had may be swept again. false: it is over already. */
export async function failCoinSweep(
  tx: PoolClient,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE coin_payment SET state = 'FAILED', ended_at = $2 WHERE id = $1 AND state = 'OPEN' AND kind = 'sweep'`,
    [id, new Date(now)],
  );
  if (rowCount !== 1) return false;
  await tx.query('DELETE FROM coin_input WHERE payment = $1', [id]);
  return true;
}
