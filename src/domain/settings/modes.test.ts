import { expect, it } from 'vitest';
import { modeOf, type ModeRow } from './modes.ts';

const row = (pair: string, mode: ModeRow['mode'], product: ModeRow['product'] = 'quick'): ModeRow => ({
  product,
  pair,
  mode,
  until: null,
});

it.each([
  { of: 'nothing that was said', rows: [], mode: 'open' },
  { of: 'the pair', rows: [row('BTC-USD', 'paused')], mode: 'paused' },
  { of: 'another pair', rows: [row('ETH-USD', 'paused')], mode: 'open' },
  { of: 'another product', rows: [row('BTC-USD', 'paused', 'rounds')], mode: 'open' },
  { of: 'all pairs', rows: [row('', 'maintenance'), row('BTC-USD', 'paused')], mode: 'maintenance' },
  { of: 'the pair, with all others open', rows: [row('', 'open'), row('BTC-USD', 'cancel-only')], mode: 'cancel-only' },
] as const)('a pair has the mode of $of', ({ rows, mode }) => {
  expect(modeOf(rows, 'quick', 'BTC-USD').mode).toBe(mode);
});
