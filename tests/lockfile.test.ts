import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './tree.ts';

interface Locked {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** The entry that a package at `path` would load, looked for from its own folder upwards. */
function resolveFrom(path: string, name: string): Locked | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = lock.packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (found !== undefined || at === '') return found;
  }
}

describe('the lock file', () => {
  it('names the binaries of every platform, or npm ci refuses it on a clean machine', () => {
    const wanted = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).map((name) => ({ path, name })),
    );
    expect(wanted.length).toBeGreaterThan(50);
    const missing = wanted.filter(({ path, name }) => resolveFrom(path, name) === undefined);
    expect(missing.map(({ path, name }) => `${path} -> ${name}`)).toEqual([]);
  });

  it('holds the versions that package.json pins', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies' | 'optionalDependencies',
      Readonly<Record<string, string>>
    >;
    const pinned = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(pinned.length).toBeGreaterThan(50);
    const differing = pinned.filter(([name, version]) => resolveFrom('', name)?.version !== version);
    expect(differing).toEqual([]);
  });
});
