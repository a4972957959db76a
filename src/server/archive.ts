/** `npm run archive -- --older 28d`: moves proofs of old predictions into files. `find ID` and `check` read them again. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { ARCHIVE_USAGE, readArchiveWords, type ArchiveWords } from './proofs/archive/archive-words.ts';
import { CommandRefused, runToEnd, say, whenStopped } from './command.ts';
import { readConfig, type Config } from './config/config.ts';
import { holdCommandLock } from './db/command-lock.ts';
import { createPool, migrate } from './db/index.ts';
import { openCluster } from './open-cluster.ts';
import { batchPassedByAll } from './facts/index.ts';
import { archiveProofs } from './proofs/archive/archive-proofs.ts';
import { checkArchive, findInArchive } from './proofs/archive/read-archive.ts';
import { provenRows } from './trading/index.ts';

/** The database for the time of a command. */
async function withDatabase(
  { databaseUrl, dataDir }: Config,
  use: (db: Pool, url: string) => Promise<number>,
): Promise<number> {
  const opened = databaseUrl === null ? await openCluster(dataDir) : null;
  const url = databaseUrl ?? opened?.url ?? '';
  const db = createPool(url, { max: 2, name: 'tikvo archive' });
  try {
    await migrate(db);
    return await use(db, url);
  } finally {
    await db.end();
    await opened?.release();
  }
}

async function move(
  config: Config,
  { olderMs, folder }: { readonly olderMs: number; readonly folder: string },
): Promise<number> {
  const signal = whenStopped();
  return withDatabase(config, async (db, url) => {
    const lock = await holdCommandLock(url, 'archive');
    if (lock === null) throw new CommandRefused('Another run of the archive is under way: wait for its end.');
    try {
      await mkdir(folder, { recursive: true });
      const begun = performance.now();
      const done = await archiveProofs({
        db,
        engine: provenRows,
        toldUpTo: batchPassedByAll,
        folder,
        ticks: config.archiveDir,
        before: Date.now() - olderMs,
        say,
        signal,
      });
      say(
        `${done.receipts} receipts of ${done.hours} hours are in ${folder}, in ${((performance.now() - begun) / 1_000).toFixed(1)} s`,
        `${done.pruned} hours have left the tables; the database uses their room again`,
      );
      if (done.incomplete > 0) {
        say(
          `${done.incomplete} of the receipts do not prove every tick: ticks are kept 29 days, longer in ARCHIVE_DIR`,
        );
      }
      return 0;
    } finally {
      await lock.end();
    }
  });
}

async function run(words: ArchiveWords, config: Config): Promise<number> {
  const given = words.to === null ? config.archiveDir : resolve(words.to);
  if (given === null) throw new CommandRefused('Name the folder of the archive with --to, or set ARCHIVE_DIR.');
  switch (words.command) {
    case 'archive':
      return move(config, { olderMs: words.olderMs, folder: given });
    case 'find':
      return withDatabase(config, async (db) => {
        const found = await findInArchive(db, given, words.id);
        if ('why' in found) throw new CommandRefused(found.why);
        say(found.receipt);
        return 0;
      });
    case 'check':
      return withDatabase(config, async (db) => {
        const { hours, receipts, faults } = await checkArchive(db, given);
        say(
          ...faults.map((fault) => `FAULT: ${fault}`),
          `${hours} hours with ${receipts} receipts, ${faults.length} faults`,
        );
        return faults.length === 0 ? 0 : 1;
      });
  }
}

void runToEnd(ARCHIVE_USAGE, () => run(readArchiveWords(process.argv.slice(2)), readConfig(process.env)));
