import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { codesOf, type MoneyType } from '#domain/ledger/money-types.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { ASSET_NO, REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** What one journal did to a person's cash, beside trading. */
export interface MoneyMoved {
  /** Number of the journal: newer ones are higher. */
  readonly no: string;
  readonly at: number;
  readonly kind: string;
  readonly refType: string;
  readonly refId: string;
  readonly code: number;
  /** 10^-6; negative: it left. */
  readonly amount: bigint;
}

export interface MoneyFilter {
  readonly ownerId: string;
  readonly type: MoneyType | null;
  /** Only journals below this number. */
  readonly before: string | null;
  readonly from: number | null;
  readonly to: number | null;
  /** Beginning of the id of what it was for; null: any. */
  readonly refStart: string | null;
  readonly limit: number;
}

/** As the partial indexes of `transfer_real` have it. */
const BESIDE_TRADING = '(t.code < 180 OR t.code = 240 OR t.code > 280)';

const MOVED_SQL = `
  WITH mine AS (SELECT id FROM account WHERE owner_id = $1 AND realm = ${REALM_NO.real} AND kind = 'user_cash'),
  moved AS (
    SELECT t.journal, t.code, t.amount FROM mine JOIN transfer_real t ON t.credit_account = mine.id
      WHERE ${BESIDE_TRADING} AND t.code = ANY($2::smallint[]) AND ($3::bigint IS NULL OR t.journal < $3)
    UNION ALL
    SELECT t.journal, t.code, -t.amount FROM mine JOIN transfer_real t ON t.debit_account = mine.id
      WHERE ${BESIDE_TRADING} AND t.code = ANY($2::smallint[]) AND ($3::bigint IS NULL OR t.journal < $3)
  )
  SELECT j.id AS no, floor(extract(epoch FROM j.at) * 1000)::float8 AS at, j.kind, j.ref_type AS "refType", j.ref_id AS "refId",
    min(m.code)::int AS code, sum(m.amount)::bigint AS amount
  FROM moved m JOIN journal_real j ON j.realm = ${REALM_NO.real} AND j.id = m.journal
  WHERE ($4::timestamptz IS NULL OR j.at >= $4) AND ($5::timestamptz IS NULL OR j.at < $5) AND ($6::text IS NULL OR j.ref_id LIKE $6)
  GROUP BY j.id, j.at, j.kind, j.ref_type, j.ref_id
  ORDER BY j.id DESC LIMIT $7`;

/** Money that came to a person's cash or left it beside trading, newest first. */
export async function moneyMoved(db: Queryable, filter: MoneyFilter): Promise<MoneyMoved[]> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms));
  const { rows } = await db.query<Omit<MoneyMoved, 'amount'> & { amount: string }>(MOVED_SQL, [
    filter.ownerId,
    codesOf(filter.type),
    filter.before,
    time(filter.from),
    time(filter.to),
    filter.refStart === null ? null : `${filter.refStart.replace(/[\\%_]/g, '\\$&')}%`,
    filter.limit,
  ]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/**
 * What the ledger holds as a person's own, 10^-6, and all that ever moved there: while that stays the same, so does what they have elsewhere.
 * Money that is held for a payment or a withdrawal is theirs until it is gone; shares are in no account of theirs.
 */
export async function ownMoney(
  db: Queryable,
  ownerId: string,
): Promise<{ readonly balance: Usdt; readonly moved: string }> {
  const { rows } = await db.query<{ balance: string; moved: string }>(
    `SELECT coalesce(sum(credits - debits), 0) AS balance, coalesce(sum(credits + debits), 0)::text AS moved FROM account
     WHERE owner_id = $1 AND realm = ${REALM_NO.real} AND asset = ${ASSET_NO.USDT}
       AND kind IN ('user_cash', 'user_locked', 'payment_hold', 'withdraw_hold')`,
    [ownerId],
  );
  return { balance: usdt(BigInt(rows[0]?.balance ?? '0')), moved: rows[0]?.moved ?? '0' };
}

/** All that a person has ever deposited, 10^-6. */
export async function depositedOf(db: Queryable, ownerId: string): Promise<Usdt> {
  const { rows } = await db.query<{ sum: string }>(
    `SELECT coalesce(sum(t.amount), 0) AS sum FROM account a JOIN transfer_real t ON t.credit_account = a.id
     WHERE a.owner_id = $1 AND a.realm = ${REALM_NO.real} AND a.kind = 'user_cash' AND ${BESIDE_TRADING} AND t.code = ANY($2::smallint[])`,
    [ownerId, codesOf('deposit')],
  );
  return usdt(BigInt(rows[0]?.sum ?? '0'));
}

/** What the books hold in the wallet `network/coin`, 10^-6. */
export async function walletBooks(db: Queryable, wallet: string): Promise<Usdt> {
  const { rows } = await db.query<{ sum: string }>(
    `SELECT coalesce(sum(debits - credits), 0) AS sum FROM account
     WHERE owner_id IS NULL AND realm = ${REALM_NO.real} AND kind = 'treasury_hot' AND ref = $1`,
    [wallet],
  );
  return usdt(BigInt(rows[0]?.sum ?? '0'));
}

const OWN_KINDS = [
  'user_cash',
  'user_locked',
  'user_bonus',
  'user_bonus_locked',
  'payment_hold',
  'withdraw_hold',
  'suspense',
] as const satisfies readonly AccountKind[];
type OwnKind = (typeof OWN_KINDS)[number];

/** Where a person's real money stands, by the kind of its accounts, 10^-6. Shares are in no account of theirs. */
export async function ownParts(db: Queryable, ownerId: string): Promise<Readonly<Record<OwnKind, Usdt>>> {
  const { rows } = await db.query<{ kind: OwnKind; balance: string }>(
    `SELECT kind, sum(credits - debits) AS balance FROM account
     WHERE owner_id = $1 AND realm = ${REALM_NO.real} AND asset = ${ASSET_NO.USDT} AND kind = ANY($2) GROUP BY kind`,
    [ownerId, OWN_KINDS],
  );
  const found = new Map(rows.map(({ kind, balance }) => [kind, usdt(BigInt(balance))]));
  const entries = OWN_KINDS.map((kind) => [kind, found.get(kind) ?? usdt(0n)] as const);
  return Object.fromEntries(entries) as Record<OwnKind, Usdt>;
}

/** What the books say that a provider of fiat deposits owes us, and what it has paid us so far, 10^-6. */
export async function clearingBooks(
  db: Queryable,
  provider: string,
): Promise<{ readonly owes: bigint; readonly paid: bigint }> {
  const { rows } = await db.query<{ owes: string; paid: string }>(
    `SELECT coalesce(sum(a.debits - a.credits), 0) AS owes,
       coalesce(sum((SELECT sum(t.amount) FROM transfer_real t WHERE t.credit_account = a.id AND t.code = 90)), 0) AS paid
     FROM account a WHERE a.owner_id IS NULL AND a.realm = ${REALM_NO.real} AND a.kind = 'psp_clearing' AND a.ref = $1`,
    [provider],
  );
  return { owes: BigInt(rows[0]?.owes ?? '0'), paid: BigInt(rows[0]?.paid ?? '0') };
}
