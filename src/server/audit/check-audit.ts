/**
 * `npm run check:audit [-- --known <seq>:<hash>]`: is the audit log as it was written? Names the first bad row; exit code 1.
 * The head it prints is worth keeping elsewhere: given back as `--known`, a log that was rewritten whole does not pass either.
 */
import { runToEnd } from '#server/command.ts';
import { openCommandDatabase } from '#server/command-database.ts';
import { readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/index.ts';
import { auditLines, knownHead } from './report.ts';
import { verifyLog } from './verify.ts';

await runToEnd([], async () => {
  const known = knownHead(process.argv.slice(2));
  const { db, isOwn, close } = await openCommandDatabase(readConfig(process.env), { max: 1, name: 'tikvo check' });
  try {
    // A folder that never ran a server has no tables yet; a database that others use is only read.
    if (isOwn) await migrate(db);
    const report = await verifyLog(db, known === null ? {} : { known });
    process.stdout.write(`${auditLines(report).join('\n')}\n`);
    return report.bad === null ? 0 : 1;
  } finally {
    await close();
  }
});
