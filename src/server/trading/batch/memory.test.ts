import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import { admit } from '#domain/trading/state.ts';
import { testDatabase } from '#tests/database.ts';
import { EngineMemory } from './memory.ts';

const STREAM = 5;

function tickOf(seq: number, t: number): Tick {
  const head = new Uint8Array([seq % 256]);
  return {
    stream: STREAM,
    seq,
    t,
    tSource: t,
    price: seq,
    flags: 0,
    sources: 1,
    mad: 0,
    record: head,
    head,
    recorded: null,
  };
}

function openOf(id: string, kAdm: number, admittedAt: number): OpenPrediction {
  return {
    prediction: {
      id,
      realm: 'demo',
      userId: 'ada',
      pairId: 'BTC-USD',
      feed: 'replay',
      direction: 'UP',
      stake: usdt(1_000_000n),
      payoutBps: 8_000,
      durationMs: 1_000,
      status: 'ADMITTED',
      outcome: null,
      voidReason: null,
      admittedAt,
      kAdm,
      hAdm: '',
      salt: '',
      rulesHash: '',
      shard: 0,
      batch: 1,
      entry: null,
      expiresAt: null,
      exit: null,
      credit: null,
      settledAt: null,
    },
    stream: STREAM,
    rule: { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 },
    entryRecords: null,
    entryStored: false,
  };
}

describe('the memory of the engine', () => {
  it('gives an entry before the end of the same prediction, never both to one batch', () => {
    const memory = new EngineMemory(0);
    memory.tick(tickOf(1, 0));
    admit(memory.state, openOf('a', 1, 0));
    memory.tick(tickOf(2, 500));
    memory.tick(tickOf(3, 1_501));
    const first = memory.take(100);
    expect(first.entered.map(({ prediction }) => prediction.id)).toEqual(['a']);
    expect(first.finished).toEqual([]);
    memory.committed({ marks: [memory.markOf(STREAM, first)], entered: first.entered, finished: [] });
    const second = memory.take(100);
    expect(second.finished).toHaveLength(1);
    expect(memory.busy).toBe(false);
  });

  it('moves its mark only past ticks whose effects are all taken', () => {
    const memory = new EngineMemory(0);
    memory.tick(tickOf(1, 0));
    const placing = memory.take(10);
    for (const id of ['a', 'b', 'c']) admit(memory.state, openOf(id, 1, 0));
    memory.committed({ marks: [memory.markOf(STREAM, placing)], entered: [], finished: [] });
    memory.tick(tickOf(2, 500));
    const part = memory.take(2);
    expect(part.entered).toHaveLength(2);
    expect(memory.markOf(STREAM, part)).toMatchObject({ applied: 1, seen: { seq: 2 } });
    memory.committed({ marks: [memory.markOf(STREAM, part)], entered: part.entered, finished: [] });
    const rest = memory.take(2);
    expect(memory.markOf(STREAM, rest)).toMatchObject({ applied: 2, seen: { seq: 2 } });
  });

  it('names only marks that moved since they were stored', () => {
    const memory = new EngineMemory(0);
    memory.tick(tickOf(1, 0));
    const first = memory.take(10);
    const moved = memory.marksOf([STREAM], first);
    expect(moved).toMatchObject([{ stream: STREAM, applied: 1, seen: { seq: 1 } }]);
    // Decided but not stored: still to be said.
    expect(memory.marksOf([STREAM], first)).toEqual(moved);
    memory.committed({ marks: moved, entered: [], finished: [] });
    expect(memory.marksOf([STREAM], memory.take(10))).toEqual([]);
    memory.tick(tickOf(2, 10));
    expect(memory.marksOf([STREAM], memory.take(10))).toMatchObject([{ applied: 2, seen: { seq: 2 } }]);
  });

  it('does not count a tick as applied that came after the work was taken', () => {
    const memory = new EngineMemory(0);
    memory.tick(tickOf(1, 0));
    const work = memory.take(10);
    memory.tick(tickOf(2, 10));
    admit(memory.state, openOf('a', 2, 10));
    expect(memory.markOf(STREAM, work)).toMatchObject({ applied: 1, seen: { seq: 2 } });
  });

  it('is built again from tables and the kept ticks, those that came meanwhile included', async () => {
    const database = await testDatabase();
    const memory = new EngineMemory(0);
    memory.tick(tickOf(1, 0));
    admit(memory.state, openOf('never stored', 1, 0));
    memory.tick(tickOf(2, 500));
    expect(memory.busy).toBe(true);
    const rebuilding = memory.rebuild(database.pool);
    memory.tick(tickOf(3, 700));
    await rebuilding;
    await database.drop();
    expect(memory.busy).toBe(false);
    expect(memory.openStreams()).toEqual([]);
    expect(memory.state.books.get(STREAM)?.last?.seq).toBe(3);
    expect(memory.state.exposure.demo.size).toBe(0);
  });

  it('asks for a batch of its own when ticks pile up under an open prediction, and keeps one tick of a quiet stream', () => {
    const memory = new EngineMemory(0);
    for (let seq = 1; seq <= 2_500; seq += 1) memory.tick(tickOf(seq, 0));
    expect(memory.busy).toBe(false);
    admit(memory.state, openOf('a', 2_500, 0));
    for (let seq = 2_501; seq <= 3_700; seq += 1) memory.tick(tickOf(seq, 0));
    const work = memory.take(10);
    expect(work.checkpoints).toEqual([STREAM]);
    memory.committed({ marks: [memory.markOf(STREAM, work)], entered: [], finished: [] });
    expect(memory.busy).toBe(false);
  });

  it('leaves a parked prediction alone, marks no tick past it, and has it stored when it is let in again', () => {
    const memory = new EngineMemory(0);
    memory.tick(tickOf(1, 0));
    const placing = memory.take(10);
    for (const id of ['a', 'b']) admit(memory.state, openOf(id, 1, 0));
    memory.committed({ marks: [memory.markOf(STREAM, placing)], entered: [], finished: [] });
    memory.park('a');
    memory.tick(tickOf(2, 500));
    const others = memory.take(10);
    expect(others.entered.map(({ prediction }) => prediction.id)).toEqual(['b']);
    expect(memory.markOf(STREAM, others)).toMatchObject({ applied: 1, seen: { seq: 2 } });
    memory.committed({ marks: [memory.markOf(STREAM, others)], entered: others.entered, finished: [] });
    expect(memory.busy).toBe(false);
    expect([...memory.parked]).toEqual(['a']);
    memory.unpark('a');
    const again = memory.take(10);
    expect(again.entered.map(({ prediction }) => prediction.id)).toEqual(['a']);
    expect(memory.markOf(STREAM, again)).toMatchObject({ applied: 2 });
  });

  it('looks at the clock when told', () => {
    const memory = new EngineMemory(0);
    admit(memory.state, openOf('a', 0, 0));
    memory.clock(64_999);
    expect(memory.busy).toBe(false);
    memory.clock(65_000);
    expect(memory.take(10).finished[0]?.finish.verdict.voidReason).toBe('NO_ENTRY');
  });
});
