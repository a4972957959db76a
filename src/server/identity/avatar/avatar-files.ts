import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

export async function removeAvatarFile(dataDir: string, name: string): Promise<void> {
  await rm(pathOf(dataDir, name), { force: true });
}
