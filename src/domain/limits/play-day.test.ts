import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { withEnd, type PlayDay, type PlayEnd } from './play-day.ts';

const NOON = Date.UTC(2026, 10, 26, 12);
const MINUTE = 60_000;
const end = (minute: number, stake: bigint, credit: bigint): PlayEnd => ({
  at: NOON + minute * MINUTE,
  stake: usdt(stake),
  credit: usdt(credit),
});
const played = (...ends: readonly PlayEnd[]) => ends.reduce<PlayDay | null>((day, one) => withEnd(day, one), null);

describe('how a person played on a day', () => {
  it('adds up what ended, in the hours in which it did', () => {
    expect(played(end(0, 10n, 0n), end(70, 40n, 74n))).toMatchObject({
      ended: 2,
      staked: 50n,
      paid: 74n,
      highest: 40n,
      hours: (1 << 12) | (1 << 13),
    });
  });

  it.each([
    { what: 'twice the stake that was lost, soon after', minute: 10, stake: 20n, credit: 0n, chased: 1 },
    { what: 'less than twice', minute: 10, stake: 19n, credit: 0n, chased: 0 },
    { what: 'later than ten minutes', minute: 10.1, stake: 20n, credit: 0n, chased: 0 },
    { what: 'after a win', minute: 10, stake: 20n, credit: 18n, chased: 0 },
    { what: 'after a tie', minute: 10, stake: 20n, credit: 10n, chased: 0 },
  ])('counts $what', ({ minute, stake, credit, chased }) => {
    expect(played(end(0, 10n, credit), end(minute, stake, 0n))?.chased).toBe(chased);
  });
});
