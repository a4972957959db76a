import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^[0-9a-f]{32}$/;

function pathOf(dataDir: string, name: string): string {
  if (!NAME.test(name)) throw new Error('not the name of a picture');
  return join(dataDir, 'files', 'avatars', `${name}.png`);
}

/** Writes a picture as a whole or not at all. */
export async function writeAvatarFile(dataDir: string, file: { name: string; png: Buffer }): Promise<void> {
  const path = pathOf(dataDir, file.name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.new`, file.png);
  await rename(`${path}.new`, path);
}

/** The bytes of a picture; null where there is none of that name, or it is no name. */
export async function readAvatarFile(dataDir: string, name: string): Promise<Buffer | null> {
  if (!NAME.test(name)) return null;
  return readFile(pathOf(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Removes a picture, and what a cut left of writing it. */
export async function removeAvatarFile(dataDir: string, name: string): Promise<void> {
  const path = pathOf(dataDir, name);
  for (const one of [path, `${path}.new`]) await rm(one, { force: true });
}

const AT_ONCE = 500;

/** Names of pictures whose files were last written before a moment, ms, written as a whole or not; some hundred at a time. */
export async function* oldAvatarFiles(
  dataDir: string,
  { before }: { readonly before: number },
): AsyncGenerator<readonly string[]> {
  const folder = join(dataDir, 'files', 'avatars');
  const files = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let names: string[] = [];
  for await (const file of files) {
    const name = /^([0-9a-f]{32})\.png(?:\.new)?$/.exec(file.name)?.[1];
    if (name === undefined) continue;
    const written = await stat(join(folder, file.name)).catch(() => null);
    if (written !== null && written.mtimeMs < before) names.push(name);
    if (names.length < AT_ONCE) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}
