/** `npm run backup -- DIR`: makes a backup while the product runs. `npm run backup -- check DIR`: is it whole? */
import { join, resolve } from 'node:path';
import { auditHead } from './audit/index.ts';
import { needOwnFolder, openSource } from './backup-source.ts';
import { checkBackup } from './backup/check.ts';
import { dropOld, findBackup } from './backup/keep.ts';
import { makeBackup, type Backup } from './backup/make.ts';
import { sizeText } from './backup/room.ts';
import { BACKUP_USAGE, readBackupWords, type BackupWords } from './backup/words.ts';
import { runToEnd, say, whenStopped } from './command.ts';
import { readConfig, type Config } from './config/config.ts';
import type { ReadState } from './backup/manifest.ts';
import { newestMigration } from './db/migrate.ts';
import { countPeople } from './identity/accounts/store-accounts.ts';
import { newestJournals } from './ledger/store-counts.ts';
import { productVersion } from './root.ts';
import { countEngine } from './trading/store-lease.ts';

/** Folder of the programs of PostgreSQL, where they are not in the PATH. */
const BIN = process.env['PG_BIN'] || null;

/** What a database holds at this moment, in numbers that only grow (besides `open`), each by the subject that keeps it. */
const readState: ReadState = async (db) => {
  const { seq, head } = await auditHead(db);
  return {
    ...(await countEngine(db)),
    people: await countPeople(db),
    journals: await newestJournals(db),
    audit: `${seq}:${head}`,
  };
};

async function make(config: Config, words: BackupWords, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const opened = await openSource(config, { folderOnly: words.folderOnly, bin: BIN });
  let backup: Backup;
  try {
    await needOwnFolder(opened.source.url, config);
    const target = resolve(words.folder);
    const keysTarget = words.keys === null ? null : resolve(words.keys);
    const { dataDir } = config;
    backup = await makeBackup({
      dataDir,
      source: opened.source,
      target,
      keysTarget,
      product: productVersion(),
      say,
      signal,
      readState,
    });
    if (words.keep !== null) {
      const dropped = await dropOld({ target, keysTarget, dataDir, keep: words.keep });
      for (const name of dropped) say(`${join(target, name)} was older than the ${words.keep} that are kept`);
    }
  } finally {
    await opened.release();
  }
  const { folder, manifest } = backup;
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const { people, predictions, batch } = manifest.state;
  say(
    `${folder}`,
    `${manifest.files.length} files, ${sizeText(bytes)}, in ${((performance.now() - begun) / 1_000).toFixed(1)} s: ` +
      `${people} people, ${predictions} predictions, up to batch ${batch}`,
    ...keysLines(config, words, folder),
  );
  return words.check ? check({ ...words, folder }, signal) : 0;
}

/** Without the master key a backup opens nothing of people; beside it, it opens everything. */
function keysLines(config: Config, words: BackupWords, folder: string): readonly string[] {
  if (words.keys !== null) return [`the keys are in ${resolve(words.keys)}`];
  const master =
    config.vaultKeys.length > 0
      ? 'VAULT_KEY is not in it'
      : `the master key of the vault is in ${join(folder, 'keys')}`;
  return [`${master}: keep it apart from the rest (--keys DIR)`];
}

async function check(words: BackupWords, signal: AbortSignal): Promise<number> {
  const backup = await findBackup(words.folder, words.keys);
  say(`${backup.folder}, made from ${backup.manifest.begunAt} to ${backup.manifest.endedAt}`);
  const { ok, lines } = await checkBackup({
    backup,
    schema: await newestMigration(),
    bin: BIN,
    say,
    signal,
    readState,
  });
  say(...lines);
  return ok ? 0 : 1;
}

void runToEnd(BACKUP_USAGE, async () => {
  const words = readBackupWords(process.argv.slice(2));
  const signal = whenStopped();
  return words.command === 'check' ? check(words, signal) : make(readConfig(process.env), words, signal);
});
