import { expect, it } from 'vitest';
import { Links } from './links.ts';

it('knows who is linked to those who order, asks once a minute, and hears of new links then', async () => {
  const asked: (readonly string[])[] = [];
  let others = new Map([['ann', new Set(['ben'])]]);
  const links = new Links((ids) => {
    asked.push(ids);
    return Promise.resolve(others);
  });
  expect(links.areLinked('ann', 'ben')).toBe(false);
  await links.load(['ann', 'eve', 'ann'], 0);
  expect(links.areLinked('ben', 'ann')).toBe(true);
  expect(links.areLinked('ann', 'eve')).toBe(false);
  others = new Map([['eve', new Set(['ann'])]]);
  await links.load(['ann', 'eve'], 59_999);
  expect(links.areLinked('ann', 'eve')).toBe(false);
  await links.load(['ann', 'eve'], 60_000);
  expect(links.areLinked('ann', 'eve')).toBe(true);
  expect(links.areLinked('ann', 'ben')).toBe(false);
  expect(asked).toEqual([
    ['ann', 'eve'],
    ['ann', 'eve'],
  ]);
});
