import type { PoolClient } from 'pg';
import type { StoredCase } from '#domain/cashier/payout-policy.ts';
import type { WithdrawalState } from '#domain/cashier/withdrawals.ts';
import type { CoinRate } from '#domain/deposits/conversion.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';

export interface Withdrawal {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly token: string;
  readonly address: string;
  readonly tag: string;
  /** What arrives, 10^-6. */
  readonly amount: Usdt;
  readonly fee: Usdt;
  /** What arrives in a coin whose price moves, and the tick by which it is counted; null: each is a dollar. */
  readonly coins: { readonly units: bigint; readonly rate: CoinRate } | null;
  readonly rule: string;
  readonly people: number;
  /** The revision of the policy that decided, and what it looked at; null: it was made before that was kept. */
  readonly policy: number;
  readonly judged: StoredCase | null;
  readonly state: WithdrawalState;
  /** ms */
  readonly requestedAt: number;
  /** What the person is told of a refusal by people; null: none was. */
  readonly told: string | null;
  /** null: it has no transaction yet. */
  readonly txHash: string | null;
}

const COLUMNS = `id, user_id AS "userId", network, token, address, tag, amount, fee,
  units, rate_stream AS "rateStream", rate_seq AS "rateSeq", floor(extract(epoch FROM rate_at) * 1000)::float8 AS "rateT",
  rate_price AS "ratePrice", rate_scale AS "rateScale", rule, people, policy, judged, state, tx_hash AS "txHash",
  (SELECT r.told FROM withdrawal_review r WHERE r.withdrawal = withdrawal.id AND r.decision = 'REFUSED') AS told,
  floor(extract(epoch FROM requested_at) * 1000)::float8 AS "requestedAt"`;
/** Those whose money came back count in no sum. */
const COUNTS = `state NOT IN ('CANCELLED', 'REJECTED')`;

type Row = Omit<Withdrawal, 'amount' | 'fee' | 'coins'> &
  Readonly<Record<'amount' | 'fee', string>> &
  Readonly<Record<'units' | 'rateStream' | 'rateSeq' | 'ratePrice', string | null>> &
  Readonly<Record<'rateT' | 'rateScale', number | null>>;

function readRow(row: Row): Withdrawal {
  const { units, rateStream, rateSeq, rateT, ratePrice, rateScale, ...rest } = row;
  const [stream, seq, price] = [Number(rateStream), Number(rateSeq), Number(ratePrice)];
  const rate = { stream, seq, t: rateT ?? 0, price, scale: rateScale ?? 0 };
  const coins = units === null ? null : { units: BigInt(units), rate };
  return { ...rest, amount: usdt(BigInt(row.amount)), fee: usdt(BigInt(row.fee)), coins };
}

export async function insertWithdrawal(tx: PoolClient, row: Withdrawal): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal (id, user_id, network, token, address, tag, amount, fee, rule, people, policy, judged, state, requested_at, decided_at,
       units, rate_stream, rate_seq, rate_at, rate_price, rate_scale)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, CASE WHEN $13 = 'APPROVED' THEN $14::timestamptz END,
       $15, $16, $17, $18, $19, $20)`,
    [
      row.id,
      row.userId,
      row.network,
      row.token,
      row.address,
      row.tag,
      row.amount.toString(),
      row.fee.toString(),
      row.rule,
      row.people,
      row.policy,
      JSON.stringify(row.judged),
      row.state,
      new Date(row.requestedAt),
      ...coinValues(row),
    ],
  );
}

function coinValues({ coins }: Withdrawal): readonly unknown[] {
  if (coins === null) return [null, null, null, null, null, null];
  const { stream, seq, t, price, scale } = coins.rate;
  return [coins.units.toString(), stream, seq, new Date(t), price, scale];
}

type Page = { readonly after: string | null; readonly limit: number };

/** Withdrawals of a state, and of a rule where one is named: those that wait oldest first, others newest first. */
export async function pageWithdrawals(
  db: Queryable,
  asked: Page & { readonly state: WithdrawalState; readonly rule: string | null },
): Promise<readonly Withdrawal[]> {
  const goesOn =
    asked.state === 'REVIEW'
      ? '($3::uuid IS NULL OR id > $3) ORDER BY id'
      : '($3::uuid IS NULL OR id < $3) ORDER BY id DESC';
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM withdrawal WHERE state = $1 AND ($2::text IS NULL OR rule = $2) AND ${goesOn} LIMIT $4`,
    [asked.state, asked.rule, asked.after, asked.limit],
  );
  return rows.map(readRow);
}

/** Those whose case was kept, asked for since `since` (ms), newest first. */
export async function judgedSince(
  db: Queryable,
  asked: { readonly since: number; readonly limit: number },
): Promise<readonly Withdrawal[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM withdrawal WHERE requested_at > $1 AND judged IS NOT NULL ORDER BY requested_at DESC, id DESC LIMIT $2`,
    [new Date(asked.since), asked.limit],
  );
  return rows.map(readRow);
}

/** Those of a person, newest first. */
export async function withdrawalsOf(
  db: Queryable,
  asked: Page & { readonly userId: string },
): Promise<readonly Withdrawal[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM withdrawal WHERE user_id = $1 AND ($2::uuid IS NULL
       OR (requested_at, id) < (SELECT a.requested_at, a.id FROM withdrawal a WHERE a.id = $2))
     ORDER BY requested_at DESC, id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows.map(readRow);
}

/** Held until the transaction ends. */
export async function lockWithdrawal(tx: PoolClient, id: string): Promise<Withdrawal | null> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM withdrawal WHERE id = $1 FOR NO KEY UPDATE OF withdrawal`,
    [id],
  );
  return rows[0] === undefined ? null : readRow(rows[0]);
}

export async function endWithdrawal(
  tx: PoolClient,
  { id, state, now }: { readonly id: string; readonly state: 'CANCELLED' | 'REJECTED' | 'PAID'; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE withdrawal SET state = $2, ended_at = $3 WHERE id = $1', [id, state, new Date(now)]);
}

export async function findWithdrawals(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Withdrawal>> {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM withdrawal WHERE id = ANY($1::uuid[])`, [ids]);
  return new Map(rows.map((row) => [row.id, readRow(row)]));
}

/** All that a person has withdrawn, with fees, without what came back, and whether anybody else has withdrawn to the address. */
export async function withdrawnEver(
  db: Queryable,
  { userId, address }: { readonly userId: string; readonly address: string },
): Promise<{ readonly withdrawn: Usdt; readonly isShared: boolean }> {
  const { rows } = await db.query<{ withdrawn: string; isShared: boolean }>(
    `SELECT coalesce((SELECT sum(amount + fee) FROM withdrawal WHERE user_id = $1 AND ${COUNTS}), 0) AS withdrawn,
       EXISTS (SELECT 1 FROM withdrawal WHERE address = $2 AND user_id <> $1) AS "isShared"`,
    [userId, address],
  );
  return { withdrawn: usdt(BigInt(rows[0]?.withdrawn ?? '0')), isShared: rows[0]?.isShared === true };
}

/** A withdrawal in the same terms since `since` (ms) whose money did not come back. */
export async function findSameWithdrawal(
  tx: PoolClient,
  same: Pick<Withdrawal, 'userId' | 'network' | 'token' | 'address' | 'tag' | 'amount'> & { readonly since: number },
): Promise<Withdrawal | null> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM withdrawal WHERE user_id = $1 AND network = $2 AND token = $3 AND address = $4 AND tag = $5
       AND amount = $6 AND requested_at > $7 AND ${COUNTS} ORDER BY requested_at DESC LIMIT 1`,
    [same.userId, same.network, same.token, same.address, same.tag, same.amount.toString(), new Date(same.since)],
  );
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** What a person has withdrawn, with fees: in the 24 h and the hour before `now` (ms). */
export async function withdrawnLately(
  db: Queryable,
  userId: string,
  now: number,
): Promise<{ readonly ofDay: Usdt; readonly countOfHour: number }> {
  const { rows } = await db.query<{ ofDay: string; countOfHour: number }>(
    `SELECT coalesce(sum(amount + fee), 0) AS "ofDay", count(*) FILTER (WHERE requested_at > $3)::int AS "countOfHour"
     FROM withdrawal WHERE user_id = $1 AND requested_at > $2 AND ${COUNTS}`,
    [userId, new Date(now - DAY_MS), new Date(now - HOUR_MS)],
  );
  const row = rows[0];
  return { ofDay: usdt(BigInt(row?.ofDay ?? '0')), countOfHour: row?.countOfHour ?? 0 };
}

/** Is it an address from which people are paid, in any spelling? */
export async function isPayoutWallet(db: Queryable, address: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM payout_wallet WHERE lower(address) = lower($1)', [address]);
  return (rowCount ?? 0) > 0;
}

/** Networks that are paid out: those that there is a wallet for. */
export async function paidNetworks(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ network: string }>('SELECT network FROM payout_wallet');
  return new Set(rows.map(({ network }) => network));
}
