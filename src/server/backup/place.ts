import { chown, copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '#server/config/sync-folder.ts';
import { databaseAccount } from '#server/db/embedded/account.ts';
import { preparePlace } from '#server/db/embedded/place.ts';
import { LOCK_FILE } from './data-folder.ts';
import { hashFile } from './draft.ts';
import { DATA, KEYS, type CopiedFile, type Manifest } from './manifest.ts';
import { CommandRefused } from '#server/command.ts';

/** A backup on the disk. */
export interface Placed {
  readonly folder: string;
  /** The folder that `keys/` lies in; null: they are kept apart, and where was not said. */
  readonly keysFolder: string | null;
  readonly manifest: Manifest;
}

/** Where a file of a backup lies; null: among keys that are out of reach. */
function pathOf({ folder, keysFolder }: Placed, file: string): string | null {
  if (!file.startsWith(`${KEYS}/`)) return join(folder, file);
  return keysFolder === null ? null : join(keysFolder, file);
}

/** Files that are missing or are not as they were copied, in words. */
export async function faultyFiles(backup: Placed): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const file of backup.manifest.files) {
    const path = pathOf(backup, file.path);
    if (path === null) continue;
    const found = await hashFile(path).catch(() => null);
    if (found === null) faults.push(`${file.path} is missing`);
    else if (found.size !== file.size || found.sha256 !== file.sha256)
      faults.push(`${file.path} is not as it was copied`);
  }
  return faults;
}

const CLUSTER = `${DATA}/postgres/`;
const VERSION = `${CLUSTER}data/PG_VERSION`;
const CONTROL = `${CLUSTER}data/global/pg_control`;

/**
 * Puts the cluster of a backup where a start on `dataDir` looks for it, besides the one file without which it cannot be started: the
 * function that is given puts that there.
 */
export async function placeCluster(backup: Placed, dataDir: string): Promise<() => Promise<void>> {
  const account = databaseAccount();
  const { home } = preparePlace(dataDir, account);
  const own = async (path: string) => (account === null ? undefined : chown(path, account.uid, account.gid));
  const targetOf = (name: string) => join(home, name.slice(CLUSTER.length));
  const put = async (path: string) => {
    await copyPlainly(join(backup.folder, path), targetOf(path));
    if (path.startsWith(`${CLUSTER}data/`)) await own(targetOf(path));
  };
  for (const name of backup.manifest.folders) {
    if (!name.startsWith(CLUSTER)) continue;
    await mkdir(targetOf(name), { recursive: true, mode: 0o700 });
    await own(targetOf(name));
  }
  const paths = backup.manifest.files.map(({ path }) => path).filter((path) => path.startsWith(CLUSTER));
  // Whoever finds its version takes a cluster for made, and does not make another.
  for (const path of [VERSION, ...paths.filter((one) => one !== VERSION && one !== CONTROL)]) await put(path);
  return () => put(CONTROL);
}

/** Puts everything else of a backup into `dataDir`. */
export async function placeRest(backup: Placed, dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  for (const { path } of backup.manifest.files) {
    const [from, target] = [pathOf(backup, path), restOf(path)];
    if (from === null || target === null) continue;
    await copyPlainly(from, join(dataDir, target));
    if (target.startsWith(`${KEYS}/`)) await syncFile(join(dataDir, target));
  }
  await syncFolder(join(dataDir, KEYS));
}

/** Where a file of a backup lies in a data folder; null: of the database. */
function restOf(path: CopiedFile['path']): string | null {
  if (path.startsWith(CLUSTER)) return null;
  if (path.startsWith(`${KEYS}/`)) return path;
  return path.startsWith(`${DATA}/`) ? path.slice(DATA.length + 1) : null;
}

async function copyPlainly(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws CommandRefused where something lies in a folder already. */
export async function needEmpty(folder: string): Promise<void> {
  const there = await lstat(folder).catch(() => null);
  if (there === null) return;
  if (!there.isDirectory()) throw new CommandRefused(`${folder} is no folder.`);
  if ((await readdir(folder)).some((name) => name !== LOCK_FILE)) {
    throw new CommandRefused(
      `${folder} is not empty. Name another folder with --to, or say --replace: what is there is put aside.`,
    );
  }
}
