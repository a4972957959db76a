import { expect, test } from 'vitest';
import { readVolume, writeVolume } from './volume.ts';

const storeOf = (kept: string | null) => ({ getItem: () => kept });

test.each([
  [null, 50],
  ['', 50],
  ['loud', 50],
  ['101', 50],
  ['-5', 50],
  ['2.5', 50],
  ['0', 0],
  ['85', 85],
  ['100', 100],
])('kept as %j it is %i', (kept, volume) => {
  expect(readVolume(storeOf(kept))).toBe(volume);
});

test('what is written is read', () => {
  let kept: string | null = null;
  writeVolume({ setItem: (_key, value) => (kept = value) }, 35);
  expect(readVolume(storeOf(kept))).toBe(35);
});
