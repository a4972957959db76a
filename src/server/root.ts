import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, seen from the sources and from a bundle alike. Throws when there is none above. */
export function repositoryRoot(from: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(from));
  while (!existsSync(join(folder, 'package.json')) || !existsSync(join(folder, 'src/web/i18n/locales'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No repository with its texts was found above ${fileURLToPath(from)}.`);
    folder = parent;
  }
  return folder;
}

/** Version of the product, as its package names it. */
export function productVersion(): string {
  const text = readFileSync(join(repositoryRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
