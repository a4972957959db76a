import { expect, it } from 'vitest';
import { addressOf, partsOf } from './shown.ts';

it.each([
  ['/en/pay-user', 'https://tikvo.example/en/pay-user?request=1'],
  ['https://my.tikvo.example/en/pay-user', 'https://my.tikvo.example/en/pay-user?request=1'],
])('a request at %s is sent as %s', (page, address) => {
  expect(addressOf('1', { page, here: 'https://tikvo.example/de/pay-user?request=2' })).toBe(address);
});

it('a split says how many of its own parts are paid', () => {
  const all = [
    { split: 'a', state: 'PAID' },
    { split: 'a', state: 'PAYING' },
    { split: 'b', state: 'PAID' },
    { split: null, state: 'PAID' },
  ] as const;
  expect(partsOf('a', all)).toEqual({ count: 2, paid: 1 });
});
