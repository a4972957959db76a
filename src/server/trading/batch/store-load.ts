import type { Pool } from 'pg';
import { timingOf } from '#domain/trading/rules.ts';
import type { RulesDocument } from '#domain/trading/rules.ts';
import type { TimingRule } from '#domain/trading/entry.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import { openPredictionOf } from '../predictions/row.ts';
import type { OpenRow } from '../predictions/row.ts';

/** How far committed batches have used a stream. */
export interface StoredMark {
  readonly stream: number;
  readonly applied: number;
  readonly seen: { readonly seq: number; readonly head: Uint8Array };
}

// A start waits for all of them: only what is used, hashes as text, and sorted here, where nearly all stand in order already.
const OPEN_SQL = `SELECT p.id, p.realm, p.user_id, p.pair_id, p.stream, p.direction, p.stake, p.payout_bps, p.duration_ms, p.state, p.admitted_at,
    p.k_adm, encode(p.h_adm, 'hex') AS h_adm, encode(p.salt, 'hex') AS salt, encode(p.rules_hash, 'hex') AS rules_hash, p.shard,
    p.batch, p.entry_seq, p.entry_t, p.entry_price, p.entry_row, p.entry_ts, p.expires_at
  FROM prediction p WHERE p.shard = $1 AND p.settled_at IS NULL`;
/** Columns stay the texts they come as: the driver takes longer to find out what each is than we to read the numbers. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** All open predictions of a shard in the order of their admission; without the records of entries that are stored. */
export async function loadOpen(db: Pick<Pool, 'query'>, shard: number): Promise<OpenPrediction[]> {
  const rules = await loadRules(db);
  const { rows } = await db.query<OpenRow>({ text: OPEN_SQL, values: [shard], types: AS_TEXT });
  const all = rows.map((row) => {
    const prediction = openPredictionOf(row);
    const rule = rules.get(prediction.rulesHash);
    if (rule === undefined) throw new Error(`prediction ${prediction.id} names rules that are not stored`);
    return { prediction, stream: Number(row.stream), rule, entryRecords: null, entryStored: prediction.entry !== null };
  });
  return all.sort(byAdmission);
}

function byAdmission({ prediction: one }: OpenPrediction, { prediction: other }: OpenPrediction): number {
  return one.admittedAt - other.admittedAt || one.batch - other.batch || (one.id < other.id ? -1 : 1);
}

/** Stream marks of a shard. */
export async function loadMarks(db: Pick<Pool, 'query'>, shard: number): Promise<StoredMark[]> {
  const { rows } = await db.query<{ stream: number; applied_seq: string; seen_seq: string; seen_head: Buffer }>(
    'SELECT stream, applied_seq, seen_seq, seen_head FROM engine_stream WHERE shard = $1',
    [shard],
  );
  return rows.map((row) => ({
    stream: row.stream,
    applied: Number(row.applied_seq),
    seen: { seq: Number(row.seen_seq), head: row.seen_head },
  }));
}

/** Stores a rules document under its hash, once. */
export async function saveRules(
  db: Pick<Pool, 'query'>,
  rules: { readonly hash: string; readonly document: RulesDocument; readonly canonical: string },
): Promise<void> {
  await saveRulesText(db, { hash: rules.hash, group: rules.document.group, canonical: rules.canonical });
}

/** The same for rules of any group: of a group of pairs, or `event`. */
export async function saveRulesText(
  db: Pick<Pool, 'query'>,
  rules: { readonly hash: string; readonly group: string; readonly canonical: string },
): Promise<void> {
  await db.query(
    'INSERT INTO rules_document (hash, pair_group, body) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING',
    [Buffer.from(rules.hash, 'hex'), rules.group, rules.canonical],
  );
}

async function loadRules(db: Pick<Pool, 'query'>): Promise<Map<string, TimingRule>> {
  const { rows } = await db.query<{ hash: Buffer; body: RulesDocument }>(
    "SELECT hash, body FROM rules_document WHERE pair_group <> 'event'",
  );
  return new Map(rows.map((row) => [row.hash.toString('hex'), timingOf(row.body)]));
}
