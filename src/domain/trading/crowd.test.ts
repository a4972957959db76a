import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { createCrowd, CROWD_PEOPLE, crowdMeter, joinCrowd, leaveCrowd, upShareOf } from './crowd.ts';
import type { Prediction } from './prediction.ts';

function predictionOf(changes: Partial<Prediction>): Prediction {
  return {
    realm: 'real',
    userId: 'ada',
    pairId: 'BTC-USD',
    direction: 'UP',
    stake: usdt(50_000_000n),
    durationMs: 60_000,
    ...changes,
  } as Prediction;
}

describe('the crowd', () => {
  it('says nothing for payouts below 100 USDT of real stake of the same pair and duration', () => {
    const crowd = createCrowd();
    joinCrowd(crowd, predictionOf({}));
    joinCrowd(crowd, predictionOf({ realm: 'demo', stake: usdt(10_000_000_000n) }));
    joinCrowd(crowd, predictionOf({ durationMs: 30_000, stake: usdt(10_000_000_000n) }));
    expect(upShareOf(crowd, 'BTC-USD', 60_000)).toBe(0.5);
    joinCrowd(crowd, predictionOf({ direction: 'DOWN', stake: usdt(50_000_000n) }));
    expect(upShareOf(crowd, 'BTC-USD', 60_000)).toBe(0.5);
    joinCrowd(crowd, predictionOf({ stake: usdt(100_000_000n) }));
    expect(upShareOf(crowd, 'BTC-USD', 60_000)).toBe(0.75);
  });

  it('shows its meter from 30 people on, and forgets who has gone', () => {
    const crowd = createCrowd();
    const people = Array.from({ length: CROWD_PEOPLE }, (_, i) =>
      predictionOf({ realm: 'demo', userId: `u${i}`, direction: i < 10 ? 'DOWN' : 'UP' }),
    );
    for (const one of people.slice(1)) joinCrowd(crowd, one);
    joinCrowd(crowd, people[1]!);
    expect(crowdMeter(crowd, 'BTC-USD')).toBeNull();
    joinCrowd(crowd, people[0]!);
    expect(crowdMeter(crowd, 'BTC-USD')).toBe(0.65);
    leaveCrowd(crowd, people[1]!);
    expect(crowdMeter(crowd, 'BTC-USD')).toBe(0.67);
    leaveCrowd(crowd, people[1]!);
    expect(crowdMeter(crowd, 'BTC-USD')).toBeNull();
  });
});
