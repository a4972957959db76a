import { REALM_NO, type Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** Journals that one page looks at, at most: what a filter leaves out of them takes no longer. */
const LOOKED_AT = 20_000;

/** A journal of a list. Money in 10^-6, times in ms. */
export interface JournalListed {
  /** Newer ones are higher. */
  readonly id: string;
  readonly kind: string;
  readonly refType: string;
  readonly refId: string;
  readonly at: number;
  readonly transfers: number;
  /** All its transfers together. */
  readonly amount: bigint;
}

export interface JournalFilter {
  readonly realm: Realm;
  readonly kind: string | null;
  /** Number of an account that it touches. */
  readonly account: string | null;
  /** A person whose account it touches. */
  readonly ownerId: string | null;
  /** Id of what it was for. */
  readonly refId: string | null;
  /** Of one of its transfers, 10^-6. */
  readonly amount: bigint | null;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

/**
 * Journals below `before` (null: from the newest), newest first, out of the `LOOKED_AT` newest there. `end`: the last one that was looked at; null:
 * there is none older.
 */
export async function listJournals(
  db: Queryable,
  { filter, before, limit }: { readonly filter: JournalFilter; readonly before: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly JournalListed[]; readonly end: string | null }> {
  const realm = REALM_NO[filter.realm];
  const { rows: marks } = await db.query<{ id: string | null }>(
    `SELECT min(id)::text AS id FROM (SELECT id FROM journal WHERE realm = ${realm}
       AND ($1::bigint IS NULL OR id < $1) ORDER BY id DESC LIMIT ${LOOKED_AT}) seen`,
    [before],
  );
  const oldest = marks[0]?.id ?? null;
  if (oldest === null) return { rows: [], end: null };
  const { rows } = await db.query<Omit<JournalListed, 'amount'> & { amount: string }>(
    `WITH own AS (SELECT id FROM account WHERE owner_id = $5::uuid)
     SELECT j.id::text, j.kind, j.ref_type AS "refType", j.ref_id AS "refId", ${ms('j.at')} AS at,
       count(t.id)::int AS transfers, coalesce(sum(t.amount), 0)::text AS amount
     FROM (
       SELECT * FROM journal one WHERE realm = ${realm} AND id >= $1 AND ($2::bigint IS NULL OR id < $2)
         AND ($3::text IS NULL OR kind = $3) AND ($6::text IS NULL OR ref_id = $6)
         AND ($4::bigint IS NULL AND $5::uuid IS NULL AND $7::bigint IS NULL OR EXISTS (
           SELECT 1 FROM transfer t WHERE t.realm = ${realm} AND t.journal = one.id
             AND ($4::bigint IS NULL OR $4 IN (t.debit_account, t.credit_account))
             AND ($5::uuid IS NULL OR t.debit_account IN (SELECT id FROM own) OR t.credit_account IN (SELECT id FROM own))
             AND ($7::bigint IS NULL OR t.amount = $7)))
       ORDER BY id DESC LIMIT $8
     ) j LEFT JOIN transfer t ON t.realm = ${realm} AND t.journal = j.id
     GROUP BY j.id, j.kind, j.ref_type, j.ref_id, j.at ORDER BY j.id DESC`,
    [
      oldest,
      before,
      filter.kind,
      filter.account,
      filter.ownerId,
      filter.refId,
      filter.amount?.toString() ?? null,
      limit,
    ],
  );
  return {
    rows: rows.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    end: await olderThan(db, filter.realm, oldest),
  };
}

/** `id` where there is a journal below it; null: it is the oldest. */
async function olderThan(db: Queryable, realm: Realm, id: string): Promise<string | null> {
  const of = `realm = ${REALM_NO[realm]} AND id < $1`;
  const { rows } = await db.query(`SELECT 1 FROM journal WHERE ${of} LIMIT 1`, [id]);
  return rows.length > 0 ? id : null;
}

/** The first journal of a moment or later, ms: numbers rise with time, and so halves lead to it. null: there is none so late. */
export async function journalAt(db: Queryable, realm: Realm, at: number): Promise<string | null> {
  const { rows: ends } = await db.query<{ low: string | null; high: string | null }>(
    `SELECT min(id)::text AS low, max(id)::text AS high FROM journal WHERE realm = ${REALM_NO[realm]}`,
  );
  const { low: lowest, high: highest } = ends[0] ?? { low: null, high: null };
  if (lowest === null || highest === null) return null;
  let [low, high] = [BigInt(lowest), BigInt(highest) + 1n];
  while (low < high) {
    const middle = (low + high) / 2n;
    const { rows } = await db.query<{ id: string; at: number }>(
      `SELECT id::text, ${ms('at')} AS at FROM journal WHERE realm = ${REALM_NO[realm]} AND id >= $1 ORDER BY journal.id LIMIT 1`,
      [middle.toString()],
    );
    const [found] = rows;
    if (found === undefined || found.at >= at) high = middle;
    else low = BigInt(found.id) + 1n;
  }
  const { rows } = await db.query<{ id: string }>(
    `SELECT id::text FROM journal WHERE realm = ${REALM_NO[realm]} AND id >= $1 ORDER BY journal.id LIMIT 1`,
    [low.toString()],
  );
  return rows[0]?.id ?? null;
}

export interface JournalFound extends Omit<JournalListed, 'transfers' | 'amount'> {
  readonly realm: Realm;
}

export async function findJournal(db: Queryable, realm: Realm, id: string): Promise<JournalFound | null> {
  const { rows } = await db.query<Omit<JournalFound, 'realm'>>(
    `SELECT id::text, kind, ref_type AS "refType", ref_id AS "refId", ${ms('at')} AS at FROM journal
     WHERE realm = ${REALM_NO[realm]} AND id = $1`,
    [id],
  );
  return rows[0] === undefined ? null : { ...rows[0], realm };
}

/** An account as a transfer names it. */
interface Side {
  readonly id: string;
  readonly kind: string;
  readonly ownerId: string | null;
  readonly ref: string;
}

export interface TransferListed {
  readonly id: string;
  readonly code: number;
  readonly debit: Side;
  readonly credit: Side;
  readonly amount: bigint;
}

/** Journals of one cause, by the natural key that each has; oldest first. */
export async function journalsFor(
  db: Queryable,
  refId: string,
): Promise<readonly (Omit<JournalFound, 'refType' | 'refId'> & { readonly amount: bigint })[]> {
  const { rows } = await db.query<{ realm: number; id: string; kind: string; at: number; amount: string }>(
    `SELECT j.realm, j.id::text, j.kind, ${ms('j.at')} AS at,
       (SELECT coalesce(sum(t.amount), 0)::text FROM transfer t WHERE t.realm = j.realm AND t.journal = j.id) AS amount
     FROM journal j WHERE j.ref_id = $1 AND j.ref_type = 'prediction' ORDER BY j.id LIMIT 100`,
    [refId],
  );
  return rows.map(({ realm, amount, ...row }) => ({
    ...row,
    realm: realm === REALM_NO.real ? 'real' : 'demo',
    amount: BigInt(amount),
  }));
}

/** Transfers of one journal, in their order, after `after`. */
export async function transfersOf(
  db: Queryable,
  asked: { readonly realm: Realm; readonly journal: string; readonly after: string | null; readonly limit: number },
): Promise<readonly TransferListed[]> {
  const side = (name: string) =>
    `json_build_object('id', ${name}.id::text, 'kind', ${name}.kind, 'ownerId', ${name}.owner_id, 'ref', ${name}.ref)`;
  const { rows } = await db.query<Omit<TransferListed, 'amount'> & { amount: string }>(
    `SELECT t.id::text, t.code::int, t.amount::text, ${side('d')} AS debit, ${side('c')} AS credit
     FROM transfer t JOIN account d ON d.id = t.debit_account JOIN account c ON c.id = t.credit_account
     WHERE t.realm = ${REALM_NO[asked.realm]} AND t.journal = $1 AND ($2::bigint IS NULL OR t.id > $2) ORDER BY t.id LIMIT $3`,
    [asked.journal, asked.after, asked.limit],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export interface AccountFound extends Side {
  readonly realm: Realm;
  readonly normal: 'D' | 'C';
  readonly debits: bigint;
  readonly credits: bigint;
}

type AccountRow = Omit<AccountFound, 'debits' | 'credits' | 'realm'> & {
  readonly realmNo: number;
  readonly debits: string;
  readonly credits: string;
};
const ACCOUNT = `id::text, kind, owner_id AS "ownerId", ref, realm::int AS "realmNo", normal, debits::text, credits::text`;

function toAccount({ realmNo, debits, credits, ...rest }: AccountRow): AccountFound {
  const realm = realmNo === REALM_NO.real ? 'real' : 'demo';
  return { ...rest, realm, debits: BigInt(debits), credits: BigInt(credits) };
}

export async function findAccount(db: Queryable, id: string): Promise<AccountFound | null> {
  const { rows } = await db.query<AccountRow>(`SELECT ${ACCOUNT} FROM account WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : toAccount(rows[0]);
}

/** One movement of an account: what a journal did to it. */
export interface Movement {
  readonly journal: string;
  readonly kind: string;
  readonly refType: string;
  readonly refId: string;
  readonly at: number;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** What journals below `before` did to an account, newest first, out of the `LOOKED_AT` newest of them; `end` as of `listJournals`. */
export async function movementsOf(
  db: Queryable,
  asked: { readonly realm: Realm; readonly account: string; readonly before: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly Movement[]; readonly end: string | null }> {
  const realm = REALM_NO[asked.realm];
  const { rows: marks } = await db.query<{ id: string | null }>(
    `SELECT min(journal)::text AS id FROM (SELECT journal FROM transfer WHERE realm = ${realm}
       AND ($1::bigint IS NULL OR journal < $1) ORDER BY journal DESC LIMIT ${LOOKED_AT}) seen`,
    [asked.before],
  );
  const oldest = marks[0]?.id ?? null;
  if (oldest === null) return { rows: [], end: null };
  const { rows } = await db.query<Omit<Movement, 'debits' | 'credits'> & { debits: string; credits: string }>(
    `SELECT m.journal::text, j.kind, j.ref_type AS "refType", j.ref_id AS "refId", ${ms('j.at')} AS at, m.debits::text, m.credits::text
     FROM (
       SELECT journal, sum(amount) FILTER (WHERE debit_account = $3) AS debits, sum(amount) FILTER (WHERE credit_account = $3) AS credits
       FROM transfer WHERE realm = ${realm} AND journal >= $1 AND ($2::bigint IS NULL OR journal < $2)
         AND $3 IN (debit_account, credit_account)
       GROUP BY journal ORDER BY journal DESC LIMIT $4
     ) m JOIN journal j ON j.realm = ${realm} AND j.id = m.journal ORDER BY j.id DESC`,
    [oldest, asked.before, asked.account, asked.limit],
  );
  const moved = rows.map((row) => ({ ...row, debits: BigInt(row.debits ?? 0), credits: BigInt(row.credits ?? 0) }));
  return { rows: moved, end: await olderThan(db, asked.realm, oldest) };
}

/** Accounts of one person, or the newest of all, after `after`. */
export async function listAccounts(
  db: Queryable,
  { ownerId, after, limit }: { readonly ownerId: string | null; readonly after: string | null; readonly limit: number },
): Promise<readonly AccountFound[]> {
  const { rows } = await db.query<AccountRow>(
    `SELECT ${ACCOUNT} FROM account WHERE ($1::uuid IS NULL OR owner_id = $1) AND ($2::bigint IS NULL OR id < $2)
     ORDER BY account.id DESC LIMIT $3`,
    [ownerId, after, limit],
  );
  return rows.map(toAccount);
}
