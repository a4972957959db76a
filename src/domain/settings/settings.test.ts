import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { PAIRS } from '../prices/pairs.ts';
import {
  definitionOf,
  isSettingName,
  loosens,
  mayBe,
  SETTING_NAMES,
  STANDARD_VALUES,
  boundsOf,
  paymentBoundsOf,
  reviewTimesOf,
  spanOf,
  tiersOf,
} from './settings.ts';

describe('settings', () => {
  it.each(SETTING_NAMES)('%s may be what it is while nobody has changed it, and its bounds hold', (name) => {
    const { least, most, standard } = definitionOf(name);
    expect([least, standard, most].map((value) => mayBe(name, value))).toEqual([true, true, true]);
    expect([least - 1n, most + 1n].map((value) => mayBe(name, value))).toEqual([false, false]);
  });

  it('leave the stakes of every pair as they are while nobody has changed them', () => {
    for (const pair of PAIRS) expect(boundsOf(pair, STANDARD_VALUES)).toEqual(pair);
  });

  it('move the tiers of documents, and no step gives less than the one before', () => {
    const set = { ...STANDARD_VALUES, 'documents.out_by_id': 50_000_000_000n };
    expect(tiersOf(STANDARD_VALUES).map(({ monthOut }) => monthOut)).toEqual([2_000_000_000n, 20_000_000_000n, null]);
    expect(tiersOf(set).map(({ monthOut }) => monthOut)).toEqual([50_000_000_000n, 50_000_000_000n, null]);
  });

  it('loosen one way, the other, or none', () => {
    expect(loosens('stake.max_real', { from: 5n, to: 6n })).toBe(true);
    expect(loosens('stake.max_real', { from: 5n, to: 4n })).toBe(false);
    expect(loosens('demo.cash', { from: 5n, to: 6n })).toBe(false);
  });

  it('are those of the table, and no word of the language', () => {
    expect([...SETTING_NAMES, 'constructor', 'toString'].map(isSettingName)).toEqual([
      ...SETTING_NAMES.map(() => true),
      false,
      false,
    ]);
  });

  it('are whole cents where they are money', () => {
    expect(mayBe('stake.min', 1_000_001n)).toBe(false);
  });

  it.each([
    { what: 'a lower maximum holds', set: { 'stake.max_real': 3_000_000n }, has: [1n, 3n, 10_000n] },
    {
      what: 'no minimum is above a maximum',
      set: { 'stake.min': 9_000_000n, 'stake.max_real': 3_000_000n },
      has: [3n, 3n, 10_000n],
    },
    { what: 'practice has its own', set: { 'stake.max_demo': 7_000_000n }, has: [1n, 2_000n, 7n] },
  ])('of stakes: $what', ({ set, has }) => {
    const pair = {
      id: 'XAU-USD',
      minStake: usdt(1_000_000n),
      maxStake: usdt(2_000_000_000n),
      maxStakeDemo: usdt(10_000_000_000n),
      bucketCap: usdt(1n),
      pairCap: usdt(1n),
    };
    const { minStake, maxStake, maxStakeDemo } = boundsOf(pair, { ...STANDARD_VALUES, ...set });
    expect([minStake, maxStake, maxStakeDemo]).toEqual(has.map((units) => units * 1_000_000n));
  });

  it('bound the risk of a pair: the lower cap holds, and no bucket may win more than its pair', () => {
    const [pair] = PAIRS;
    const set = { ...STANDARD_VALUES, 'exposure.pair': 9_000_000_000n };
    expect(pair && boundsOf(pair, set)).toMatchObject({ bucketCap: 9_000_000_000n, pairCap: 9_000_000_000n });
  });

  it('bound one pair beside all of them: the lower holds, and others keep theirs', () => {
    const [btc, eth] = PAIRS;
    const set = { ...STANDARD_VALUES, [`pair_stake.${btc?.id}`]: 7_000_000n, [`pair_cap.${btc?.id}`]: 300_000_000n };
    expect(btc && boundsOf(btc, set)).toMatchObject({
      maxStake: 7_000_000n,
      pairCap: 300_000_000n,
      bucketCap: 300_000_000n,
    });
    expect(eth && boundsOf(eth, set)).toEqual(eth);
    expect(btc && boundsOf(btc, { ...set, 'stake.max_real': 6_000_000n }).maxStake).toBe(6_000_000n);
  });

  it('give lengths of time in ms', () => {
    expect(spanOf('payments.recall_seconds', STANDARD_VALUES)).toBe(30_000);
    expect(spanOf('proof.minutes', { ...STANDARD_VALUES, 'proof.minutes': 2n })).toBe(120_000);
    expect(spanOf('holds.hours', STANDARD_VALUES)).toBe(24 * 3_600_000);
    expect(spanOf('privacy.closing_days', STANDARD_VALUES)).toBe(14 * 24 * 3_600_000);
  });

  it('bound payments between people: none lies below the one before', () => {
    const set = {
      ...STANDARD_VALUES,
      'payments.most': 3_000_000n,
      'payments.least': 5_000_000n,
      'payments.most_day': 1_000_000n,
    };
    expect(paymentBoundsOf(set)).toEqual({
      least: 3_000_000n,
      most: 3_000_000n,
      mostOfDay: 3_000_000n,
      countOfHour: 10,
    });
  });

  it('ring the first alarm of documents no later than the second', () => {
    const set = { ...STANDARD_VALUES, 'documents.review_hours': 2n };
    expect(reviewTimesOf(set)).toEqual({ reviewMs: 7_200_000, supportMs: 600_000, alarmsMs: [7_200_000, 7_200_000] });
  });
});
