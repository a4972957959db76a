import { describe, expect, it } from 'vitest';
import { toldNow, type Announcement } from './announcements.ts';
import type { ModeRow } from './modes.ts';

const plan = (over: Partial<Announcement> = {}): Announcement => ({
  id: 'a',
  about: 'rounds',
  pair: '',
  from: 100,
  until: 200,
  ...over,
});
const mode = (over: Partial<ModeRow> = {}): ModeRow => ({
  product: 'rounds',
  pair: '',
  mode: 'paused',
  until: null,
  ...over,
});
const told = (plans: readonly Announcement[], modes: readonly ModeRow[], now: number) =>
  toldNow(plans, modes, now).map(({ kind, about, pair }) => `${kind} ${about}${pair}`);

describe('what people are told of work on the product', () => {
  it('is planned, then under way, and ends by itself', () => {
    expect([99, 100, 199, 200].map((now) => told([plan()], [], now).join())).toEqual([
      'planned rounds',
      'now rounds',
      'now rounds',
      '',
    ]);
  });

  it('begins with what is under way', () => {
    expect(told([plan({ from: 180 }), plan({ about: 'site' })], [], 150)).toEqual(['now site', 'planned rounds']);
  });

  it('is a pause that nobody has announced, of a pair only where not all of them are paused', () => {
    const pair = mode({ pair: 'BTC-USD' });
    expect(told([], [pair, mode({ product: 'quick', mode: 'open' })], 0)).toEqual(['paused roundsBTC-USD']);
    expect(told([], [pair, mode()], 0)).toEqual(['paused rounds']);
  });

  it('says a pause once: not beside the work that it is part of', () => {
    expect(told([plan()], [mode()], 150)).toEqual(['now rounds']);
    expect(told([plan({ about: 'site' })], [mode()], 150)).toEqual(['now site']);
    expect(told([plan({ pair: 'BTC-USD' })], [mode({ pair: 'ETH-USD' })], 150)).toEqual([
      'now roundsBTC-USD',
      'paused roundsETH-USD',
    ]);
    // What is only planned does not explain a pause of now.
    expect(told([plan()], [mode()], 50)).toEqual(['planned rounds', 'paused rounds']);
  });
});
