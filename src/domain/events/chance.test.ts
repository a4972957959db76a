import { expect, it } from 'vitest';
import { chanceOf } from './chance.ts';

it.each([
  [{ bid: 480, ask: 520, last: 900 }, 500],
  [{ bid: 450, ask: 550, last: 900 }, 500],
  // Too wide to mean something: the last fill, if there was one.
  [{ bid: 449, ask: 550, last: 900 }, 900],
  [{ bid: 100, ask: 900, last: null }, 500],
  [{ bid: 480, ask: null, last: 470 }, 470],
  [{ bid: null, ask: 520, last: null }, null],
])('says of %j the chance %s', (prices, chance) => {
  expect(chanceOf(prices)).toBe(chance);
});
