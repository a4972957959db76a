import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { arrived, confirmationsOf, depositRoom, isFinal, ledgerAmount, withinRoom } from './rules.ts';

describe('a deposit', () => {
  it.each([
    [1_234_567n, 6, 1_234_567n],
    [1_234_567_999_999_999_999n, 18, 1_234_567n],
    [999_999_999_999n, 18, 0n],
  ])('of %d with %d decimals is %d of the ledger', (raw, decimals, amount) => {
    expect(ledgerAmount(raw, decimals)).toBe(amount);
  });

  it('counts its own block as the first confirmation', () => {
    expect([9n, 10n, 14n].map((head) => confirmationsOf(10n, head))).toEqual([0n, 1n, 5n]);
    expect(isFinal(10n, { head: 13n, confirmations: 5 })).toBe(false);
    expect(isFinal(10n, { head: 14n, confirmations: 5 })).toBe(true);
  });

  it.each([
    ['no limit', [null, null, null], null],
    ['a limit with room', [50n, null, null], 20n],
    ['the tightest of several', [50n, 45n, 200n], 5n],
    ['a limit lowered below what came', [10n, null, null], 0n],
  ] as const)('has the room of %s', (_what, [day, week, month], room) => {
    const money = (value: bigint | null) => (value === null ? null : usdt(value));
    const limits = { day: money(day), week: money(week), month: money(month) };
    expect(depositRoom(limits, { day: usdt(30n), week: usdt(40n), month: usdt(40n) })).toBe(room);
  });

  it.each([
    [null, 5_000_000n, 0n],
    [5_000_000n, 5_000_000n, 0n],
    [3_000_000n, 3_000_000n, 2_000_000n],
    // Less than the least deposit is no deposit.
    [999_999n, 0n, 5_000_000n],
    [0n, 0n, 5_000_000n],
  ])('of 5.00 with room for %s is credited with %d', (room, credited, held) => {
    expect(withinRoom(usdt(5_000_000n), room === null ? null : usdt(room))).toEqual({ credited, held });
  });

  it.each([
    ['all of it', { value: 100n, said: 100n, grown: 100n }, 100n],
    ['what arrives of it, where the token keeps a part', { value: 100n, said: 100n, grown: 98n }, 98n],
    ['nothing, where nothing arrived', { value: 100n, said: 100n, grown: 0n }, 0n],
    ['all of each of two', { value: 40n, said: 100n, grown: 100n }, 40n],
    ['what it says, where more came', { value: 100n, said: 100n, grown: 150n }, 100n],
    ['people decide on two that do not add up', { value: 40n, said: 100n, grown: 98n }, 'differs'],
    ['people decide where the address lost some', { value: 100n, said: 100n, grown: -1n }, 'differs'],
  ])('credits %s', (_what, seen, credited) => {
    expect(arrived(seen)).toBe(credited);
  });
});
