import { micros, type ProofDocument } from '#domain/proofs/documents.ts';
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

/** Results of event books that ended before a moment (ms) and stand in no hour root, by id (docs/receipts.md 6.6). */
export async function unpublishedEventResults(
  tx: Queryable,
  before: number,
): Promise<readonly { readonly name: string; readonly doc: ProofDocument }[]> {
  const { rows } = await tx.query<ResultRow>(
    `SELECT id, realm, encode(rules_hash, 'hex') AS rules_hash, result, won, void_value, void_reason, ended_at FROM committed_market m
     WHERE shard = 0 AND kind = 'event' AND pair_id IS NULL AND result IS NOT NULL AND ended_at < $1
       AND NOT EXISTS (SELECT FROM proof_event WHERE name = 'event/' || m.id) ORDER BY id`,
    [before],
  );
  return rows.map((row) => ({ name: `event/${row.id}`, doc: resultOf(row) }));
}

/** The book of an event that has ended. `rulesHash`: hex. */
export interface EndedEvent {
  readonly market: string;
  readonly rulesHash: string;
}

/** Books of events that ended at or after `since` (ms), by id. */
export async function endedEvents(db: Queryable, since: number): Promise<readonly EndedEvent[]> {
  const { rows } = await db.query<EndedEvent>(
    `SELECT id AS market, encode(rules_hash, 'hex') AS "rulesHash" FROM committed_market
     WHERE shard = 0 AND kind = 'event' AND pair_id IS NULL AND result IS NOT NULL AND ended_at >= $1 ORDER BY id`,
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
