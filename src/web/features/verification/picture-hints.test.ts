import { expect, it } from 'vitest';
import { hintsOf } from './picture-hints.ts';

const SIZE = { width: 60, height: 40 };
const drawn = (grey: (x: number, y: number) => number) =>
  Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, no) => grey(no % SIZE.width, Math.floor(no / SIZE.width)));

/** Print on a card that lies in the middle of a plain table. */
const card = (print: (x: number, y: number) => number, table: number) =>
  drawn((x, y) => (x < 8 || y < 6 || x >= 52 || y >= 34 ? table : print(x, y)));

it('finds nothing to say of sharp print', () => {
  expect(
    hintsOf(
      card((x) => (x % 4 < 2 ? 40 : 210), 120),
      SIZE,
    ),
  ).toEqual([]);
});

it.each([
  ['blur', drawn((x) => 100 + (x > 8 && x < 52 ? x : 0) / 8)],
  ['glare', card((x, y) => (x < 18 && y < 16 ? 255 : x % 4 < 2 ? 40 : 200), 120)],
  ['dark', card((x) => (x % 4 < 2 ? 5 : 60), 20)],
  // The card goes on behind the left side.
  ['cut', drawn((x, y) => (y < 6 || x >= 52 || y >= 34 ? 120 : (x + y) % 4 < 2 ? 40 : 210))],
] as const)('sees %s', (hint, grey) => {
  expect(hintsOf(grey, SIZE)).toEqual([hint]);
});
