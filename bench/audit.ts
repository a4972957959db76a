import { verifyLog } from '#server/audit/index.ts';
import { createPool } from '#server/db/index.ts';
import { fillAudit } from '#tests/worlds/audit-rows.ts';
import { benchDatabase } from './database.ts';
import { told } from './row.ts';
import type { Row } from './row.ts';

const ROWS = 1_000_000;

/** How long the check of the audit chain takes over a million rows (R-45: at most 60 s). */
export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const pool = createPool(database.url, { max: 1 });
  try {
    await fillAudit(pool, ROWS);
    const from = performance.now();
    const report = await verifyLog(pool);
    const seconds = (performance.now() - from) / 1000;
    if (report.bad !== null || report.rows !== ROWS) throw new Error('The chain of the bench is not whole.');
    return [told({ name: 'audit chain, 1M rows checked', ours: seconds, unit: 's', floor: 60, better: 'lower' })];
  } finally {
    await pool.end();
    await database.drop();
  }
}
