import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../time.ts';
import { blocksToWait, dearerFees, feesFor } from './fees.ts';
import { isTooMuch, totalMissing, type WalletLine } from './differences.ts';
import { answerOf, coinAnswerOf } from './node-answers.ts';
import { limitPassed } from './wallet-limits.ts';

describe('what a node says of a transaction', () => {
  it.each([
    ['already known', 'taken'],
    ['transaction already imported', 'taken'],
    ['nonce too low: next nonce 5, tx nonce 4', 'used'],
    // Another transaction waits under the nonce: nothing is used.
    ['replacement transaction underpriced', 'rival'],
    ['transaction underpriced', 'cheap'],
    ['max fee per gas less than block base fee', 'cheap'],
    ['insufficient funds for gas * price + value: balance 0', 'poor'],
    ['The request took too long to respond.', 'unknown'],
    ['header not found', 'unknown'],
  ])('%s: %s', (words, answer) => expect(answerOf(words)).toBe(answer));
});

describe('what a node of the Bitcoin family says of a transaction', () => {
  it.each([
    ['sendrawtransaction: transaction already in block chain', 'taken'],
    ['sendrawtransaction: Transaction outputs already in utxo set', 'taken'],
    ['sendrawtransaction: txn-already-in-mempool', 'taken'],
    ['sendrawtransaction: insufficient fee, rejecting replacement 12, less fees than conflicting txs', 'rival'],
    ['sendrawtransaction: txn-mempool-conflict', 'rival'],
    ['sendrawtransaction: bad-txns-inputs-missingorspent', 'used'],
    ['sendrawtransaction: Missing inputs', 'used'],
    ['sendrawtransaction: mempool min fee not met, 10 < 100', 'cheap'],
    ['sendrawtransaction: min relay fee not met', 'cheap'],
    ['sendrawtransaction: Work queue depth exceeded', 'unknown'],
  ])('%s: %s', (words, answer) => expect(coinAnswerOf(words)).toBe(answer));
});

describe('the fee of a transaction', () => {
  const limit = { gas: 100_000n, most: 10n ** 15n };
  it('bears base fees that double, below its limit', () => {
    expect(feesFor({ baseFee: 1_000n, tip: 10n }, limit)).toEqual({ maxFee: 2_010n, tip: 10n });
    expect(feesFor({ baseFee: 5_000_000_000n, tip: 1n }, limit)).toBeNull();
  });

  it('is raised by an eighth at least, to what is asked now', () => {
    const now = { maxFee: 900n, tip: 500n };
    expect(dearerFees({ maxFee: 1_000n, tip: 100n }, now, limit)).toEqual({ maxFee: 1_126n, tip: 500n });
    expect(dearerFees({ maxFee: 9_900_000_000n, tip: 1n }, now, limit)).toBeNull();
    expect([blocksToWait(12_000), blocksToWait(1_000)]).toEqual([10n, 60n]);
  });
});

it("holds a wallet's limits of an hour and of a day", () => {
  const limits = { payment: 10n, hour: 15n, day: 20n };
  const now = 100 * HOUR_MS;
  const before = [
    { at: now - 2 * HOUR_MS, amount: 6n },
    { at: now - 30 * 60_000, amount: 9n },
  ];
  const passed = (amount: bigint) => limitPassed(limits, { amount, now, before });
  expect([passed(11n), passed(7n), passed(6n), passed(5n)]).toEqual(['payment', 'hour', 'day', null]);
});

describe('what is missing in a wallet', () => {
  const usdt: WalletLine = { coin: 'USDT', decimals: 18, expected: 10n ** 18n, has: 10n ** 18n, price: 1_000_000n };
  const eth: WalletLine = { coin: 'ETH', decimals: 18, expected: 5n, has: 5n, price: null };

  it('is valued in dollars, rounded up, and what one coin has too much makes up for no other', () => {
    expect(totalMissing([usdt, eth])).toBe(0n);
    expect(
      totalMissing([
        { ...usdt, has: 10n ** 18n - 1n },
        { ...usdt, has: 10n ** 19n },
      ]),
    ).toBe(1n);
    expect(
      totalMissing([
        { ...usdt, has: 0n },
        { ...eth, has: 6n },
      ]),
    ).toBe(1_000_000n);
  });

  it('has no value where a coin without a price lacks, and that is more than any limit', () => {
    const total = totalMissing([usdt, { ...eth, has: 4n }]);
    expect(total).toBeNull();
    expect([isTooMuch(total, 10n ** 12n), isTooMuch(1n, 0n), isTooMuch(0n, 0n)]).toEqual([true, true, false]);
  });
});
