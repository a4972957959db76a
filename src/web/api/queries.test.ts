import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES } from '#web/routes.ts';
import { treeFiles } from '#tests/tree.ts';

const CLIENT = 'src/web/api/queries.tsx';
const texts = new Map(
  treeFiles()
    .filter(({ path }) => /^src\/.*\.tsx?$/.test(path) && !/\.test\./.test(path))
    .map(({ path, text }) => [path, text]),
);

function found(from: string, pattern: RegExp): readonly string[] {
  return [...(texts.get(from) ?? '').matchAll(pattern)].flatMap(([, name = '']) => {
    const to = name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(posix.dirname(from), name);
    return texts.has(to) ? [to] : [];
  });
}
const imports = (path: string) => found(path, /^(?:import|export) (?!type\b)(?:[^;]*?from )?'([^'\n]+)'/gms);
const lateParts = (path: string) => found(path, /\bimport\(\s*'([^'\n]+)'/g);
/** By the client above it: a file that makes one asks by its own. */
const asks = (path: string) =>
  !(texts.get(path) ?? '').includes('new QueryClient(') &&
  /^import \{[^}]*\buse\w+[^}]*\} from '@tanstack\/react-query'/m.test(texts.get(path) ?? '');

/** Files that ask by a query client though nothing above them brings one; by page and the late parts on the way. */
function withoutClient(root: string, above = false, way: readonly string[] = []): readonly string[] {
  if (way.includes(root)) return [];
  const here = [...way, root];
  const loaded = new Set([root]);
  for (const path of loaded) for (const next of imports(path)) loaded.add(next);
  const has = above || loaded.has(CLIENT);
  const asking = [...loaded].filter(asks).map((path) => [...here, path].join(' > '));
  const later = [...loaded].flatMap(lateParts);
  return [...(has ? [] : asking), ...later.flatMap((part) => withoutClient(part, has, here))];
}

it('are asked only where the page, its frame or the late part has a client', () => {
  const pages = PAGES.filter((page) => page.site !== 'dashboard').map((page) => `src/web/${page.file}`);
  expect(texts.has(CLIENT) && pages.every((page) => texts.has(page))).toBe(true);
  expect([...texts.keys()].filter(asks).length).toBeGreaterThan(20);
  expect(pages.flatMap((page) => withoutClient(page))).toEqual([]);
});
