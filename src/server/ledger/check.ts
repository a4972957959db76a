/** `npm run check:ledger`: I1-I7, I15 and I18 over everything (or `-- --last-hour`); exit code 1 when one of them found a row. */
import { readConfig } from '#server/config.ts';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import { createLog } from '#server/log.ts';
import { checkLedger } from './invariants.ts';
import { reportLines } from './report.ts';

const config = readConfig(process.env);
const log = createLog(config);
const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
const url = config.databaseUrl ?? embedded?.url ?? '';
const pool = createPool(url, { max: 1, name: 'tikvo check' });
const own = embedded !== null && !embedded.adopted;
try {
  // A folder that never ran a server has no tables yet; a database that others use is only read.
  if (own) await migrate(pool);
  const report = await checkLedger(pool, { window: process.argv.includes('--last-hour') ? 'lastHour' : 'all' });
  process.stdout.write(`${reportLines(report).join('\n')}\n`);
  process.exitCode = report.healthy ? 0 : 1;
} finally {
  await pool.end();
  // A database that was running before belongs to whoever started it.
  if (own) await embedded.stop();
}
