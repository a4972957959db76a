import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** A record of a desk. */
export interface RecordKey {
  readonly desk: string;
  readonly record: string;
}

export interface NoteRow {
  readonly id: string;
  readonly author: string;
  /** Whose key seals it; null: the house's. */
  readonly userId: string | null;
  readonly textSealed: Buffer;
  /** ms. */
  readonly at: number;
}

export async function insertNote(tx: PoolClient, key: RecordKey, note: NoteRow): Promise<void> {
  await tx.query(
    `INSERT INTO office_note (id, desk, record, user_id, author, text_sealed, written_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [note.id, key.desk, key.record, note.userId, note.author, note.textSealed, new Date(note.at)],
  );
}

/** Newest first. */
export async function notesOf(db: Queryable, { desk, record }: RecordKey, limit: number): Promise<readonly NoteRow[]> {
  const { rows } = await db.query<NoteRow>(
    `SELECT id, author, user_id AS "userId", text_sealed AS "textSealed", (extract(epoch FROM written_at) * 1000)::float8 AS at
     FROM office_note WHERE desk = $1 AND record = $2 ORDER BY id DESC LIMIT $3`,
    [desk, record, limit],
  );
  return rows;
}

export async function tagsOf(db: Queryable, { desk, record }: RecordKey): Promise<readonly string[]> {
  const { rows } = await db.query<{ tag: string }>(
    'SELECT tag FROM office_tag WHERE desk = $1 AND record = $2 ORDER BY tag',
    [desk, record],
  );
  return rows.map(({ tag }) => tag);
}

/** Sets them; whom the record is about goes with each. */
export async function putTags(
  tx: PoolClient,
  { desk, record }: RecordKey,
  { tags, userId }: { readonly tags: readonly string[]; readonly userId: string | null },
): Promise<void> {
  await tx.query('DELETE FROM office_tag WHERE desk = $1 AND record = $2 AND tag <> ALL($3)', [desk, record, tags]);
  await tx.query(
    `INSERT INTO office_tag (desk, record, tag, user_id) SELECT $1, $2, tag, $4 FROM unnest($3::text[]) tag ON CONFLICT DO NOTHING`,
    [desk, record, tags, userId],
  );
}

export interface LockRow {
  readonly holder: string;
  /** ms. */
  readonly until: number;
}

/** Who works on a record; null: nobody. */
export async function lockOf(db: Queryable, { desk, record }: RecordKey, now: number): Promise<LockRow | null> {
  const { rows } = await db.query<LockRow>(
    `SELECT holder, (extract(epoch FROM until) * 1000)::float8 AS until FROM office_lock
     WHERE desk = $1 AND record = $2 AND until > $3`,
    [desk, record, new Date(now)],
  );
  return rows[0] ?? null;
}

/** Takes a record where it is free or the holder's own, or from whoever has it (`force`). */
export async function takeLock(
  db: Queryable,
  { desk, record }: RecordKey,
  lock: LockRow & { readonly now: number; readonly force: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO office_lock AS l (desk, record, holder, until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (desk, record) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE l.until <= $5 OR l.holder = excluded.holder OR $6`,
    [desk, record, lock.holder, new Date(lock.until), new Date(lock.now), lock.force],
  );
}

export async function leaveLock(db: Queryable, { desk, record }: RecordKey, holder: string): Promise<void> {
  await db.query('DELETE FROM office_lock WHERE desk = $1 AND record = $2 AND holder = $3', [desk, record, holder]);
}

export interface ViewRow {
  readonly id: string;
  readonly owner: string;
  readonly role: string | null;
  readonly desk: string;
  readonly name: string;
  readonly filter: string;
}

/** Own ones and those of the role, by name. */
export async function viewsFor(
  db: Queryable,
  person: { readonly userId: string; readonly role: string },
): Promise<readonly ViewRow[]> {
  const { rows } = await db.query<ViewRow>(
    `SELECT id, owner, role, desk, name, filter FROM office_view WHERE owner = $1 OR role = $2 ORDER BY lower(name), id LIMIT 200`,
    [person.userId, person.role],
  );
  return rows;
}

/** Sets the view of this name at a desk. null: the person has as many as one may have. */
export async function putView(
  tx: PoolClient,
  view: ViewRow & { readonly madeAt: number; readonly most: number },
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO office_view (id, owner, role, desk, name, filter, made_at)
     SELECT $1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::timestamptz
     WHERE (SELECT count(*) FROM office_view WHERE owner = $2) < $8
     ON CONFLICT (owner, desk, name) DO UPDATE SET role = excluded.role, filter = excluded.filter RETURNING id`,
    [view.id, view.owner, view.role, view.desk, view.name, view.filter, new Date(view.madeAt), view.most],
  );
  return rows[0]?.id ?? null;
}

/** false: it is not there, or another's. */
export async function deleteView(tx: PoolClient, { id, owner }: Pick<ViewRow, 'id' | 'owner'>): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM office_view WHERE id = $1 AND owner = $2', [id, owner]);
  return rowCount === 1;
}
