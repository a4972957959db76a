import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '#domain/time.ts';

/** Ticks are kept this long where no archive is set (docs/rules/proofs.md#archive), ms. */
export const TICKS_KEPT_MS = 29 * DAY_MS;
/** And this long where one is: 13 months. */
const ARCHIVE_KEPT_MS = 396 * DAY_MS;

/** Segment files that are older than ticks are kept: into the archive (null: away), and out of it when they are too old for it. */
export async function forgetOldTicks(
  folder: string,
  { archive, now }: { readonly archive: string | null; readonly now: number },
): Promise<number> {
  let removed = 0;
  for (const name of await oldSegments(folder, now - TICKS_KEPT_MS)) {
    if (archive !== null) await copyWhole(join(folder, name), join(archive, name));
    await rm(join(folder, name));
    removed += 1;
  }
  if (archive === null) return removed;
  for (const name of await oldSegments(archive, now - ARCHIVE_KEPT_MS)) await rm(join(archive, name));
  return removed;
}

/** The archived file of a segment; null: there is none. */
export async function archivedSegment(
  archive: string | null,
  { stream, firstSeq }: { readonly stream: number; readonly firstSeq: number },
): Promise<Buffer | null> {
  if (archive === null) return null;
  try {
    return await readFile(join(archive, 'segments', String(stream), `${firstSeq}.ticks`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Segments below a folder that are from before a time (ms), by their ticks: that is the time of their files. */
async function oldSegments(folder: string, before: number): Promise<readonly string[]> {
  const old: string[] = [];
  for (const stream of await readdir(join(folder, 'segments')).catch(() => [])) {
    for (const file of await readdir(join(folder, 'segments', stream))) {
      const name = join('segments', stream, file);
      if (file.endsWith('.ticks') && (await stat(join(folder, name))).mtimeMs <= before) old.push(name);
    }
  }
  return old;
}

/** On the disk whole, with its time, or not at all: then the file that it is made of goes. */
async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const { mtimeMs } = await stat(from);
  await writeWhole(to, async (draft) => {
    await copyFile(from, draft);
    await utimes(draft, mtimeMs / 1_000, mtimeMs / 1_000);
  });
}

/** A file under its name once it is whole and on the disk, its name too. Half of one, as a full disk leaves it, is taken away. */
export async function writeWhole(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.new`;
  try {
    await write(draft);
    await sync(draft, 'r+');
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // What it was made of goes next: a name that a loss of power takes back would be the last of it. Some systems cannot say so of a folder.
  await sync(dirname(path), 'r').catch(() => undefined);
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
