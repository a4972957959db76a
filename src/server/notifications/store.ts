import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { NotificationChannel, NotificationKind } from '#protocol/notification-kinds.ts';
import type { Queryable } from '#server/db/index.ts';

export interface NotificationRow {
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  /** ms */
  readonly at: number;
  readonly values: Readonly<Record<string, string>>;
  readonly isRead: boolean;
}

interface NotificationRecord {
  id: string;
  user_id: string;
  kind: string;
  at: Date;
  details: Record<string, string>;
  read_at: Date | null;
}

const COLUMNS = 'id, user_id, kind, at, details, read_at';

function toRow(row: NotificationRecord): NotificationRow {
  const { user_id: userId, read_at: readAt, at, id, kind, details } = row;
  return { id, userId, kind, values: details, at: at.getTime(), isRead: readAt !== null };
}

/** Stores notifications, but those whose source was told of before. */
export async function insertNotifications(
  tx: Queryable,
  rows: readonly {
    readonly userId: string;
    readonly kind: NotificationKind;
    readonly at: number;
    readonly values: Readonly<Record<string, string>>;
    readonly source: string | null;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO notification (id, user_id, kind, at, details, source)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::jsonb[], $6::text[])
     ON CONFLICT (user_id, source) DO NOTHING`,
    [
      rows.map(() => uuidv7()),
      rows.map(({ userId }) => userId),
      rows.map(({ kind }) => kind),
      rows.map(({ at }) => new Date(at)),
      rows.map(({ values }) => JSON.stringify(values)),
      rows.map(({ source }) => source),
    ],
  );
}

export async function listNotifications(
  db: Queryable,
  page: { readonly userId: string; readonly before: string | null; readonly limit: number },
): Promise<readonly NotificationRow[]> {
  const { rows } = await db.query<NotificationRecord>(
    `SELECT ${COLUMNS} FROM notification WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [page.userId, page.before, page.limit],
  );
  return rows.map(toRow);
}

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    'SELECT count(*)::int AS unread FROM notification WHERE user_id = $1 AND read_at IS NULL',
    [userId],
  );
  return rows[0]?.unread ?? 0;
}

/** How many are unread, by person; those with none are left out. */
export async function countUnreadOf(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ userId: string; unread: number }>(
    `SELECT user_id AS "userId", count(*)::int AS unread FROM notification
     WHERE user_id = ANY($1) AND read_at IS NULL GROUP BY user_id`,
    [userIds],
  );
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}

/** Marks a person's notifications as read: of all of them those in `ids`, and those no newer than `upTo`; null asks for nothing. */
export async function markRead(
  db: Queryable,
  which: {
    readonly userId: string;
    readonly ids: readonly string[] | null;
    readonly upTo: string | null;
    readonly now: number;
  },
): Promise<void> {
  await db.query(
    `UPDATE notification SET read_at = $3
     WHERE user_id = $1 AND read_at IS NULL AND ($2::uuid[] IS NULL OR id = ANY($2)) AND ($4::uuid IS NULL OR id <= $4)`,
    [which.userId, which.ids, new Date(which.now), which.upTo],
  );
}

/** Takes what has not been announced yet; each is given out once. */
export async function takeUntold(db: Queryable, limit: number): Promise<readonly NotificationRow[]> {
  const { rows } = await db.query<NotificationRecord>(
    `UPDATE notification SET told = true
     WHERE id IN (SELECT id FROM notification WHERE NOT told ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [limit],
  );
  return rows.map(toRow).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

export interface ChoiceRow {
  readonly kind: string;
  readonly channel: NotificationChannel;
  readonly isOn: boolean;
}

export async function findChoices(db: Queryable, userId: string): Promise<readonly ChoiceRow[]> {
  const { rows } = await db.query<{ kind: string; channel: NotificationChannel; isOn: boolean }>(
    'SELECT kind, channel, is_on AS "isOn" FROM notification_choice WHERE user_id = $1',
    [userId],
  );
  return rows;
}

/** The choices of several people; those who chose nothing are left out. */
export async function findChoicesOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ChoiceRow[]>> {
  const { rows } = await db.query<ChoiceRow & { readonly userId: string }>(
    'SELECT user_id AS "userId", kind, channel, is_on AS "isOn" FROM notification_choice WHERE user_id = ANY($1)',
    [userIds],
  );
  const byPerson = new Map<string, ChoiceRow[]>();
  for (const { userId, ...choice } of rows) byPerson.set(userId, [...(byPerson.get(userId) ?? []), choice]);
  return byPerson;
}

export async function saveChoice(tx: PoolClient, choice: ChoiceRow & { readonly userId: string }): Promise<void> {
  await tx.query(
    `INSERT INTO notification_choice (user_id, kind, channel, is_on) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, kind, channel) DO UPDATE SET is_on = EXCLUDED.is_on`,
    [choice.userId, choice.kind, choice.channel, choice.isOn],
  );
}

/** Drops notifications told before `before` (ms), read or not. */
export async function deleteOldNotifications(db: Queryable, before: number): Promise<void> {
  await db.query('DELETE FROM notification WHERE at < $1', [new Date(before)]);
  await db.query('DELETE FROM notification_digest WHERE day < $1', [new Date(before)]);
}

/** Where to reach a person by mail; null for people without an address. */
export async function findContact(
  db: Queryable,
  userId: string,
): Promise<{ readonly sealed: Buffer; readonly language: string } | null> {
  const { rows } = await db.query<{ sealed: Buffer | null; language: string }>(
    'SELECT email_sealed AS sealed, language FROM mail_contact WHERE user_id = $1',
    [userId],
  );
  const row = rows[0];
  return row === undefined || row.sealed === null ? null : { sealed: row.sealed, language: row.language };
}
