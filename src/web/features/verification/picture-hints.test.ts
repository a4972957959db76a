import { expect, it } from 'vitest';
import { hintsOf } from './picture-hints.ts';

const SIZE = { width: 60, height: 40 };
const drawn = (grey: (x: number, y: number) => number) =>
  Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, no) => grey(no % SIZE.width, Math.floor(no / SIZE.width)));

it('finds nothing to say of sharp print', () => {
  expect(
    hintsOf(
      drawn((x) => (x % 4 < 2 ? 40 : 210)),
      SIZE,
    ),
  ).toEqual([]);
});

it.each([
  ['blur', drawn((x) => 100 + x)],
  ['glare', drawn((x, y) => (x < 12 && y < 12 ? 255 : x % 4 < 2 ? 40 : 200))],
  ['dark', drawn((x) => (x % 4 < 2 ? 5 : 60))],
] as const)('sees %s', (hint, grey) => {
  expect(hintsOf(grey, SIZE)).toEqual([hint]);
});
