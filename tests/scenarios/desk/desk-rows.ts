/** Rows behind every desk of the back office, by statements over whole sets: what a product of some years has. */
import { createPool } from '#server/db/index.ts';
import { BUSY } from './filled.ts';
import { CHECKS } from './check-rows.ts';
import { MONEY } from './money-rows.ts';
import { PEOPLE } from './people-rows.ts';
import { TRADING } from './trading-rows.ts';
import { WORDS_OF_PEOPLE } from './content-rows.ts';
import { WORK } from './work-rows.ts';

/**
 * What the statements below are written with. `dr_id(kind, i)`: the id of the i-th record of a kind, drawn 20 min after the one before;
 * `dr_who(i)`: whose it is; `dr_at(i)`, `dr_ms(i)`: when it was; `dr_hash(i)`: 32 bytes; `dr_sealed(i)`: a text of the owner, whose key is
 * gone; `dr_pick(list, i)`: one of a list in turn.
 */
const WORDS = `
  CREATE FUNCTION dr_ms(i bigint) RETURNS bigint LANGUAGE sql STABLE AS
    'SELECT current_setting(''dr.now'')::bigint - (current_setting(''dr.rows'')::bigint + 4 - i) * 1200000';
  CREATE FUNCTION dr_at(i bigint) RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT to_timestamp(dr_ms(i) / 1000.0)';
  CREATE FUNCTION dr_id(kind text, i bigint) RETURNS uuid LANGUAGE sql STABLE AS
    'SELECT (lpad(to_hex(dr_ms(i)), 12, ''0'') || ''7'' || substr(md5(kind || i), 1, 3) || ''8'' || substr(md5(kind || i), 4, 15))::uuid';
  CREATE FUNCTION dr_who(i bigint) RETURNS uuid LANGUAGE sql STABLE AS 'SELECT dr_id(''person'', CASE WHEN i % 50 = 0 THEN ${BUSY} ELSE i END)';
  CREATE FUNCTION dr_hash(i bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS 'SELECT sha256(i::text::bytea)';
  CREATE FUNCTION dr_sealed(i bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS
    'SELECT decode(''01'', ''hex'') || substr(dr_hash(CASE WHEN i % 50 = 0 THEN ${BUSY} ELSE i END), 1, 8) || dr_hash(i)';
  CREATE FUNCTION dr_pick(list text, i bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
    'SELECT (string_to_array(list, '' ''))[1 + (i % cardinality(string_to_array(list, '' '')))::int]';
  CREATE FUNCTION dr_account(i bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT (257::bigint << 48) | (5000000000 + i)';`;

/** Those that take a row of another as it stands: what they hold was sealed or is chained. */
const COPIES = `
  INSERT INTO audit_log (log, seq, t, body, hash)
    SELECT 'people', h.seq + i, dr_ms(i), one.body, dr_hash(i) FROM generate_series(1, current_setting('dr.rows')::bigint) i,
      (SELECT seq FROM audit_head WHERE log = 'people') h,
      (SELECT body FROM audit_log WHERE log = 'people' ORDER BY seq DESC LIMIT 1) one;
  INSERT INTO audit_object (object_type, object_id, seq, log)
    SELECT 'prediction', dr_id('prediction', i)::text, h.seq + i, 'people' FROM generate_series(1, current_setting('dr.rows')::bigint) i,
      (SELECT seq FROM audit_head WHERE log = 'people') h;
  -- What happened long ago is in the sums of days.
  UPDATE money_day_mark SET upto = 5000001 + current_setting('dr.rows')::bigint, next_upto = 5000001 + current_setting('dr.rows')::bigint, next_at = now();
  SELECT setval('ledger_block', 100000);
  UPDATE audit_head SET seq = seq + current_setting('dr.rows')::bigint WHERE log = 'people';
  INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('desk.none') ON CONFLICT DO NOTHING;
  INSERT INTO graphile_worker._private_jobs (task_id, run_at, attempts, max_attempts, last_error)
    SELECT t.id, CASE WHEN i % 2 = 0 THEN now() + interval '1 day' ELSE now() END, CASE WHEN i % 2 = 0 THEN 0 ELSE 3 END, 3, 'it failed'
    FROM generate_series(1, current_setting('dr.rows')::bigint) i, graphile_worker._private_tasks t WHERE t.identifier = 'desk.none';`;

/** What others hang on, once. */
const FIRST = `
  INSERT INTO sanctions_list (name, sha256, entries, added_at) OVERRIDING SYSTEM VALUE
    SELECT 'A list', dr_hash(1), 1, now() WHERE NOT EXISTS (SELECT FROM sanctions_list);
  INSERT INTO sanctions_entry (digest, entry_id, body) VALUES (dr_hash(1), 'E-1', '{}') ON CONFLICT DO NOTHING;`;

/** The last `rows` rows of each table; they stand in the past, and nothing that works on the server takes one up. */
export async function fillDesks(adminUrl: string, rows: number): Promise<void> {
  const pool = createPool(adminUrl, { max: 1 });
  const one = await pool.connect();
  try {
    // Neither a trigger nor a foreign key is asked: what stands here are whole sets that belong together.
    await one.query(
      `SET session_replication_role = replica; SET dr.rows = '${rows}'; SET dr.now = '${Date.now()}'; ${WORDS} ${FIRST}`,
    );
    for (const { table, columns, where = 'true' } of [
      ...PEOPLE,
      ...CHECKS,
      ...MONEY,
      ...TRADING,
      ...WORDS_OF_PEOPLE,
      ...WORK,
    ]) {
      const names = Object.keys(columns).join(', ');
      const values = Object.values(columns).join(', ');
      await one
        .query(
          `INSERT INTO ${table} (${names}) SELECT ${values} FROM generate_series(1, ${rows}::bigint) i WHERE ${where} ON CONFLICT DO NOTHING`,
        )
        .catch((error: unknown) => {
          throw new Error(`${table}: ${String(error)}`, { cause: error });
        });
    }
    await one.query(COPIES);
    await one.query('ANALYZE');
  } finally {
    one.release();
    await pool.end();
  }
}
