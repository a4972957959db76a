import { describe, expect, it } from 'vitest';
import { coinText, coinUnits } from './coin-amounts.ts';
import { dearer, spend, type Spendable } from './coin-fees.ts';

const output = (units: bigint, vout = 0): Spendable => ({ txid: 'aa', vout, units });
const bounds = { rate: 1_000n, mostFee: 100_000n, leastOutput: 5_460n };
const sums = (made: ReturnType<typeof spend>) => made && [made.inputs.length, made.fee, made.change];

describe('what a payment in coins spends', () => {
  it.each([
    // 11 + 31 + 43 bytes, and 68 for each input.
    ['one output that is large enough', [100_000n, 900_000n], [1, 153n, 399_847n]],
    ['as many as it needs, the largest first', [300_000n, 200_000n, 250_000n], [2, 221n, 49_779n]],
    ['one more, so that the fee may be raised', [500_200n, 9_000n], [2, 221n, 8_979n]],
    ['all of it where the change would be too small', [505_000n], [1, 5_000n, 0n]],
    ['nothing where it has too little', [500_152n], null],
  ])('is %s', (_, units, expected) => {
    expect(sums(spend(units.map(output), { ...bounds, pays: 500_000n }))).toEqual(expected);
  });

  it('is nothing above the limit of the fee', () => {
    const available = [output(900_000n)];
    expect(spend(available, { ...bounds, pays: 500_000n, rate: 1_000_000n })).toBeNull();
    expect(sums(spend([output(505_000n)], { ...bounds, pays: 500_000n, mostFee: 4_999n }))).toBeNull();
  });

  it('is raised by a quarter and by two units a byte at least, out of the change', () => {
    const pays = 500_000n;
    const first = spend([output(900_000n)], { ...bounds, pays });
    if (first === null) throw new Error('nothing to raise');
    const second = dearer(first, { ...bounds, pays });
    expect(sums(second)).toEqual([1, 459n, 399_541n]);
    expect(sums(dearer(first, { ...bounds, pays, rate: 50_000n }))).toEqual([1, 7_650n, 392_350n]);
    expect(dearer({ ...first, fee: 90_000n, change: 310_000n }, { ...bounds, pays })).toBeNull();
    expect(sums(dearer({ ...first, fee: 50_000n, change: 350_000n }, { ...bounds, pays }))).toEqual([
      1,
      62_501n,
      337_499n,
    ]);
  });
});

it.each([
  ['0.05', 5_000_000n, '0.05000000'],
  ['21000000', 2_100_000_000_000_000n, '21000000.00000000'],
  ['0.00000001', 1n, '0.00000001'],
])('reads and writes %s coins', (text, units, written) => {
  expect([coinUnits(text), coinText(units)]).toEqual([units, written]);
});
it.each(['', '1e3', '-1', '01', '.5', '1.', '0.000000001', '1,5'])('reads no coins in "%s"', (text) => {
  expect(coinUnits(text)).toBeNull();
});
