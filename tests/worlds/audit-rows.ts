import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { rowHash } from '#server/audit/chain.ts';

const BATCH = 10_000;
/** Id, sealed text of an entry with a reason and an address. */
const BODY_BYTES = 320;

/** Writes a whole log of so many rows, as fast as a database takes it. `pool`: of the owner, who may switch triggers off. */
export async function fillAudit(pool: Pool, count: number): Promise<void> {
  let prev: Buffer = Buffer.alloc(32);
  // The head moves by one a row, as in the product; here it is put at the end in one step.
  await pool.query('ALTER TABLE audit_head DISABLE TRIGGER head_moves_by_one');
  for (let first = 0; first < count; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, n) => {
      const row = { seq: BigInt(first + n + 1), t: 1_700_000_000_000 + first + n, body: randomBytes(BODY_BYTES) };
      prev = rowHash(row, prev);
      return { ...row, hash: prev };
    });
    await pool.query(
      `INSERT INTO audit_log (log, seq, t, body, hash) SELECT 'people', * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[])`,
      [rows.map((row) => row.seq), rows.map((row) => row.t), rows.map((row) => row.body), rows.map((row) => row.hash)],
    );
  }
  await pool.query('UPDATE audit_head SET seq = $1, hash = $2', [count, prev]);
  await pool.query('ANALYZE audit_log');
}
