import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#server/db/index.ts';

/** A browser of a session that holds. */
export interface PushDevice {
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly userAgent: string | null;
  readonly language: string;
  readonly keyId: string;
  readonly sealed: Buffer;
  readonly addedAt: Date;
}

const LIVING = `SELECT d.id, d.user_id AS "userId", d.session_id AS "sessionId", s.user_agent AS "userAgent", s.language,
    d.key_id AS "keyId", d.sealed, d.added_at AS "addedAt"
  FROM push_device d JOIN living_session s ON s.id = d.session_id AND s.user_id = d.user_id`;

/** The browser of a session, in place of one that it had, and of whoever had this one before. Beyond `most` the oldest of the person goes. */
export async function saveDevice(
  tx: Queryable,
  device: Pick<PushDevice, 'userId' | 'sessionId' | 'keyId' | 'sealed' | 'addedAt'> & {
    readonly blind: Buffer;
    readonly most: number;
  },
): Promise<void> {
  const { userId, sessionId, blind, keyId, sealed, addedAt, most } = device;
  await tx.query('DELETE FROM push_device WHERE session_id = $1 AND blind <> $2', [sessionId, blind]);
  await tx.query(
    `INSERT INTO push_device (id, user_id, session_id, blind, key_id, sealed, added_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (blind) DO UPDATE SET user_id = EXCLUDED.user_id, session_id = EXCLUDED.session_id, key_id = EXCLUDED.key_id,
       sealed = EXCLUDED.sealed, added_at = EXCLUDED.added_at`,
    [uuidv7(), userId, sessionId, blind, keyId, sealed, addedAt],
  );
  await tx.query(
    `DELETE FROM push_device WHERE id IN
       (SELECT id FROM push_device WHERE user_id = $1 ORDER BY added_at DESC, id DESC OFFSET $2)`,
    [userId, most],
  );
}

/** Browsers of a person that are told now, the newest first. */
export async function listDevices(
  db: Queryable,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<readonly PushDevice[]> {
  const { rows } = await db.query<PushDevice>(
    `${LIVING} WHERE d.user_id = $1 AND s.expires_at > $2 ORDER BY d.added_at DESC, d.id DESC`,
    [userId, new Date(now)],
  );
  return rows;
}

/** One that is told now. */
export async function findDevice(
  db: Queryable,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<PushDevice | null> {
  const { rows } = await db.query<PushDevice>(`${LIVING} WHERE d.id = $1 AND s.expires_at > $2`, [id, new Date(now)]);
  return rows[0] ?? null;
}

/** Which browsers people have, by person. */
export async function devicesOf(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await db.query<{ id: string; userId: string }>(
    'SELECT id, user_id AS "userId" FROM push_device WHERE user_id = ANY($1)',
    [userIds],
  );
  const byPerson = new Map<string, string[]>();
  for (const { id, userId } of rows) byPerson.set(userId, [...(byPerson.get(userId) ?? []), id]);
  return byPerson;
}

/** False: there is no such browser of this person. */
export async function removeDevice(
  db: Queryable,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM push_device WHERE id = $1 AND user_id = $2', [id, userId]);
  return rowCount === 1;
}

/** One that a push service does not know, or that listens to another key. Not one that came in its place meanwhile. */
export async function dropDevice(db: Queryable, { id, sealed }: Pick<PushDevice, 'id' | 'sealed'>): Promise<void> {
  await db.query('DELETE FROM push_device WHERE id = $1 AND sealed = $2', [id, sealed]);
}

export async function dropOfSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query('DELETE FROM push_device WHERE session_id = $1', [sessionId]);
}

/** Those whose session has ended, also by its time. */
export async function dropEnded(db: Queryable, now: number): Promise<void> {
  await db.query(
    `DELETE FROM push_device d WHERE NOT EXISTS
       (SELECT 1 FROM living_session s WHERE s.id = d.session_id AND s.user_id = d.user_id AND s.expires_at > $1)`,
    [new Date(now)],
  );
}
