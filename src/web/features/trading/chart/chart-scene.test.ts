import { describe, expect, test } from 'vitest';
import type { BarWire, PredictionWire } from '#protocol/trading.ts';
import { MAX_LINES, RESULT_SHOWN_MS, sceneOf, type SceneInput } from './chart-scene.ts';

const T0 = Date.UTC(2026, 10, 20, 17, 0, 0);
const bars: BarWire[] = Array.from({ length: 60 }, (_, k) => ({
  time: T0 + k * 1000,
  open: 1,
  high: 1,
  low: 1,
  close: 100 + k,
}));
const NOW = T0 + 59_000;
function prediction(id: string, more: Partial<PredictionWire> = {}): PredictionWire {
  return {
    id,
    realm: 'demo',
    pair: 'BTC-USD',
    direction: 'UP',
    stake: 25,
    stakeStr: '25.00',
    payout: 0.85,
    durationSec: 60,
    status: 'OPEN',
    outcome: null,
    voidReason: null,
    admittedAt: new Date(T0 + 39_000).toISOString(),
    entry: { seq: 1, time: new Date(T0 + 40_000).toISOString(), price: 140.5 },
    expiresAt: new Date(T0 + 100_000).toISOString(),
    exit: null,
    profit: null,
    profitStr: null,
    credit: null,
    creditStr: null,
    ...more,
  };
}
function scene(more: Partial<SceneInput>): ReturnType<typeof sceneOf> {
  return sceneOf({
    bars,
    stepMs: 1000,
    now: NOW,
    predictions: [],
    pending: [],
    pointed: null,
    tagOf: (one) => one.id,
    tagOfPending: (key) => key,
    ...more,
  });
}
const open = (one: PredictionWire) => ({ prediction: one, endedAt: null });

describe('marks', () => {
  test('run from the entry to the expiry at the entry price, with the time left', () => {
    expect(scene({ predictions: [open(prediction('a'))] })).toEqual([
      {
        id: 'a',
        direction: 'UP',
        from: 40,
        to: 100,
        price: 140.5,
        tag: 'a',
        settledEntry: 'solid',
        form: 'line',
        result: null,
        pill: { text: '00:41', left: 41 / 60, urgent: 'no' },
      },
    ]);
  });

  test('before the entry are dashed at the price now', () => {
    const [mark] = scene({
      predictions: [open(prediction('a', { status: 'ADMITTED', entry: null, expiresAt: null }))],
    });
    expect(mark).toMatchObject({ settledEntry: 'dashed', price: 159, from: 39, to: 99 });
  });

  test('a tap without an answer is dashed and has no countdown', () => {
    const [mark] = scene({ pending: [{ key: 'k', direction: 'DOWN', durationSec: 15, at: NOW }] });
    expect(mark).toMatchObject({ id: 'k', direction: 'DOWN', settledEntry: 'dashed', pill: null, from: 59, to: 74 });
  });

  test('the last 5 s are told apart', () => {
    const near = prediction('a', { expiresAt: new Date(NOW + 5_000).toISOString() });
    expect(scene({ predictions: [open(near)] })[0]?.pill?.urgent).toBe('yes');
  });

  test('more than three collapse to dots, the pointed one opens', () => {
    const many = Array.from({ length: MAX_LINES + 1 }, (_, k) => open(prediction(`p${k}`)));
    expect(scene({ predictions: many }).map((mark) => mark.form)).toEqual(['dot', 'dot', 'dot', 'dot']);
    expect(scene({ predictions: many, pointed: 'p2' }).map((mark) => mark.form)).toEqual(['dot', 'dot', 'line', 'dot']);
    expect(scene({ predictions: many.slice(1) }).every((mark) => mark.form === 'line')).toBe(true);
  });

  test('an ended one keeps its tag for 4 s', () => {
    const won = prediction('a', { status: 'SETTLED', outcome: 'WIN' });
    expect(scene({ predictions: [{ prediction: won, endedAt: NOW - RESULT_SHOWN_MS }] })[0]).toMatchObject({
      result: 'won',
      pill: null,
    });
    expect(scene({ predictions: [{ prediction: won, endedAt: NOW - RESULT_SHOWN_MS - 1 }] })).toEqual([]);
  });

  test('without bars there is nothing to draw on', () => {
    expect(scene({ bars: [], predictions: [open(prediction('a'))] })).toEqual([]);
  });
});
