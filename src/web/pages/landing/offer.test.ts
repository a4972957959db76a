import { describe, expect, it } from 'vitest';
import { BITCOIN } from '#tests/sockets/pair-wire.ts';
import { edgeOf, offerOf } from './offer.ts';

const BTC = { ...BITCOIN, payouts: { '30': 0.82, '60': 0.85 } };
const EURO = { ...BITCOIN, id: 'EUR-USD', payouts: { '60': 0.8, '120': 0.81 }, durations: [60, 120] };
const ETHER = { ...BTC, id: 'ETH-USD' };

describe('what the landing offers to predict', () => {
  it('is BTC over 30 seconds, wherever it stands in the list', () => {
    expect(offerOf([EURO, ETHER, BTC])).toEqual({ pair: BTC, durationSec: 30, payout: 0.82, isOpen: true });
  });

  it('is the pair that can be predicted soonest while BTC has no price', () => {
    const away = { ...BTC, status: 'offline' as const, price: null };
    expect(offerOf([away, EURO, ETHER])?.pair.id).toBe('ETH-USD');
    expect(offerOf([away, EURO])).toMatchObject({ durationSec: 60, payout: 0.8, isOpen: true });
  });

  it('says so where none has one, and is nothing without pairs', () => {
    expect(offerOf([{ ...EURO, status: 'closed' }])?.isOpen).toBe(false);
    expect(offerOf([])).toBeNull();
  });
});

describe('the edge', () => {
  it.each([
    [1, 0.5, 0],
    [0.85, 0.5405, 0.075],
    [0.82, 0.5495, 0.09],
  ])('of a payout of %s: right %s of the time to come out even, %s of the stake on average', (payout, even, edge) => {
    expect(edgeOf(payout).breakEven).toBeCloseTo(even, 4);
    expect(edgeOf(payout).edge).toBeCloseTo(edge, 6);
  });
});
