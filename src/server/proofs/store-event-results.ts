import { sha256 } from '#server/prices/ticks/sha256.ts';
import { documentHash, micros, type ProofDocument } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

interface ResultRow {
  readonly id: string;
  readonly realm: number;
  readonly rules_hash: string;
  readonly result: 'WON' | 'TIE' | 'VOID';
  readonly won: 0 | 1 | null;
  readonly void_value: number | null;
  readonly void_reason: string | null;
  readonly ended_at: string;
}

interface AmendedRow extends ResultRow {
  readonly no: number;
  readonly is_published: boolean;
}

interface Named {
  readonly name: string;
  readonly doc: ProofDocument;
}

/** Where the result of a book stands in the lists of hours; `no`: of its correction, 0: as it was paid first. */
export const resultName = (market: string, no: number): string =>
  no === 0 ? `event/${market}` : `event/${market}/${no}`;

/** As a book was paid first: its correction says how that was. */
const FIRST = `SELECT m.id, m.realm, encode(m.rules_hash, 'hex') AS rules_hash, coalesce(c.was_result, m.result) AS result,
    CASE WHEN c.id IS NULL THEN m.won ELSE c.was_won END AS won, CASE WHEN c.id IS NULL THEN m.void_value ELSE c.was_value END AS void_value,
    CASE WHEN c.id IS NULL THEN m.void_reason ELSE c.was_reason END AS void_reason, m.ended_at
  FROM committed_market m LEFT JOIN book_correction c ON c.id = m.id AND c.realm = m.realm AND c.no = 1
  WHERE m.shard = 0 AND m.kind = 'event' AND m.pair_id IS NULL AND m.result IS NOT NULL`;

/** Results of event books that ended or were corrected before a moment (ms) and stand in no hour root, by id and age (docs/receipts.md 6.6). */
export async function unpublishedEventResults(tx: Queryable, before: number): Promise<readonly Named[]> {
  const { rows } = await tx.query<ResultRow>(
    `${FIRST} AND m.ended_at < $1 AND NOT EXISTS (SELECT FROM proof_event WHERE name = 'event/' || m.id) ORDER BY m.id`,
    [before],
  );
  const first = rows.map((row) => ({ name: resultName(row.id, 0), doc: resultOf(row) }));
  return [...first, ...(await amended(tx, before))];
}

/** Each names the one that it amends by its hash. */
async function amended(tx: Queryable, before: number): Promise<readonly Named[]> {
  const { rows } = await tx.query<AmendedRow>(
    `SELECT c.id, c.realm, encode(m.rules_hash, 'hex') AS rules_hash, c.no, c.result, c.won, c.value AS void_value, c.reason AS void_reason, c.at AS ended_at,
       EXISTS (SELECT FROM proof_event WHERE name = 'event/' || c.id || '/' || c.no) AS is_published
     FROM book_correction c JOIN committed_market m ON m.id = c.id AND m.realm = c.realm
     WHERE m.shard = 0 AND m.result IS NOT NULL AND c.at < $1 AND EXISTS (SELECT FROM book_correction n WHERE n.id = c.id AND n.at < $1
       AND NOT EXISTS (SELECT FROM proof_event WHERE name = 'event/' || n.id || '/' || n.no))
     ORDER BY c.id, c.no`,
    [before],
  );
  const docs = new Map<string, ProofDocument>();
  const made: Named[] = [];
  for (const row of rows) {
    const last = docs.get(row.id) ?? (await firstResult(tx, row.id));
    const doc: ProofDocument = { ...resultOf(row), amends: toHex(documentHash(sha256, last)) };
    docs.set(row.id, doc);
    if (!row.is_published) made.push({ name: resultName(row.id, row.no), doc });
  }
  return made;
}

async function firstResult(tx: Queryable, id: string): Promise<ProofDocument> {
  const { rows } = await tx.query<ResultRow>(`${FIRST} AND m.id = $1`, [id]);
  if (rows[0] === undefined) throw new Error(`book ${id} has no result`);
  return resultOf(rows[0]);
}

/** The book of an event that has ended. `rulesHash`: hex; `corrections`: how often its result was corrected. */
export interface EndedEvent {
  readonly market: string;
  readonly rulesHash: string;
  readonly corrections: number;
}

/** Books of events that ended, or were corrected, at or after `since` (ms), by id. */
export async function endedEvents(db: Queryable, since: number): Promise<readonly EndedEvent[]> {
  const { rows } = await db.query<EndedEvent>(
    `SELECT m.id AS market, encode(m.rules_hash, 'hex') AS "rulesHash",
       (SELECT count(*)::int FROM book_correction c WHERE c.id = m.id AND c.realm = m.realm) AS corrections
     FROM committed_market m WHERE m.shard = 0 AND m.kind = 'event' AND m.pair_id IS NULL AND m.result IS NOT NULL
       AND (m.ended_at >= $1 OR EXISTS (SELECT FROM book_correction c WHERE c.id = m.id AND c.at >= $1)) ORDER BY m.id`,
    [since],
  );
  return rows;
}

function resultOf(row: ResultRow): ProofDocument {
  return {
    v: 1,
    type: 'event',
    market: row.id,
    realm: row.realm === REALM_NO.real ? 'real' : 'demo',
    rules_hash: row.rules_hash,
    outcome: row.result === 'WON' ? (row.won === 0 ? 'YES' : 'NO') : row.result,
    // Thousandths of 1.00 for a share of YES.
    pays: paysOf(row),
    reason: row.void_reason,
    t: micros(Number(row.ended_at)),
  };
}

function paysOf({ result, won, void_value: value }: ResultRow): number {
  if (result === 'WON') return won === 0 ? 1_000 : 0;
  return value ?? 500;
}
