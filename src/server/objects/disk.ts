import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertName, type Objects } from './contract.ts';

/** Objects in a folder, of which nobody but this user may read a file. */
export function diskObjects(folder: string): Objects {
  const pathOf = (name: string) => {
    assertName(name);
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Two may write the same at once.
      const made = `${path}.new-${randomBytes(4).toString('hex')}`;
      const file = await open(made, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        // The row that names it is durable at its commit; so must this be.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(made, path);
    },
    get: (name) =>
      readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async remove(name) {
      const folderOf = dirname(pathOf(name));
      const files = await readdir(folderOf).catch(() => []);
      // Also what a process left that ended while it wrote.
      for (const file of files.filter((one) => one === name || one.startsWith(`${name}.new-`))) {
        await rm(join(folderOf, file), { force: true });
      }
    },
  };
}
