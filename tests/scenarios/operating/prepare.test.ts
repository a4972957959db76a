import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratch } from '#tests/scratch.ts';
import { ROOT } from '#tests/tree.ts';

let tree: string;
const file = (path: string, text = '') => {
  mkdirSync(join(tree, path, '..'), { recursive: true });
  writeFileSync(join(tree, path), text);
};

beforeEach(() => {
  tree = mkdtempSync(join(scratch(), 'tikvo-prepare-'));
  chmodSync(tree, 0o755);
  cpSync(join(ROOT, 'scripts/prepare.mjs'), join(tree, 'scripts/prepare.mjs'), { recursive: true });
  file('package.json', '{ "type": "module" }');
  file('package-lock.json', '{}');
  file('src/server/one.ts', '1');
  file('node_modules/.package-lock.json');
  // Stands for the bundler.
  file(
    'scripts/build-server.mjs',
    `import { appendFileSync, mkdirSync } from 'node:fs';
     mkdirSync('build', { recursive: true });
     appendFileSync('build/built', '.');`,
  );
});
afterEach(() => {
  chmodAll('755');
  rmSync(tree, { recursive: true });
});

const chmodAll = (mode: string) => spawnSync('chmod', ['-R', mode, tree]);
const built = () => readFileSync(join(tree, 'build/built'), 'utf8').length;

/** `npm run build` of the server part; `other`: as a user that does not own the code. */
function prepare(other = false) {
  const nobody = other && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { status, stderr } = spawnSync(process.execPath, [join(tree, 'scripts/prepare.mjs'), 'server'], {
    cwd: tree,
    encoding: 'utf8',
    ...nobody,
  });
  return { status, stderr };
}

describe.skipIf(process.platform === 'win32')('the build before a start', () => {
  it('is made once, and again when a source has changed', () => {
    expect(prepare()).toEqual({ status: 0, stderr: '' });
    expect(prepare()).toEqual({ status: 0, stderr: '' });
    expect(built()).toBe(1);
    file('src/server/one.ts', 'changed');
    expect(prepare()).toEqual({ status: 0, stderr: '' });
    expect(built()).toBe(2);
  });

  it('is not asked to write anything where it is there: code of another user, or a read-only disk, starts', () => {
    prepare();
    chmodAll('a-w');
    expect(prepare(true)).toEqual({ status: 0, stderr: '' });
    expect(existsSync(join(tree, 'node_modules/.tikvo-prepare'))).toBe(false);
  });

  it('says who has to build where it may not', () => {
    prepare();
    file('src/server/one.ts', 'changed');
    chmodAll('a-w');
    expect(prepare(true)).toEqual({
      status: 1,
      stderr: `The build is missing or older than its sources, and this user may not write in ${tree}: run npm run build as the user that owns the code.\n`,
    });
  });
});
