import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { PAIRS } from '../prices/pairs.ts';
import { feedGate, marketGate, payoutGate, stakeBounds, stakeGate } from './gates.ts';
import type { StakeRequest } from './gates.ts';
import type { MarketView } from './market-view.ts';

const NOW = 1_800_000_000_000;
const pair = PAIRS.find(({ id }) => id === 'BTC-USD')!;

function viewOf(changes: Partial<MarketView> = {}): MarketView {
  return {
    pair,
    kind: 'live',
    stream: 4,
    status: 'ONLINE',
    nextOpen: NOW + 1_000,
    minDurationSec: 0,
    payouts: { 60: 8_500 },
    rule: { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 },
    rulesHash: 'aa',
    last: { seq: 7, tSource: NOW, head: 'bb' },
    openThrough: () => true,
    pauses: { quick: null, scheduled: null },
    caps: { reserve: 20n, practice: usdt(50_000_000_000n) },
    ...changes,
  };
}

const wishOf = (changes: Partial<StakeRequest> = {}): StakeRequest & { readonly eligibility: null } => ({
  realm: 'real',
  stake: usdt(10_000_000n),
  durationSec: 60,
  payoutBps: 8_500,
  eligibility: null,
  ...changes,
});

describe('the gates of a pair, at their edges', () => {
  it('the last price may be as old as S and no older, and one must flow', () => {
    const aged = (ms: number) => viewOf({ last: { seq: 7, tSource: NOW - ms, head: '' } });
    expect(feedGate(aged(2_000), NOW)).toBeNull();
    expect(feedGate(aged(2_001), NOW)).toEqual({ code: 'PriceFeedError' });
    expect(feedGate(viewOf({ status: 'DEGRADED' }), NOW)).toBeNull();
    expect(feedGate(viewOf({ status: 'OFFLINE' }), NOW)).toEqual({ code: 'PriceFeedError' });
  });

  it('the market must be open through the wait for the entry and the whole duration', () => {
    const closes = (at: number) => viewOf({ openThrough: (from, to) => from === NOW && to <= at });
    const end = NOW + 500 + 5_000 + 60_000;
    expect(marketGate(closes(end), wishOf(), NOW)).toBeNull();
    expect(marketGate(closes(end - 1), wishOf(), NOW)).toEqual({ code: 'DurationUnavailable', durations: [30] });
    expect(marketGate(closes(0), wishOf(), NOW)).toEqual({ code: 'MarketClosed', nextOpen: NOW + 1_000 });
    expect(marketGate(viewOf({ minDurationSec: 172_800 }), wishOf(), NOW)).toEqual({
      code: 'DurationUnavailable',
      durations: [],
    });
  });

  it('a stake is whole cents between the bounds, both of which are allowed', () => {
    const refused = (stake: bigint, view = viewOf()) => stakeGate(view, wishOf({ stake: usdt(stake) }));
    const bounds = { code: 'StakeLimit', min: pair.minStake, max: pair.maxStake };
    expect([refused(pair.minStake), refused(pair.maxStake)]).toEqual([null, null]);
    expect([refused(pair.minStake - 10_000n), refused(pair.maxStake + 10_000n)]).toEqual([bounds, bounds]);
    expect(refused(10_000_001n)).toEqual({ code: 'InvalidRequest', fields: { stake: 'decimals' } });
    expect(stakeBounds({ pair, status: 'DEGRADED' }, 'real').max).toBe(pair.maxStake / 2n);
    expect(stakeBounds({ pair, status: 'DEGRADED' }, 'demo').max).toBe(pair.maxStakeDemo / 2n);
  });

  it('the payout of now stands when it is no worse than the one that was seen', () => {
    expect(payoutGate(viewOf(), wishOf({ payoutBps: 8_500 }))).toBeNull();
    expect(payoutGate(viewOf(), wishOf({ payoutBps: 8_501 }))).toEqual({ code: 'PayoutChanged', payoutBps: 8_500 });
    expect(payoutGate(viewOf({ payouts: {} }), wishOf())).toEqual({ code: 'PayoutChanged', payoutBps: 0 });
  });
});
