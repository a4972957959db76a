import { describe, expect, it } from 'vitest';
import type { RoundWire } from '#protocol/exchange.ts';
import { roundToShow } from './round-card.ts';

const at = (minute: number) => new Date(minute * 60_000).toISOString();

/** A round of `[start, end)` in minutes, with a cut-off a minute before its end. */
function round(start: number, end: number, more: Partial<RoundWire> = {}): RoundWire {
  return {
    marketId: `${start}-${end}`,
    realm: 'real',
    pair: 'BTC-USD',
    window: '5m',
    windowSec: (end - start) * 60,
    opensAt: at(start - 5),
    startsAt: at(start),
    endsAt: at(end),
    cutOffAt: at(end - 1),
    status: 'OPEN',
    target: 100,
    targetStr: '100',
    value: null,
    valueStr: null,
    up: { bid: 0.4, ask: 0.5, mid: 0.45 },
    volume: 0,
    outcome: null,
    voidReason: null,
    upPays: null,
    quoted: true,
    ...more,
  };
}

const shown = (minute: number, ...rounds: RoundWire[]) => roundToShow(rounds, minute * 60_000)?.marketId ?? null;

describe('the round on the landing', () => {
  it('is the one under way that ends first', () => {
    expect(shown(7, round(0, 60), round(5, 10), round(10, 15))).toBe('5-10');
  });

  it('takes orders still: behind its cut-off the next one is shown', () => {
    expect(shown(9.5, round(5, 10), round(0, 15))).toBe('0-15');
  });

  it('is none before there is a target, and none that is paused', () => {
    expect(shown(5, round(5, 10, { target: null }))).toBeNull();
    expect(shown(7, round(5, 10, { status: 'PAUSED' }))).toBeNull();
    expect(shown(7, round(10, 15))).toBeNull();
  });
});
