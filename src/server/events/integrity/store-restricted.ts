import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** Kinds of people who may not trade an event, as its editors wrote them. */
export interface BarredKinds {
  readonly version: number;
  readonly kinds: readonly string[];
}

/** What counts now; null: nobody is named. */
export async function findKinds(db: Queryable, eventId: string): Promise<BarredKinds | null> {
  const { rows } = await db.query<BarredKinds>(
    'SELECT version, kinds FROM event_barred_kinds WHERE event_id = $1 ORDER BY version DESC LIMIT 1',
    [eventId],
  );
  const [last] = rows;
  return last === undefined || last.kinds.length === 0 ? null : last;
}

/** The event, held until the transaction ends, so that versions do not meet; false: there is none. */
export async function lockEvent(tx: PoolClient, eventId: string): Promise<boolean> {
  return (await tx.query('SELECT FROM event WHERE id = $1 FOR UPDATE', [eventId])).rowCount === 1;
}

/** Another version of the kinds. `at`: ms. The event is held. */
export async function putKinds(
  tx: PoolClient,
  { eventId, kinds, at }: { readonly eventId: string; readonly kinds: readonly string[]; readonly at: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO event_barred_kinds (event_id, version, kinds, at)
     SELECT $1::uuid, coalesce(max(version), 0) + 1, $2::text[], $3::bigint FROM event_barred_kinds WHERE event_id = $1`,
    [eventId, kinds, at],
  );
  await tellBooks(tx, eventId);
}

/** The engine reads the books anew: also one that is being opened now. */
async function tellBooks(tx: PoolClient, eventId: string): Promise<void> {
  await tx.query(
    `WITH changed AS (UPDATE event_revision SET no = no + 1 RETURNING no)
     UPDATE event_market SET revision = changed.no FROM changed WHERE event_id = $1`,
    [eventId],
  );
}

interface Said {
  readonly userId: string;
  readonly eventId: string;
  readonly version: number;
  /** Of the rules of one of its markets, hex. */
  readonly rulesHash: string;
  readonly at: number;
}

/** Keeps that a person is none of those who may not trade an event; false: these are not its kinds, or not its rules, of now. Twice is the same as once. */
export async function putAttestation(
  db: Queryable,
  { userId, eventId, version, rulesHash, at }: Said,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH now AS (SELECT version FROM event_barred_kinds WHERE event_id = $1 ORDER BY version DESC LIMIT 1),
       read AS (SELECT FROM event_market WHERE event_id = $1 AND opens_at IS NOT NULL AND rules_hash = decode($4, 'hex') LIMIT 1),
       kept AS (INSERT INTO event_attestation (event_id, user_id, version, rules_hash, at)
         SELECT $1, $2::uuid, now.version, decode($4, 'hex'), $5::bigint FROM now, read WHERE now.version = $3 ON CONFLICT DO NOTHING)
     SELECT FROM now, read WHERE now.version = $3`,
    [eventId, userId, version, rulesHash, at],
  );
  return rowCount === 1;
}

/** Has a person said that they are none of the kinds of now, and are they kept from the event by name? */
export async function findStanding(
  db: Queryable,
  { userId, eventId }: { readonly userId: string; readonly eventId: string },
): Promise<{ readonly attested: boolean; readonly restricted: boolean }> {
  const { rows } = await db.query<{ attested: boolean; restricted: boolean }>(
    `SELECT EXISTS (SELECT FROM event_attestation a WHERE a.event_id = $1 AND a.user_id = $2
         AND a.version = (SELECT max(version) FROM event_barred_kinds WHERE event_id = $1)) AS attested,
       EXISTS (SELECT FROM event_barred_person WHERE event_id = $1 AND user_id = $2) AS restricted`,
    [eventId, userId],
  );
  return rows[0] ?? { attested: false, restricted: false };
}

/** False: they were on the list. */
export async function putBarred(
  tx: PoolClient,
  { eventId, userId, reason, at }: { eventId: string; userId: string; reason: string; at: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO event_barred_person (event_id, user_id, reason, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [eventId, userId, reason, at],
  );
  if (rowCount === 1) await tellBooks(tx, eventId);
  return rowCount === 1;
}

/** False: they were not on the list. */
export async function dropBarred(tx: PoolClient, eventId: string, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM event_barred_person WHERE event_id = $1 AND user_id = $2', [
    eventId,
    userId,
  ]);
  if (rowCount === 1) await tellBooks(tx, eventId);
  return rowCount === 1;
}

/** Somebody who is kept from an event. */
export interface Barred {
  readonly userId: string;
  readonly reason: string;
  readonly at: number;
}

/** People whom an event keeps out, by id, after one of them. */
export async function listBarred(
  db: Queryable,
  { eventId, after, limit }: { readonly eventId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly Barred[]> {
  const { rows } = await db.query<{ user_id: string; reason: string; at: string }>(
    `SELECT user_id, reason, at FROM event_barred_person
     WHERE event_id = $1 AND ($2::uuid IS NULL OR user_id > $2) ORDER BY user_id LIMIT $3`,
    [eventId, after, limit],
  );
  return rows.map((row) => ({ userId: row.user_id, reason: row.reason, at: Number(row.at) }));
}

/** Of the last version of the kinds. */
export async function countAttested(db: Queryable, eventId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM event_attestation
     WHERE event_id = $1 AND version = (SELECT max(version) FROM event_barred_kinds WHERE event_id = $1)`,
    [eventId],
  );
  return rows[0]?.n ?? 0;
}
