import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { MANIFEST, NoBackup, readManifest } from './manifest.ts';
import type { Placed } from './place.ts';

/** As `nameOf` makes them. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Finished backups below a folder, the oldest first. `dataDir`: of that data folder alone. */
export async function backupsIn(target: string, dataDir: string | null = null): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of (await readdir(target).catch((): string[] => [])).toSorted()) {
    if (!NAME.test(name)) continue;
    const manifest = await readManifest(join(target, name)).catch((error: unknown) => {
      if (error instanceof NoBackup) return null;
      throw error;
    });
    if (manifest !== null && (dataDir === null || manifest.dataDir === dataDir)) found.push(name);
  }
  return found;
}

/** Takes away all but the newest `keep` backups of a data folder, with their keys where these lie apart. Gives their names. */
export async function dropOld(parts: {
  readonly target: string;
  readonly keysTarget: string | null;
  readonly dataDir: string;
  readonly keep: number;
}): Promise<readonly string[]> {
  const { target, keysTarget, dataDir, keep } = parts;
  const old = (await backupsIn(target, dataDir)).slice(0, -keep);
  for (const name of old) {
    await rm(join(target, name), { recursive: true, force: true });
    if (keysTarget !== null) await rm(join(keysTarget, name), { recursive: true, force: true });
  }
  return old;
}

/** The backup that a folder is, or the newest of those in it. `keys`: the folder that their keys were put into. Throws NoBackup. */
export async function findBackup(given: string, keys: string | null): Promise<Placed> {
  const isOne = await isThere(join(given, MANIFEST));
  const newest = isOne ? null : (await backupsIn(given)).at(-1);
  if (newest !== null) await refuseSpoilt(given, newest);
  if (newest === undefined) throw new NoBackup(`There is no finished backup in ${given}.`);
  const folder = newest === null ? resolve(given) : resolve(given, newest);
  const manifest = await readManifest(folder);
  if (manifest.keys === 'here') return { folder, keysFolder: folder, manifest };
  const [one, all] = [keys, keys === null ? null : join(keys, basename(folder))];
  return { folder, keysFolder: all !== null && (await isThere(all)) ? all : one, manifest };
}

/** Whoever asks for the newest backup does not mean an older one because the manifest of that one is spoilt or gone. */
async function refuseSpoilt(target: string, newest: string | undefined): Promise<void> {
  const names = (await readdir(target).catch((): string[] => [])).filter((name) => NAME.test(name)).toSorted();
  const last = names.at(-1);
  if (last === undefined || last === newest) return;
  const why = await readManifest(join(target, last)).then(
    () => '',
    (error: Error) => error.message,
  );
  const older =
    newest === undefined ? 'There is no older one.' : `To use the newest whole one, name it: ${join(target, newest)}`;
  throw new NoBackup(`The newest backup in ${target} is spoilt: ${why} ${older}`);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
