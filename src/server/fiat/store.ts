import type { FiatReason, FiatState } from '#domain/fiat/orders.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';

/** An order of a person at an on-ramp. Fiat in hundredths, other money in 10^-6, times in ms. */
export interface FiatOrder {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  readonly method: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly receive: Usdt;
  readonly isFirm: boolean;
  readonly state: FiatState;
  readonly reason: FiatReason | null;
  readonly theirs: string | null;
  readonly url: string | null;
  readonly paidFiat: string | null;
  readonly paid: bigint | null;
  readonly brings: Usdt | null;
  readonly credited: Usdt;
  readonly held: Usdt;
  /** What a chargeback left owed to us. */
  readonly owed: Usdt;
  readonly owner: string | null;
  readonly madeAt: number;
  readonly expiresAt: number;
  readonly changedAt: number;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
export const ORDER = `SELECT id, user_id AS "userId", provider, method, fiat, amount, fee, receive, is_firm AS "isFirm", state, reason, theirs, url,
    paid_fiat AS "paidFiat", paid, brings, credited, held, owed, owner, ${ms('made_at')} AS "madeAt", ${ms('expires_at')} AS "expiresAt",
    ${ms('changed_at')} AS "changedAt" FROM fiat_order`;
type Sums = 'amount' | 'fee' | 'receive' | 'credited' | 'held' | 'owed';
export type OrderRow = Omit<FiatOrder, Sums | 'paid' | 'brings'> &
  Readonly<Record<Sums, string>> &
  Readonly<Record<'paid' | 'brings', string | null>>;
export const readOrder = (row: OrderRow): FiatOrder => ({
  ...row,
  amount: BigInt(row.amount),
  fee: BigInt(row.fee),
  receive: usdt(BigInt(row.receive)),
  paid: row.paid === null ? null : BigInt(row.paid),
  brings: row.brings === null ? null : usdt(BigInt(row.brings)),
  credited: usdt(BigInt(row.credited)),
  held: usdt(BigInt(row.held)),
  owed: usdt(BigInt(row.owed)),
});

export async function insertOrder(
  tx: Queryable,
  order: Pick<
    FiatOrder,
    'id' | 'userId' | 'provider' | 'method' | 'fiat' | 'amount' | 'fee' | 'receive' | 'isFirm' | 'madeAt' | 'expiresAt'
  >,
): Promise<FiatOrder> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO fiat_order (id, user_id, provider, method, fiat, amount, fee, receive, is_firm, state, made_at, expires_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'CREATED', to_timestamp($10 / 1000.0), to_timestamp($11 / 1000.0), to_timestamp($10 / 1000.0))
     RETURNING id`,
    [
      order.id,
      order.userId,
      order.provider,
      order.method,
      order.fiat,
      order.amount,
      order.fee,
      order.receive,
      order.isFirm,
      order.madeAt,
      order.expiresAt,
    ],
  );
  const made = await findOrder(tx, rows[0]?.id ?? '');
  if (made === null) throw new Error('an order was not kept');
  return made;
}

/** By our id; what is none names no order. */
export async function findOrder(db: Queryable, reference: string): Promise<FiatOrder | null> {
  if (!isRowId(reference)) return null;
  const { rows } = await db.query<OrderRow>(`${ORDER} WHERE id = $1`, [reference]);
  return rows[0] === undefined ? null : readOrder(rows[0]);
}

/** Held until the transaction ends. */
export async function lockOrder(tx: Queryable, id: string): Promise<FiatOrder | null> {
  const { rows } = await tx.query<OrderRow>(`${ORDER} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return rows[0] === undefined ? null : readOrder(rows[0]);
}

/** Newest first. */
export async function ordersOf(db: Queryable, userId: string, limit: number): Promise<readonly FiatOrder[]> {
  const { rows } = await db.query<OrderRow>(`${ORDER} WHERE user_id = $1 ORDER BY id DESC LIMIT $2`, [userId, limit]);
  return rows.map(readOrder);
}

/** The open order of a person for an offer. */
export async function findOpen(
  db: Queryable,
  of: Pick<FiatOrder, 'userId' | 'provider' | 'method'>,
): Promise<FiatOrder | null> {
  const { rows } = await db.query<OrderRow>(
    `${ORDER} WHERE user_id = $1 AND provider = $2 AND method = $3 AND state IN ('CREATED', 'PENDING')`,
    [of.userId, of.provider, of.method],
  );
  return rows[0] === undefined ? null : readOrder(rows[0]);
}

/** The provider has it: where its page is. */
export async function setBegun(
  db: Queryable,
  to: { readonly id: string; readonly theirs: string | null; readonly url: string; readonly now: number },
): Promise<void> {
  await db.query(
    `UPDATE fiat_order SET theirs = coalesce(theirs, $2), url = $3, changed_at = to_timestamp($4 / 1000.0),
       state = CASE WHEN state = 'CREATED' THEN 'PENDING' ELSE state END WHERE id = $1`,
    [to.id, to.theirs, to.url, to.now],
  );
}

export interface OrderChange extends Pick<FiatOrder, 'id' | 'state' | 'credited' | 'held'> {
  readonly reason?: FiatReason | null;
  readonly owed?: Usdt;
  readonly now: number;
}

/** Where it stands from now on. What became theirs counts toward their limits from when it did. */
export async function changeOrder(tx: Queryable, to: OrderChange): Promise<void> {
  await tx.query(
    `UPDATE fiat_order SET state = $2, reason = CASE WHEN $7 THEN reason ELSE $3 END, credited = $4, held = $5, owed = coalesce($8, owed),
       changed_at = to_timestamp($6 / 1000.0), credited_at = CASE WHEN $4 > credited THEN to_timestamp($6 / 1000.0) ELSE credited_at END
     WHERE id = $1`,
    [to.id, to.state, to.reason ?? null, to.credited, to.held, to.now, to.reason === undefined, to.owed ?? null],
  );
}

export interface News extends Pick<FiatOrder, 'userId' | 'state' | 'paidFiat' | 'paid' | 'brings'> {
  readonly orderId: string;
  readonly source: 'person' | 'provider' | 'clock' | 'staff';
  readonly status: string | null;
  readonly at: number;
}

/** Writes what was heard and what followed. The same again is written once. */
export async function insertNews(tx: Queryable, news: News): Promise<void> {
  await tx.query(
    `INSERT INTO fiat_news (order_id, user_id, at, source, status, state, paid_fiat, paid, brings)
     SELECT $1, $2, to_timestamp($3 / 1000.0), $4, $5, $6, $7, $8, $9
     WHERE NOT EXISTS (SELECT 1 FROM (SELECT * FROM fiat_news WHERE order_id = $1 ORDER BY no DESC LIMIT 1) newest
       WHERE newest.source = $4 AND newest.status IS NOT DISTINCT FROM $5 AND newest.state = $6
         AND (newest.paid_fiat, newest.paid, newest.brings) IS NOT DISTINCT FROM ($7::text, $8::bigint, $9::bigint))`,
    [news.orderId, news.userId, news.at, news.source, news.status, news.state, news.paidFiat, news.paid, news.brings],
  );
}

export async function newsOf(
  db: Queryable,
  orderId: string,
): Promise<readonly (Omit<News, 'userId' | 'orderId'> & { readonly no: string })[]> {
  const { rows } = await db.query<
    Omit<News, 'userId' | 'orderId' | 'paid' | 'brings'> & {
      readonly no: string;
      readonly paid: string | null;
      readonly brings: string | null;
    }
  >(
    `SELECT no::text, ${ms('at')} AS at, source, status, state, paid_fiat AS "paidFiat", paid, brings FROM fiat_news
     WHERE order_id = $1 ORDER BY fiat_news.no DESC LIMIT 100`,
    [orderId],
  );
  return rows.map((row) => ({
    ...row,
    paid: row.paid === null ? null : BigInt(row.paid),
    brings: row.brings === null ? null : usdt(BigInt(row.brings)),
  }));
}

/** What the provider says was paid; its own id too, where it was not known. */
export async function setPaid(
  tx: Queryable,
  to: Pick<FiatOrder, 'id' | 'theirs' | 'paidFiat' | 'paid' | 'brings'>,
): Promise<void> {
  await tx.query(
    `UPDATE fiat_order SET theirs = coalesce(theirs, $2), paid_fiat = coalesce($3, paid_fiat), paid = coalesce($4, paid),
       brings = coalesce($5, brings) WHERE id = $1`,
    [to.id, to.theirs, to.paidFiat, to.paid, to.brings],
  );
}
