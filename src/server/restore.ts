/** `npm run restore -- DIR`: puts a backup in place as a data folder, which the product then starts on. */
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { findBackup } from './backup/keep.ts';
import { restoreBackup } from './backup/restore.ts';
import { readRestoreWords, RESTORE_USAGE } from './backup/words.ts';
import { CommandRefused, runToEnd, say } from './command.ts';
import { readConfig } from './config/config.ts';
import { findCluster } from './db/embedded/find.ts';
import { newestMigration } from './db/migrate.ts';
import { makeDataFolder } from './supervisor/data-folder.ts';
import { lockFolder } from './supervisor/lock.ts';

/** Does it while nothing can start on the folder. Throws where something runs there: also with --replace nobody's database is taken away while it is in use. */
async function aloneOn<T>(dataDir: string, run: () => Promise<T>): Promise<T> {
  const isNew = !existsSync(dataDir);
  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    if ((findCluster(dataDir)?.running ?? null) !== null) {
      throw new CommandRefused(`A database still runs on ${dataDir}: start and stop the product there first.`);
    }
    return await run();
  } finally {
    lock.release();
    if (isNew && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  }
}

void runToEnd(RESTORE_USAGE, async () => {
  const words = readRestoreWords(process.argv.slice(2));
  const given = words.to === null ? process.env : { ...process.env, DATA_DIR: words.to };
  const { databaseUrl, dataDir } = readConfig(given);
  const backup = await findBackup(words.folder, words.keys === null ? null : resolve(words.keys));
  const bin = process.env['PG_BIN'] || null;
  const { replace } = words;
  say(`${backup.folder} is put in place as ${dataDir} ...`);
  const schema = await newestMigration();
  say(...(await aloneOn(dataDir, () => restoreBackup({ backup, dataDir, replace, databaseUrl, schema, bin, say }))));
  return 0;
});
