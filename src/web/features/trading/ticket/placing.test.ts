import { describe, expect, test } from 'vitest';
import type { PredictionWire } from '#protocol/trading.ts';
import { carry, CHECK_AT_MS, GIVE_UP_MS, notShown, type Attempt, type Placing, type PlacingPhase } from './placing.ts';

const placing: Placing = {
  key: 'k1',
  direction: 'UP',
  pair: 'BTC-USD',
  stakeText: '25.00',
  durationSec: 60,
  payoutBps: 8500,
  at: Date.UTC(2026, 10, 20, 17),
  known: new Map(),
};
const prediction = { id: 'p1' } as PredictionWire;
type Answer = Attempt<string>;
const accepted: Answer = { kind: 'accepted', prediction };
const silence: Answer = { kind: 'silence' };

/** A world whose clock is turned by hand: each wait is a gate that `pass` opens. */
function world(answers: readonly (Answer | Promise<Answer>)[]) {
  const sent: string[] = [];
  const phases: PlacingPhase[] = [];
  const gates = new Map<number, () => void>();
  return {
    sent,
    phases,
    pass: async (ms: number) => {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      gates.get(ms)?.();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
    port: {
      send: async (one: Placing) => {
        sent.push(one.key);
        return (await answers[sent.length - 1]) ?? silence;
      },
      waitUntil: (ms: number) => new Promise<void>((resolve) => gates.set(ms, resolve)),
      onPhase: (phase: PlacingPhase) => phases.push(phase),
    },
  };
}

describe('one tap', () => {
  test('an answer ends it and nothing more is sent', async () => {
    const one = world([accepted]);
    expect(await carry(placing, one.port)).toEqual(accepted);
    expect(one.sent).toEqual(['k1']);
    expect(one.phases).toEqual(['placing']);
  });

  test('a refusal ends it', async () => {
    const one = world([{ kind: 'refused', refusal: 'NoBalance' }]);
    expect(await carry(placing, one.port)).toEqual({ kind: 'refused', refusal: 'NoBalance' });
  });

  test('silence is checked under the same key', async () => {
    const one = world([silence, accepted]);
    const end = carry(placing, one.port);
    await one.pass(CHECK_AT_MS[0] ?? 0);
    expect(await end).toEqual(accepted);
    expect(one.sent).toEqual(['k1', 'k1']);
    expect(one.phases).toEqual(['placing', 'unconfirmed']);
  });

  test('a late answer of the first request counts', async () => {
    const late: { answer: (answer: Answer) => void } = { answer: () => undefined };
    const one = world([new Promise<Answer>((resolve) => (late.answer = resolve)), silence]);
    const end = carry(placing, one.port);
    await one.pass(CHECK_AT_MS[0] ?? 0);
    late.answer(accepted);
    expect(await end).toEqual(accepted);
  });

  test('after the last check it is unknown, never sent under another key', async () => {
    const one = world([]);
    const end = carry(placing, one.port);
    for (const ms of [...CHECK_AT_MS, GIVE_UP_MS]) await one.pass(ms);
    expect(await end).toEqual({ kind: 'unknown' });
    expect(new Set(one.sent)).toEqual(new Set(['k1']));
    expect(one.sent).toHaveLength(1 + CHECK_AT_MS.length);
  });
});

describe('a tap whose answer is lost', () => {
  const made = (id: string, part: Partial<PredictionWire> = {}): PredictionWire =>
    ({
      id,
      pair: 'BTC-USD',
      direction: 'UP',
      stakeStr: '25.00',
      durationSec: 60,
      status: 'ADMITTED',
      admittedAt: '2026-11-20T17:00:00.120Z',
      ...part,
    }) as PredictionWire;
  const mapOf = (...list: PredictionWire[]) => new Map(list.map((one) => [one.id, one]));

  test('is shown by itself until its prediction is known, then by that alone', () => {
    expect(notShown([placing], mapOf())).toEqual([placing]);
    expect(notShown([placing], mapOf(made('p')))).toEqual([]);
    expect(notShown([placing], mapOf(made('p', { status: 'SETTLED' })))).toEqual([]);
  });

  test.each<[string, Partial<PredictionWire>]>([
    ['of another direction', { direction: 'DOWN' }],
    ['on another pair', { pair: 'ETH-USD' }],
    ['of another amount', { stakeStr: '25.01' }],
    ['of another length', { durationSec: 30 }],
    ['of before', { admittedAt: '2026-11-20T16:59:50.000Z' }],
  ])('is not shown by a prediction %s', (_what, part) => {
    expect(notShown([placing], mapOf(made('p', part)))).toEqual([placing]);
  });

  test('is not shown by one that was there at the tap', () => {
    const before = mapOf(made('p'));
    const again = { ...placing, known: before };
    expect(notShown([again], before)).toEqual([again]);
    expect(notShown([again], mapOf(made('p'), made('q')))).toEqual([]);
  });

  test('is not shown by the prediction of another tap', () => {
    const second = { ...placing, key: 'k2' };
    expect(notShown([placing, second], mapOf(made('p')))).toEqual([second]);
    expect(notShown([placing, second], mapOf(made('p'), made('q')))).toEqual([]);
  });
});
