import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { playSigns, STANDARD_SIGNS, type PlaySeen, type PlaySignName } from './play-signs.ts';

const NOTHING: PlaySeen = { days: [], failedDeposits: 0, cancelledWithdrawals: 0, raises: 0 };
const day = (ago: number, seen: { chased?: number; highest?: bigint; hours?: number } = {}) => ({
  ago,
  chased: seen.chased ?? 0,
  highest: usdt(seen.highest ?? 1_000_000n),
  hours: seen.hours ?? 1 << 12,
});
const upIn = (seen: Partial<PlaySeen>): readonly PlaySignName[] =>
  playSigns({ ...NOTHING, ...seen }, STANDARD_SIGNS)
    .filter(({ isUp }) => isUp)
    .map(({ name }) => name);
const countOf = (name: PlaySignName, seen: Partial<PlaySeen>) =>
  playSigns({ ...NOTHING, ...seen }, STANDARD_SIGNS).find((sign) => sign.name === name)?.count;

describe('signs of harm', () => {
  it('are not up for who does not play, and for who plays as ever', () => {
    expect(upIn({})).toEqual([]);
    expect(upIn({ days: [day(0), day(1), day(9), day(20)] })).toEqual([]);
  });

  it.each([
    ['chasing', { days: [day(0, { chased: 2 }), day(20, { chased: 3 })] }, { days: [day(0, { chased: 4 })] }],
    [
      'rising',
      { days: [day(6, { highest: 3_000_000n }), day(7)] },
      { days: [day(6, { highest: 2_999_999n }), day(7)] },
    ],
    [
      'night',
      { days: [0, 3, 9, 27].map((ago) => day(ago, { hours: 1 << 5 })) },
      { days: [0, 3, 9, 27].map((ago) => day(ago, { hours: 1 << 6 })) },
    ],
    ['failed_deposits', { failedDeposits: 3 }, { failedDeposits: 2 }],
    ['cancelled_withdrawals', { cancelledWithdrawals: 2 }, { cancelledWithdrawals: 1 }],
    ['raises', { raises: 2 }, { raises: 1 }],
  ] as const)('%s is up from its count on, and not before', (name, up, before) => {
    expect(upIn(up)).toEqual([name]);
    expect(upIn(before)).toEqual([]);
  });

  it('are up from where the operator sets them', () => {
    const signs = playSigns({ ...NOTHING, raises: 2 }, { ...STANDARD_SIGNS, raises: 3 });
    expect(signs.find(({ name }) => name === 'raises')).toEqual({ name: 'raises', count: 2, from: 3, isUp: false });
  });

  it('looks at 28 days', () => {
    expect(countOf('chasing', { days: [day(27, { chased: 5 }), day(28, { chased: 7 })] })).toBe(5);
  });

  it('compares stakes only where there are earlier ones, and counts no further than anybody reads', () => {
    expect(countOf('rising', { days: [day(0, { highest: 9_000_000n })] })).toBe(0);
    expect(countOf('rising', { days: [day(0, { highest: 10n ** 15n }), day(10, { highest: 1n })] })).toBe(99);
  });
});
