/**
 * `npm run check:audit [-- --known <seq>:<hash>]`: is the audit log as it was written? Names the first bad row; exit code 1.
 * The head it prints is worth keeping elsewhere: given back as `--known`, a log that was rewritten whole does not pass either.
 */
import { readConfig } from '#server/config.ts';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import { createLog } from '#server/log.ts';
import { auditLines, knownHead } from './report.ts';
import { verifyLog } from './verify.ts';

const config = readConfig(process.env);
const known = knownHead(process.argv.slice(2));
const log = createLog(config);
const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
const url = config.databaseUrl ?? embedded?.url ?? '';
const pool = createPool(url, { max: 1, name: 'tikvo check' });
const own = embedded !== null && !embedded.adopted;
try {
  // A folder that never ran a server has no tables yet; a database that others use is only read.
  if (own) await migrate(pool);
  const report = await verifyLog(pool, known === null ? {} : { known });
  process.stdout.write(`${auditLines(report).join('\n')}\n`);
  process.exitCode = report.bad === null ? 0 : 1;
} finally {
  await pool.end();
  // A database that was running before belongs to whoever started it.
  if (own) await embedded.stop();
}
