import type { Queryable } from '#server/db/index.ts';

/** An anchor as it is kept. */
export interface AnchorRow {
  /** Days since 1970. */
  readonly day: number;
  readonly doc: string;
  readonly sig: Buffer;
  readonly hash: Buffer;
}

/** Every anchor, oldest first. */
export async function allAnchors(db: Queryable): Promise<readonly AnchorRow[]> {
  const { rows } = await db.query<Omit<AnchorRow, 'day'> & { day: string }>(
    'SELECT day, doc, sig, hash FROM proof_anchor ORDER BY day',
  );
  return rows.map((row) => ({ ...row, day: Number(row.day) }));
}

/** The newest anchor; null: none yet. */
export async function lastAnchor(db: Queryable): Promise<Pick<AnchorRow, 'day' | 'hash'> | null> {
  const { rows } = await db.query<{ day: string; hash: Buffer }>(
    'SELECT day, hash FROM proof_anchor ORDER BY day DESC LIMIT 1',
  );
  return rows[0] === undefined ? null : { day: Number(rows[0].day), hash: rows[0].hash };
}

export async function insertAnchor(tx: Queryable, { day, doc, sig, hash }: AnchorRow): Promise<void> {
  await tx.query('INSERT INTO proof_anchor (day, doc, sig, hash) VALUES ($1, $2, $3, $4)', [day, doc, sig, hash]);
}

/** Hour roots from an hour on, up to the end of the day of the first of them. */
export async function hoursOfNextDay(
  db: Queryable,
  from: number,
): Promise<readonly { readonly hour: number; readonly hash: Buffer }[]> {
  const { rows } = await db.query<{ hour: string; hash: Buffer }>(
    `SELECT hour, hash FROM proof_hour
     WHERE hour >= $1 AND hour / 24 = (SELECT min(hour) / 24 FROM proof_hour WHERE hour >= $1) ORDER BY hour`,
    [from],
  );
  return rows.map(({ hour, hash }) => ({ hour: Number(hour), hash }));
}
