import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandRefused } from '#server/command.ts';
import { syncFolder } from '#server/config/sync-folder.ts';
import { findPlace } from '#server/db/embedded/place.ts';
import { createPool } from '#server/db/index.ts';
import { newerText } from './check.ts';
import { LOCK_FILE } from './data-folder.ts';
import { findTool, restoreDump } from './dump.ts';
import { nameOf } from './make.ts';
import { DUMP, type Manifest } from './manifest.ts';
import { faultyFiles, needEmpty, placeCluster, placeRest, type Placed } from './place.ts';
import { needRoom } from './room.ts';
import { markRestore, type Mark } from './unfinished-restore.ts';
import { hasRole, isEmpty, serverOf } from './store-state.ts';

export interface RestoreParts {
  readonly backup: Placed;
  /** What becomes the data folder. Nothing may run on it: the caller has its lock, or it is not there yet. */
  readonly dataDir: string;
  /** What lies there is put aside, not lost. */
  readonly replace: boolean;
  /** The database that a dump goes into; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Newest migration that this version knows. */
  readonly schema: number;
  readonly bin: string | null;
  readonly say: (line: string) => void;
}

/** Puts a backup in place, so that a start goes on with it. Gives what has to be known afterwards, in lines. Throws CommandRefused. */
export async function restoreBackup(parts: RestoreParts): Promise<readonly string[]> {
  const { backup, dataDir, say } = parts;
  const { manifest } = backup;
  if (manifest.schema > parts.schema) throw new CommandRefused(newerText(manifest.schema));
  if (manifest.keys === 'apart' && backup.keysFolder === null) {
    throw new CommandRefused('The keys of this backup are kept apart: name their folder with --keys.');
  }
  needRightDatabase(parts);
  if (!parts.replace) await needEmpty(dataDir);
  await needRoom(
    dataDir,
    manifest.files.reduce((sum, { size }) => sum + size, 0),
  );
  say(`${manifest.files.length} files are read ...`);
  const faults = await faultyFiles(backup);
  if (faults.length > 0) throw new CommandRefused(faults.map((fault) => `FAULT: ${fault}`).join('\n'));
  const aside = parts.replace ? await asideOf(dataDir) : null;
  const mark = await begin(parts, aside);
  say('they are put in place ...');
  try {
    await fill(parts);
  } catch (error) {
    await clear(dataDir);
    if (aside !== null) await rename(aside, dataDir);
    mark.undone();
    throw error;
  }
  mark.done();
  return [
    `${dataDir} is as it was on ${manifest.endedAt}.`,
    ...(mark.before === null ? [] : [`What lay there before is in ${mark.before}.`]),
    ...(aside === null || aside === mark.before
      ? []
      : [`What a restore that was killed had put there is in ${aside}.`]),
    ...afterwards(manifest),
  ];
}

function needRightDatabase({ backup, databaseUrl }: RestoreParts): void {
  const { kind } = backup.manifest.database;
  if (kind === 'embedded' && databaseUrl !== null) {
    throw new CommandRefused('This backup is of the embedded database: leave DATABASE_URL empty.');
  }
  if (kind === 'dump' && databaseUrl === null) {
    throw new CommandRefused('This backup holds a dump: set DATABASE_URL to the empty database that it goes into.');
  }
}

/** The database first and the file that makes it startable last: a folder that was half put in place does not start. */
async function fill(parts: RestoreParts): Promise<void> {
  const { backup, dataDir } = parts;
  await mkdir(dataDir, { recursive: true });
  if (backup.manifest.database.kind === 'dump') await loadDump(parts);
  const complete = backup.manifest.database.kind === 'embedded' ? await placeCluster(backup, dataDir) : null;
  await placeRest(backup, dataDir);
  await complete?.();
  await syncFolder(dataDir);
}

async function loadDump({ backup, databaseUrl, bin, say }: RestoreParts): Promise<void> {
  const { database } = backup.manifest;
  if (database.kind !== 'dump' || databaseUrl === null) return;
  const pool = createPool(databaseUrl, { max: 1, name: 'tikvo restore' });
  try {
    if (!(await isEmpty(pool))) throw new CommandRefused('The database that DATABASE_URL names is not empty.');
    const { version: server } = await serverOf(pool);
    const found = await findTool('pg_restore', { server: database.tool, bin });
    if (found.tool === null) {
      throw new CommandRefused(
        `This dump takes pg_restore ${Number.parseInt(database.tool)} or newer; ${found.there === null ? 'there is none' : `here is ${found.there}`} (PG_BIN names its folder).`,
      );
    }
    say(`the dump goes into PostgreSQL ${server} ...`);
    const rights = await hasRole(pool, database.role);
    if (!rights) say(`there is no role ${database.role}: what it may not do in the ledger is held by triggers alone`);
    await restoreDump(found.tool, { url: databaseUrl, file: join(backup.folder, DUMP), rights });
  } finally {
    await pool.end();
  }
}

/** Where what lies in a folder is put. null: nothing lies there. */
async function asideOf(dataDir: string): Promise<string | null> {
  const names = await readdir(dataDir).catch(() => []);
  return names.every((name) => name === LOCK_FILE) ? null : `${dataDir}.before-${nameOf(new Date().toISOString())}`;
}

/** From here to the end, also that of a killed command, nothing starts on the folder. What lay there is out of the way. */
async function begin({ backup, dataDir }: RestoreParts, aside: string | null): Promise<Mark> {
  let mark: Mark | null = null;
  try {
    mark = markRestore(dataDir, { backup: backup.folder, aside });
    if (aside === null) return mark;
    await rename(dataDir, aside);
    await rm(join(aside, LOCK_FILE), { force: true });
    await syncFolder(dirname(dataDir));
    return mark;
  } catch (error) {
    mark?.undone();
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandRefused(`${dataDir} cannot be put aside (${code}): empty it, or name another folder with --to.`);
  }
}

/** Half of a data folder is none. */
async function clear(dataDir: string): Promise<void> {
  const home = findPlace(dataDir)?.home;
  if (home !== undefined) await rm(home, { recursive: true, force: true });
  for (const name of await readdir(dataDir).catch(() => []))
    await rm(join(dataDir, name), { recursive: true, force: true });
}

function afterwards({ database, state }: Manifest): readonly string[] {
  return [
    ...(database.kind === 'apart'
      ? ['The database was not in this backup: restore it with its own tools before you start.']
      : []),
    `Predictions that were open then (${state.open}) are void by rule at the first start, with their stakes back; resting orders end.`,
    'Start the product on the folder, then run npm run check:ledger and npm run check:audit before you let people in.',
  ];
}
