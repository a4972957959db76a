import type { Queryable } from '#server/db/index.ts';

/** A document of the list `events`: where it stands, its name and its canonical text. */
export interface EventRow {
  readonly hour: number;
  readonly place: number;
  readonly name: string;
  readonly doc: string;
}

/** Hashes of the rules documents that no hour root names, in order; hex. */
export async function unpublishedRules(tx: Queryable): Promise<readonly string[]> {
  const { rows } = await tx.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM committed_rules r
     WHERE NOT EXISTS (SELECT FROM proof_event WHERE name = 'rules/' || encode(r.hash, 'hex')) ORDER BY 1`,
  );
  return rows.map(({ hash }) => hash);
}

export async function insertEvents(tx: Queryable, rows: readonly EventRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO proof_event (hour, place, name, doc) SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[])`,
    [
      rows.map(({ hour }) => hour),
      rows.map(({ place }) => place),
      rows.map(({ name }) => name),
      rows.map(({ doc }) => doc),
    ],
  );
}

/** The events of an hour root in the order of its list. */
export async function eventsOfHour(db: Queryable, hour: number): Promise<readonly EventRow[]> {
  const { rows } = await db.query<Omit<EventRow, 'hour'>>(
    'SELECT place, name, doc FROM proof_event WHERE hour = $1 ORDER BY place',
    [hour],
  );
  return rows.map((row) => ({ ...row, hour }));
}

/** An event by its name; null: it stands in no hour root yet. */
export async function eventOf(db: Queryable, name: string): Promise<EventRow | null> {
  const { rows } = await db.query<Omit<EventRow, 'hour'> & { hour: string }>(
    'SELECT hour, place, name, doc FROM proof_event WHERE name = $1',
    [name],
  );
  return rows[0] === undefined ? null : { ...rows[0], hour: Number(rows[0].hour) };
}
