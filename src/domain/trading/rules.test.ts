import { describe, expect, it } from 'vitest';
import { PAIRS } from '../prices/pairs.ts';
import { canonicalJson } from '../proofs/canonical.ts';
import { durationsOf } from './durations.ts';
import { rulesDocument, timingOf } from './rules.ts';

const feed = { group: 'crypto', kind: 'live', staleAfterMs: 2_000, maxEntryWaitMs: 5_000, pairs: PAIRS } as const;

describe('the rules of a group', () => {
  it('are one canonical document, whatever the order of the pair table', () => {
    const text = canonicalJson(rulesDocument(feed));
    expect(canonicalJson(rulesDocument({ ...feed, pairs: PAIRS.toReversed() }))).toBe(text);
    expect(JSON.parse(text)).toMatchObject({ filter: { full: 5, quorum: 3 }, entry: { deltaMs: 500 } });
  });

  it('name what each pair needs, where fewer venues state it', () => {
    const { pairs } = rulesDocument(feed);
    expect(pairs.find(({ id }) => id === 'XRP-ETH')).toMatchObject({ full: 2, quorum: 2 });
    expect(pairs.find(({ id }) => id === 'BTC-USD')).toMatchObject({ full: 5, quorum: 3 });
    expect(rulesDocument({ ...feed, kind: 'replay' }).pairs.map(({ full, quorum }) => [full, quorum])).toContainEqual([
      1, 1,
    ]);
  });

  it('say how rounds are averaged, cut off and judged, per window of the group', () => {
    const { rounds } = rulesDocument(feed);
    expect(rounds.windows[0]).toEqual({ sec: 300, averagingMs: 30_000, leadMs: 300_000, cutOffMs: 6_000 });
    expect(rounds.windows.at(-1)).toEqual({
      sec: 86_400,
      averagingMs: 60_000,
      leadMs: 14_400_000,
      cutOffMs: 1_728_000,
    });
    expect(rounds).toMatchObject({ lateMs: 600_000, takerFeeBps: 600, tie: '0.500 a share' });
    const stocks = rulesDocument({ ...feed, group: 'stocks' }).rounds.windows.map(({ sec }) => sec);
    expect(stocks).toEqual([900, 3_600, 14_400, 86_400]);
  });

  it('say where the figures of an early sale come from', () => {
    const { sale, saleSigma, pairs } = rulesDocument(feed);
    expect(sale).toContain('sigma in 10^-12');
    expect(saleSigma).toContain('rv24h');
    const btc = PAIRS.find(({ id }) => id === 'BTC-USD')!;
    expect(Number(pairs.find(({ id }) => id === btc.id)!.yearly)).toBe(btc.simulated.volatility);
  });

  it('change with the kind of feed and with what a replay scales', () => {
    const texts = [feed, { ...feed, kind: 'replay' as const }, { ...feed, staleAfterMs: 75_000 }].map((one) =>
      canonicalJson(rulesDocument(one)),
    );
    expect(new Set(texts).size).toBe(3);
  });

  it('give back the timing of the predictions made under them', () => {
    const stored = JSON.parse(canonicalJson(rulesDocument(feed))) as ReturnType<typeof rulesDocument>;
    expect(timingOf(stored)).toEqual({ deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 });
  });

  it('offer 15 s in practice, and nothing shorter than the feed can settle', () => {
    const btc = PAIRS.find(({ id }) => id === 'BTC-USD')!;
    expect(durationsOf(btc, 'real', 0)[0]).toBe(30);
    expect(durationsOf(btc, 'demo', 0).slice(0, 2)).toEqual([15, 30]);
    expect(durationsOf(btc, 'demo', 300)[0]).toBe(300);
  });
});
