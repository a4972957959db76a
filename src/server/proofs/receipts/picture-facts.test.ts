import { expect, it } from 'vitest';
import { pictureFacts } from './picture-facts.ts';

const RECEIPT = {
  admission: { realm: 'real', pair: 'BTC-USD', dir: 'DOWN', stake: '25.000000', scale: 2 },
  ticks: [],
  result: { outcome: 'WIN', credit: '46.250000', t: 1_795_713_489_000_000 },
  correction: null,
};

it('tells amounts only where they are asked for', () => {
  expect(pictureFacts(RECEIPT, 'hidden')).toMatchObject({ outcome: 'WIN', direction: 'DOWN', amounts: null });
  expect(pictureFacts(RECEIPT, 'shown').amounts).toEqual({ stake: '25.000000', profit: '21.250000' });
});

it('shows what a correction made of the result', () => {
  const corrected = {
    ...RECEIPT,
    correction: { result: { outcome: 'VOID', credit: '25.000000', t: 1_795_713_490_000_000 } },
  };
  expect(pictureFacts(corrected, 'shown')).toMatchObject({
    outcome: 'VOID',
    endedAt: 1_795_713_490_000,
    amounts: { profit: '0.000000' },
  });
});

it('has no amounts of what has not ended', () => {
  expect(pictureFacts({ ...RECEIPT, result: null }, 'shown')).toMatchObject({
    outcome: null,
    endedAt: null,
    amounts: null,
  });
});
