/** `npm run check:ledger`: I1-I7, I9, I15 and I18 over everything (or `-- --last-hour`); exit code 1 when one of them found a row. */
import { runToEnd } from '#server/command.ts';
import { openCommandDatabase } from '#server/command-database.ts';
import { readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/index.ts';
import { checkLedger } from './invariants.ts';
import { reportLines } from './report.ts';

await runToEnd([], async () => {
  const { db, isOwn, close } = await openCommandDatabase(readConfig(process.env), { max: 1, name: 'tikvo check' });
  try {
    // A folder that never ran a server has no tables yet; a database that others use is only read.
    if (isOwn) await migrate(db);
    const report = await checkLedger(db, { window: process.argv.includes('--last-hour') ? 'lastHour' : 'all' });
    process.stdout.write(`${reportLines(report).join('\n')}\n`);
    return report.healthy ? 0 : 1;
  } finally {
    await close();
  }
});
