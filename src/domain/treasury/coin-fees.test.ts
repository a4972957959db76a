import { describe, expect, it } from 'vitest';
import { coinText, coinUnits } from './coin-amounts.ts';
import { dearer, gather, spend, sweepBounds, type Spendable } from './coin-fees.ts';

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

describe('what is brought together', () => {
  it.each([
    // 11 + 31 bytes, and 68 for each input.
    ['all that is worth it', [100_000n, 6_800n, 300_000n], [3, 246n, 406_554n]],
    ['nothing that costs more than a hundredth of itself', [100_000n, 6_799n], [1, 110n, 99_890n]],
    ['nothing where all of it costs more than a hundredth', [10_999n], null],
    ['nothing where there is nothing', [], null],
    [
      'forty at most, the largest first',
      Array.from({ length: 50 }, (_, no) => 10_000n * BigInt(no + 1)),
      [40, 2_762n, 12_197_238n],
    ],
  ])('is %s', (_, units, expected) => {
    expect(sums(gather(units.map(output), bounds))).toEqual(expected);
  });

  it('waits while the chain is dear, and has a limit of its fee', () => {
    const held = [output(1_000_000n)];
    expect(sums(gather(held, { ...bounds, rate: 90_000n }))).toEqual([1, 9_900n, 990_100n]);
    expect(gather(held, { ...bounds, rate: 100_000n })).toBeNull();
    expect(gather(held, { ...bounds, mostFee: 109n })).toBeNull();
  });

  it('may have its fee raised to a twentieth of it, out of what comes back', () => {
    const first = { inputs: [output(100_000n)], fee: 110n, change: 99_890n };
    expect(sums(dearer(first, sweepBounds(bounds, 100_000n)))).toEqual([1, 330n, 99_670n]);
    expect(sums(dearer({ ...first, fee: 3_900n, change: 96_100n }, sweepBounds(bounds, 100_000n)))).toEqual([
      1,
      4_876n,
      95_124n,
    ]);
    expect(dearer({ ...first, fee: 4_100n, change: 95_900n }, sweepBounds(bounds, 100_000n))).toBeNull();
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
