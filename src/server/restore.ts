/** `npm run restore -- DIR`: puts a backup in place as a data folder, which the product then starts on. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findBackup } from './backup/keep.ts';
import { restoreBackup } from './backup/restore.ts';
import { readRestoreWords, RESTORE_USAGE } from './backup/words.ts';
import { CommandRefused, runCommand, say } from './command.ts';
import { readConfig } from './config/config.ts';
import { findCluster } from './db/embedded/find.ts';
import { newestMigration } from './db/migrate.ts';
import { lockFolder } from './supervisor/lock.ts';

/** Throws where something runs on the folder: also with --replace nobody's database is taken away while it is in use. */
function needNobody(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  // Held for this moment alone: the folder is empty or moves away next.
  lockFolder(dataDir).release();
  if ((findCluster(dataDir)?.running ?? null) !== null) {
    throw new CommandRefused(`A database still runs on ${dataDir}: start and stop the product there first.`);
  }
}

void runCommand(RESTORE_USAGE, async () => {
  const words = readRestoreWords(process.argv.slice(2));
  const given = words.to === null ? process.env : { ...process.env, DATA_DIR: words.to };
  const { databaseUrl, dataDir } = readConfig(given);
  const backup = await findBackup(words.folder, words.keys === null ? null : resolve(words.keys));
  needNobody(dataDir);
  const bin = process.env['PG_BIN'] || null;
  const { replace } = words;
  say(`${backup.folder} is put in place as ${dataDir} ...`);
  say(...(await restoreBackup({ backup, dataDir, replace, databaseUrl, schema: await newestMigration(), bin, say })));
  return 0;
});
