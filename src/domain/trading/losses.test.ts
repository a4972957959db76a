import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlayLimits } from '../identity/trading-eligibility.ts';
import { usdt } from '../money.ts';
import { boundByLosses, createLosses, lossGate, openStake, realise, rememberLosses } from './losses.ts';
import type { Losses } from './losses.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const NONE: PlayLimits = { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null };
const day = (amount: bigint): PlayLimits => ({ ...NONE, lossDay: usdt(amount) });

function known(minutes: readonly { minute: number; net: bigint }[] = []): Losses {
  const losses = createLosses();
  rememberLosses(losses, 'ada', minutes);
  return losses;
}

function end(losses: Losses, lost: bigint, at = NOW): void {
  openStake(losses, 'ada', usdt(lost));
  realise(losses, { userId: 'ada', stake: usdt(lost), credit: usdt(0n), at });
}

function answer(losses: Losses, stake: bigint, asked: PlayLimits & { readonly now?: number }): string | null {
  const { now = NOW, ...limits } = asked;
  const refusal = lossGate(losses, { userId: 'ada', stake: usdt(stake), limits }, now);
  return refusal?.code === 'LimitReached' ? refusal.limit : null;
}

describe('a loss limit', () => {
  it('lets through what fits exactly, and no more', () => {
    const losses = known();
    end(losses, 60n);
    expect(answer(losses, 40n, day(100n))).toBeNull();
    expect(answer(losses, 41n, day(100n))).toBe('loss_day');
  });

  it('counts open stakes as if they were lost', () => {
    const losses = known();
    openStake(losses, 'ada', usdt(70n));
    openStake(losses, 'bob', usdt(500n));
    expect(answer(losses, 30n, day(100n))).toBeNull();
    expect(answer(losses, 31n, day(100n))).toBe('loss_day');
    realise(losses, { userId: 'ada', stake: usdt(70n), credit: usdt(70n), at: NOW });
    expect(answer(losses, 100n, day(100n))).toBeNull();
  });

  it('says that it is reached only where losses alone have used it up', () => {
    const refusal = (losses: Losses, stake: bigint) =>
      lossGate(losses, { userId: 'ada', stake: usdt(stake), limits: day(100n) }, NOW);
    const says = { code: 'LimitReached', limit: 'loss_day', amount: 100n, until: null };
    const losses = known();
    openStake(losses, 'ada', usdt(100n));
    expect(refusal(losses, 1n)).toEqual({ ...says, reason: 'could_pass' });
    realise(losses, { userId: 'ada', stake: usdt(100n), credit: usdt(1n), at: NOW });
    expect(refusal(losses, 2n)).toEqual({ ...says, reason: 'could_pass' });
    end(losses, 1n);
    expect(refusal(losses, 1n)).toEqual(says);
  });

  it('takes wins off losses, and is never widened by them', () => {
    const losses = known();
    end(losses, 90n);
    openStake(losses, 'ada', usdt(10n));
    realise(losses, { userId: 'ada', stake: usdt(10n), credit: usdt(500n), at: NOW });
    expect(answer(losses, 100n, day(100n))).toBeNull();
    expect(answer(losses, 101n, day(100n))).toBe('loss_day');
  });

  it('names the limit with the least room', () => {
    const losses = known([{ minute: (NOW - 3 * DAY) / MINUTE, net: 80n }]);
    const limits = { ...NONE, lossDay: usdt(100n), lossWeek: usdt(110n), lossMonth: usdt(90n) };
    expect(answer(losses, 10n, limits)).toBeNull();
    expect(answer(losses, 11n, limits)).toBe('loss_month');
    expect(answer(losses, 31n, { ...limits, lossMonth: null })).toBe('loss_week');
    expect(answer(losses, 101n, { ...limits, lossWeek: null, lossMonth: null })).toBe('loss_day');
  });

  it('forgets a loss when its minute has left the window', () => {
    const losses = known();
    end(losses, 100n, NOW);
    const minuteEnds = (Math.floor(NOW / MINUTE) + 1) * MINUTE;
    expect(answer(losses, 1n, { ...day(100n), now: minuteEnds + DAY - 1 })).toBe('loss_day');
    expect(answer(losses, 100n, { ...day(100n), now: minuteEnds + DAY })).toBeNull();
    expect(answer(losses, 1n, { ...NONE, lossWeek: usdt(100n), now: minuteEnds + DAY })).toBe('loss_week');
  });

  it('asks nothing of those who have none, and never guesses', () => {
    expect(boundByLosses(NONE)).toBe(false);
    expect(boundByLosses({ ...NONE, stakeMax: usdt(1n) })).toBe(false);
    expect(boundByLosses({ ...NONE, lossMonth: usdt(1n) })).toBe(true);
    expect(answer(createLosses(), 10n, NONE)).toBeNull();
    expect(() => answer(createLosses(), 10n, day(100n))).toThrow('were not read');
  });

  it('has the sums that the tables have, at any moment', () => {
    const step = fc.record({
      after: fc.integer({ min: 0, max: 2 * DAY }),
      stake: fc.bigInt({ min: 1n, max: 100n }),
      credit: fc.bigInt({ min: 0n, max: 190n }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 59 }), (steps, restart) => {
        let losses = known();
        const ended: { minute: number; net: bigint }[] = [];
        let now = NOW;
        return steps.every(({ after, stake, credit }, index) => {
          now += after;
          openStake(losses, 'ada', usdt(stake));
          realise(losses, { userId: 'ada', stake: usdt(stake), credit: usdt(credit), at: now });
          ended.push({ minute: Math.floor(now / MINUTE), net: stake - credit });
          // Read back from the tables: the same answers.
          if (index === restart) losses = known(grouped(ended));
          return [
            ['lossDay', 1],
            ['lossWeek', 7],
            ['lossMonth', 30],
          ].every(([limit, days]) => {
            const from = now - Number(days) * DAY;
            const lost = ended
              .filter(({ minute }) => (minute + 1) * MINUTE > from)
              .reduce((sum, { net }) => sum + net, 0n);
            const room = 5_000n - (lost > 0n ? lost : 0n);
            const limits = { ...NONE, [String(limit)]: usdt(5_000n), now };
            return answer(losses, room, limits) === null && answer(losses, room + 1n, limits) !== null;
          });
        });
      }),
    );
  });
});

function grouped(ended: readonly { minute: number; net: bigint }[]): { minute: number; net: bigint }[] {
  const sums = new Map<number, bigint>();
  for (const { minute, net } of ended) sums.set(minute, (sums.get(minute) ?? 0n) + net);
  return [...sums].map(([minute, net]) => ({ minute, net }));
}
