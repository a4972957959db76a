import type { Queryable } from '#server/db/index.ts';

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

export interface NewDelivery {
  readonly provider: string;
  readonly eventId: string;
  readonly reference: string;
  readonly status: string;
  /** null: the status has no row. */
  readonly outcome: string | null;
  readonly at: number | null;
  readonly receivedAt: number;
  readonly userId: string | null;
  readonly body: Buffer | null;
  readonly digest: Buffer;
}

/** Its number; null where the provider has sent it before. */
export async function insertDelivery(tx: Queryable, one: NewDelivery): Promise<string | null> {
  const { rows } = await tx.query<{ readonly no: string }>(
    `INSERT INTO provider_delivery (provider, event_id, reference, status, outcome, at, received_at, user_id, body, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (provider, event_id) DO NOTHING RETURNING no::text`,
    [
      one.provider,
      one.eventId,
      one.reference,
      one.status,
      one.outcome,
      one.at === null ? null : new Date(one.at),
      new Date(one.receivedAt),
      one.userId,
      one.body,
      one.digest,
    ],
  );
  return rows[0]?.no ?? null;
}

export interface KeptDelivery extends Omit<NewDelivery, 'digest'> {
  readonly no: string;
}

/** One that waits to be handled, and has a meaning. */
export async function findWaiting(db: Queryable, no: string): Promise<KeptDelivery | null> {
  const { rows } = await db.query<KeptDelivery>(
    `SELECT no::text, provider, event_id AS "eventId", reference, status, outcome, ${ms('at')} AS at, ${ms('received_at')} AS "receivedAt",
            user_id AS "userId", body
     FROM provider_delivery WHERE no = $1 AND handled_at IS NULL AND outcome IS NOT NULL`,
    [no],
  );
  return rows[0] ?? null;
}

export async function setHandled(db: Queryable, no: string, now: number): Promise<void> {
  await db.query('UPDATE provider_delivery SET handled_at = $2 WHERE no = $1 AND handled_at IS NULL', [
    no,
    new Date(now),
  ]);
}

/** Those whose status had no row, oldest first. */
export async function listUndecided(
  db: Queryable,
): Promise<readonly { readonly no: string; readonly provider: string; readonly status: string }[]> {
  const { rows } = await db.query<{ no: string; provider: string; status: string }>(
    `SELECT no::text, provider, status FROM provider_delivery WHERE outcome IS NULL ORDER BY provider_delivery.no LIMIT 1000`,
  );
  return rows;
}

/** false: another process was first. */
export async function setOutcome(tx: Queryable, no: string, outcome: string): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE provider_delivery SET outcome = $2 WHERE no = $1 AND outcome IS NULL', [
    no,
    outcome,
  ]);
  return rowCount === 1;
}
