import type { PoolClient } from 'pg';
import { spellingOf } from '#domain/verification/screening/addresses.ts';
import type { ListEntry } from '#domain/verification/screening/entries.ts';
import type { Queryable } from '#server/db/index.ts';

/** One version of a sanctions list. */
export interface ListVersion {
  readonly no: string;
  readonly name: string;
  readonly entries: number;
  /** ms */
  readonly addedAt: number;
}

/** An entry with the digest of all that it says, hex. */
export interface KeptEntry {
  readonly digest: string;
  readonly entry: ListEntry;
}

const VERSION = `no::text, name, entries, (extract(epoch FROM added_at) * 1000)::float8 AS "addedAt"`;

/** A version that was tried may begin to count after one that was added later. With the table, for `no` alone is the text that is selected. */
const NEWEST = 'counts_from DESC, sanctions_list.no DESC';

/** The newest version that counts: people are screened against that one. null: there is none. */
export async function findList(db: Queryable): Promise<(ListVersion & { readonly sha256: Buffer }) | null> {
  const { rows } = await db.query<ListVersion & { sha256: Buffer }>(
    `SELECT ${VERSION}, sha256 FROM sanctions_list WHERE counts_from IS NOT NULL ORDER BY ${NEWEST} LIMIT 1`,
  );
  return rows[0] ?? null;
}

export async function findEntries(db: Queryable, listNo: string): Promise<readonly KeptEntry[]> {
  const { rows } = await db.query<{ digest: string; entry: ListEntry }>(
    `SELECT encode(e.digest, 'hex') AS digest, e.body AS entry FROM sanctions_list_entry l JOIN sanctions_entry e ON e.digest = l.digest
     WHERE l.list_no = $1 ORDER BY e.entry_id`,
    [listNo],
  );
  return rows;
}

/** Keeps a version and all its entries; those that are there already are kept once. Answers its number. */
export async function insertList(
  tx: PoolClient,
  list: {
    readonly name: string;
    readonly sha256: Buffer;
    readonly entries: readonly KeptEntry[];
    readonly now: number;
    /** It is tried first, and counts later. */
    readonly isTried: boolean;
  },
): Promise<string> {
  const { rows } = await tx.query<{ no: string }>(
    'INSERT INTO sanctions_list (name, sha256, entries, added_at, counts_from) VALUES ($1, $2, $3, $4, $5) RETURNING no::text',
    [list.name, list.sha256, list.entries.length, new Date(list.now), list.isTried ? null : new Date(list.now)],
  );
  const no = rows[0]?.no ?? '';
  const digests = list.entries.map(({ digest }) => digest);
  await tx.query(
    `INSERT INTO sanctions_entry (digest, entry_id, body)
     SELECT decode(d, 'hex'), b->>'id', b FROM unnest($1::text[], $2::jsonb[]) AS x(d, b) ON CONFLICT (digest) DO NOTHING`,
    [digests, list.entries.map(({ entry }) => JSON.stringify(entry))],
  );
  await tx.query(
    `INSERT INTO sanctions_list_entry (list_no, digest) SELECT $1, decode(d, 'hex') FROM unnest($2::text[]) AS d`,
    [no, digests],
  );
  const held = list.entries.flatMap(({ digest, entry }) =>
    (entry.addresses ?? []).map(({ coin, address }) => ({ digest, coin, address: spellingOf(address) })),
  );
  await tx.query(
    `INSERT INTO sanctions_address (address, digest, coin) SELECT a, decode(d, 'hex'), c
     FROM unnest($1::text[], $2::text[], $3::text[]) AS x(a, d, c) ON CONFLICT DO NOTHING`,
    [held.map(({ address }) => address), held.map(({ digest }) => digest), held.map(({ coin }) => coin)],
  );
  return no;
}

/** Ids of the entries of the newest list that hold an address in any coin, its spelling as `spellingOf` has it. */
export async function entriesAt(db: Queryable, spelling: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT DISTINCT e.entry_id AS id FROM sanctions_address a
     JOIN sanctions_list_entry l ON l.digest = a.digest AND l.list_no = (SELECT no FROM sanctions_list WHERE counts_from IS NOT NULL ORDER BY ${NEWEST} LIMIT 1)
     JOIN sanctions_entry e ON e.digest = a.digest WHERE a.address = $1 ORDER BY id`,
    [spelling],
  );
  return rows.map(({ id }) => id);
}

/** A version that was tried counts from now on (ms). false: it counted before, or there is none. */
export async function setCounts(tx: Queryable, no: string, now: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE sanctions_list SET counts_from = $2 WHERE no = $1 AND counts_from IS NULL',
    [no, new Date(now)],
  );
  return rowCount === 1;
}

/** Is this version tried, and does not count yet? */
export async function isTried(db: Queryable, no: string): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM sanctions_list WHERE no = $1 AND counts_from IS NULL', [no]);
  return rows.length === 1;
}

/** How many entries of a version another one has not, has in other words, and has besides. */
export async function compareLists(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly gone: number; readonly changed: number; readonly added: number }> {
  const { rows } = await db.query<{ gone: number; changed: number; added: number }>(
    `WITH was AS (SELECT e.entry_id, e.digest FROM sanctions_list_entry l JOIN sanctions_entry e USING (digest) WHERE l.list_no = $1),
          is_now AS (SELECT e.entry_id, e.digest FROM sanctions_list_entry l JOIN sanctions_entry e USING (digest) WHERE l.list_no = $2)
     SELECT count(*) FILTER (WHERE is_now.entry_id IS NULL)::int AS gone,
       count(*) FILTER (WHERE was.digest <> is_now.digest)::int AS changed,
       count(*) FILTER (WHERE was.entry_id IS NULL)::int AS added
     FROM was FULL JOIN is_now USING (entry_id)`,
    [from, to],
  );
  return rows[0] ?? { gone: 0, changed: 0, added: 0 };
}
