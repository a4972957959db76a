import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { predictionWire } from '#protocol/trading.ts';
import { toPredictionWire } from './wire.ts';

const won: Prediction = {
  id: '01900000-0000-7000-8000-000000000000',
  realm: 'demo',
  userId: 'ada',
  pairId: 'EUR-USD',
  feed: 'replay',
  direction: 'DOWN',
  stake: usdt(12_340_000n),
  payoutBps: 8_200,
  durationMs: 60_000,
  status: 'SETTLED',
  outcome: 'WIN',
  voidReason: null,
  admittedAt: 1_800_000_000_000,
  kAdm: 4,
  hAdm: '',
  salt: '',
  rulesHash: '',
  shard: 0,
  batch: 1,
  entry: { seq: 5, t: 1_800_000_000_500, price: 1_084_210, recorded: { row: 9, ts: 1_300_000_000_001 } },
  expiresAt: 1_800_000_060_500,
  exit: { seq: 70, t: 1_800_000_060_400, price: 1_084_209, recorded: null },
  credit: usdt(22_458_800n),
  settledAt: 1_800_000_061_000,
};

describe('a prediction on the wire', () => {
  it('says prices in units, money twice and exactly, and what was recorded', () => {
    const wire = toPredictionWire(won, { scale: 6 });
    expect(predictionWire.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      payout: 0.82,
      entry: { price: 1.08421, time: '2027-01-15T08:00:00.500Z', recorded: { row: 9, ts: 1_300_000_000_001 } },
      exit: { price: 1.084209 },
      stakeStr: '12.34',
      creditStr: '22.4588',
      profit: 10.1188,
      profitStr: '10.1188',
    });
    expect(wire.exit).not.toHaveProperty('recorded');
  });

  it('has a negative profit when lost, none when returned, null while open', () => {
    const lost = toPredictionWire({ ...won, outcome: 'LOSE', credit: usdt(0n) }, { scale: 6 });
    expect([lost.profitStr, lost.creditStr]).toEqual(['-12.34', '0.00']);
    const tie = toPredictionWire({ ...won, outcome: 'TIE', credit: won.stake }, { scale: 6 });
    expect(tie.profit).toBe(0);
    const open = toPredictionWire({ ...won, credit: null, exit: null }, { scale: 6 });
    expect([open.profit, open.credit, open.exit]).toEqual([null, null, null]);
  });
});
