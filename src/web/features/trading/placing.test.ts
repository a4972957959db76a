import { describe, expect, test } from 'vitest';
import type { PredictionWire } from '#protocol/trading.ts';
import { carry, CHECK_AT_MS, GIVE_UP_MS, type Attempt, type Placing, type PlacingPhase } from './placing.ts';

const placing: Placing = {
  key: 'k1',
  direction: 'UP',
  pair: 'BTC-USD',
  stakeText: '25.00',
  durationSec: 60,
  payoutBps: 8500,
  at: 0,
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
