import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetOldTicks, TICKS_KEPT_MS } from './archive.ts';

const NOW = Date.UTC(2026, 10, 26);
const OLD = NOW - TICKS_KEPT_MS;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tikvo-archive-'));
  mkdirSync(join(home, 'from/segments/4'), { recursive: true });
  for (const [name, at] of [
    ['1', OLD],
    ['100', OLD + 1_000],
  ] as const) {
    writeFileSync(join(home, `from/segments/4/${name}.ticks`), name);
    utimesSync(join(home, `from/segments/4/${name}.ticks`), at / 1_000, at / 1_000);
  }
});
afterEach(() => rmSync(home, { recursive: true }));

const forget = () => forgetOldTicks(join(home, 'from'), { archive: join(home, 'to'), now: NOW });
const files = (folder: string) => readdirSync(join(home, folder, 'segments/4')).toSorted();

it('ticks that are old go into the archive with their time', async () => {
  expect(await forget()).toBe(1);
  expect([files('from'), files('to')]).toEqual([['100.ticks'], ['1.ticks']]);
  expect(readFileSync(join(home, 'to/segments/4/1.ticks'), 'utf8')).toBe('1');
  expect(statSync(join(home, 'to/segments/4/1.ticks')).mtimeMs).toBe(OLD);
});

it('ticks that cannot be put there stay where they are, and leave no half of a file', async () => {
  // A folder in the way, as a disk that is full would be.
  mkdirSync(join(home, 'to/segments/4/1.ticks/full'), { recursive: true });
  await expect(forget()).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|ENOTDIR/);
  expect([files('from'), files('to')]).toEqual([['1.ticks', '100.ticks'], ['1.ticks']]);
});
