import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import type { Tick } from '../prices/ticks/tick.ts';
import type { OpenPrediction } from './open-prediction.ts';
import type { Prediction } from './prediction.ts';
import { admit, applyTick, bookOf, createState, retract } from './state.ts';
import type { TradingState } from './state.ts';

const T = 1_800_000_000_000;

function openOf(no: number, changes: Partial<Prediction>): OpenPrediction {
  const prediction: Prediction = {
    id: `p${no}`,
    realm: 'real',
    userId: 'ada',
    pairId: 'BTC-USD',
    feed: 'live',
    direction: 'UP',
    stake: usdt(10_000_000n),
    payoutBps: 7_000,
    durationMs: 60_000,
    status: 'ADMITTED',
    outcome: null,
    voidReason: null,
    admittedAt: T,
    kAdm: 1,
    hAdm: 'aa',
    salt: '00',
    rulesHash: 'bb',
    shard: 0,
    batch: 1,
    entry: null,
    expiresAt: null,
    exit: null,
    credit: null,
    settledAt: null,
    ...changes,
  };
  const rule = { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 };
  return { prediction, stream: 4, rule, entryRecords: null, entryStored: false };
}

const tickAt = (seq: number, t: number): Tick => ({
  stream: 4,
  seq,
  t,
  tSource: t,
  price: 100,
  flags: 0,
  sources: 1,
  mad: 0,
  record: new Uint8Array(76),
  head: new Uint8Array(32),
  recorded: null,
});

/** All that later decisions can see of a state. */
function seenOf({ exposure, crowd, losses, books }: TradingState) {
  const sides = [...crowd.byDuration, ...crowd.byPair].filter(([, { up, down }]) => up + down > 0n);
  const sizes = [...books].map(([stream, book]) => [stream, book.size]);
  return { total: exposure.total, sides, open: Object.fromEntries(losses.open), sizes };
}

const wanted = fc.record({
  realm: fc.constantFrom('real' as const, 'demo' as const),
  userId: fc.constantFrom('ada', 'ben'),
  direction: fc.constantFrom('UP' as const, 'DOWN' as const),
  stake: fc.bigInt({ min: 1n, max: 100_000_000n }).map(usdt),
});

describe('what is retracted', () => {
  it('was never there, whatever was admitted before it', () => {
    fc.assert(
      fc.property(
        fc.array(wanted, { maxLength: 20 }),
        fc.array(wanted, { minLength: 1, maxLength: 20 }),
        (kept, gone) => {
          const [with_, without] = [createState(), createState()];
          kept.forEach((one, no) => admit(with_, openOf(no, one)));
          kept.forEach((one, no) => admit(without, openOf(no, one)));
          bookOf(without, 4);
          const batch = gone.map((one, no) => openOf(1_000 + no, one));
          for (const open of batch) admit(with_, open);
          expect(batch.every((open) => retract(with_, open))).toBe(true);
          expect(seenOf(with_)).toEqual(seenOf(without));
          const ids = (state: TradingState) =>
            applyTick(state, tickAt(2, T + 600)).map(({ open }) => open.prediction.id);
          expect(ids(with_)).toEqual(ids(without));
        },
      ),
    );
  });

  it('is nothing that has its entry, or was never admitted', () => {
    const state = createState();
    const open = openOf(1, {});
    admit(state, open);
    applyTick(state, tickAt(2, T + 600));
    const before = seenOf(state);
    expect(retract(state, open)).toBe(false);
    expect(retract(state, openOf(2, {}))).toBe(false);
    expect(seenOf(state)).toEqual(before);
  });
});
