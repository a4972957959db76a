import { expect, test } from 'vitest';
import {
  readChart,
  readFavourites,
  readPair,
  readSwitch,
  rememberTicket,
  rememberedTicket,
  writeChart,
  writeFavourites,
  writePair,
  writeSwitch,
  type Store,
} from './remembered.ts';

function memory(): Store & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('demo values come back under the keys of the design, real ones are not kept', () => {
  const store = memory();
  rememberTicket(store, 'real', { amount: '900', durationSec: 300 });
  expect(store.kept.size).toBe(0);
  expect(rememberedTicket(store, 'demo')).toEqual({ amount: '25', durationSec: 30 });
  rememberTicket(store, 'demo', { amount: '50', durationSec: 60 });
  expect([...store.kept]).toEqual([
    ['tikvo.demo.amount', '50'],
    ['tikvo.demo.duration', '60'],
  ]);
  expect(rememberedTicket(store, 'demo')).toEqual({ amount: '50', durationSec: 60 });
  expect(rememberedTicket(store, 'real')).toEqual({ amount: '25', durationSec: 60 });
});

test('nonsense in the store is replaced', () => {
  const store = memory();
  store.setItem('tikvo.demo.duration', 'soon');
  store.setItem('tikvo.chart', 'pie,2s');
  expect(rememberedTicket(store, 'demo').durationSec).toBe(30);
  expect(readChart(store)).toEqual({ kind: 'area', interval: '5s' });
});

test('choices come back', () => {
  const store = memory();
  writeFavourites(store, new Set(['BTC-USD', 'IBM-USD']));
  writePair(store, 'IBM-USD');
  writeChart(store, { kind: 'candles', interval: '1m' });
  expect([...readFavourites(store)]).toEqual(['BTC-USD', 'IBM-USD']);
  expect(readPair(store)).toBe('IBM-USD');
  expect(readChart(store)).toEqual({ kind: 'candles', interval: '1m' });
});

test('shortcuts are on and sound is off until switched', () => {
  const store = memory();
  expect(readSwitch(store, 'shortcuts')).toBe('on');
  expect(readSwitch(store, 'sound')).toBe('off');
  writeSwitch(store, 'shortcuts', 'off');
  writeSwitch(store, 'sound', 'on');
  expect(readSwitch(store, 'shortcuts')).toBe('off');
  expect(readSwitch(store, 'sound')).toBe('on');
});
