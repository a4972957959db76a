import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hinderedBy, makeDataFolder, whyNot } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the data folder', () => {
  it('is made with all that is missing on the way', () => {
    makeDataFolder(join(folder, 'one/two'));
    makeDataFolder(join(folder, 'one/two'));
    expect(existsSync(join(folder, 'one/two'))).toBe(true);
  });

  it.each(['file', 'file/below'])('is not made of %s', (path) => {
    writeFileSync(join(folder, 'file'), '');
    const wanted = join(folder, path);
    expect(() => makeDataFolder(wanted)).toThrow(
      `DATA_DIR names ${wanted}, and no folder can be made of it: a file is in the way.`,
    );
  });

  it('is told why it cannot be made below a folder where nothing may be written', () => {
    const missing = Object.assign(new Error('no such file or directory, mkdir'), { code: 'ENOENT' });
    const asked: string[] = [];
    const path = join(folder, 'one/two');
    const readOnly = (at: string) => {
      asked.push(at);
      throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
    };
    expect(whyNot(hinderedBy({ path, error: missing, mayWrite: readOnly }))).toBe('the disk is read-only');
    expect(asked).toEqual([folder]);
    expect(hinderedBy({ path, error: missing })).toBe(missing);
  });

  it.each([
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'this user may not write there'],
    ['ENOSPC', 'the disk is full'],
    ['EIO', 'EIO: i/o error'],
  ])('that cannot be made by %s is told why', (code, why) => {
    expect(whyNot(Object.assign(new Error(`${code}: i/o error`), { code }))).toBe(why);
  });
});
