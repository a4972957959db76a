import { afterEach, describe, expect, it, vi } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { PlaceReply } from './contract.ts';
import type { Command } from './command-queue.ts';
import { CommandQueue } from './command-queue.ts';

function placeOf(key: string | null, bodyHash = 'h', userId = 'ada'): Command {
  const input = {
    actor: { userId, sessionId: 's', role: 'DEMO', realm: 'demo' },
    pair: 'BTC-USD',
    direction: 'UP',
    stake: usdt(1_000_000n),
    durationSec: 60,
    payoutBps: 8_000,
    idempotency: key === null ? null : { key, bodyHash },
  } as const;
  return { kind: 'predict', input };
}

const DONE: PlaceReply = { ok: true, body: '{}', replayed: false };
const BUSY = { ok: false, refusal: { code: 'PriceFeedError' } };

function openQueue(): CommandQueue {
  const queue = new CommandQueue();
  queue.setOpen({ open: true });
  return queue;
}

afterEach(() => void vi.useRealTimers());

describe('the command queue', () => {
  it('takes nothing before it is opened', async () => {
    expect(await new CommandQueue().enter(placeOf(null))).toEqual(BUSY);
  });

  it('hands requests out in their order and answers each', async () => {
    const queue = openQueue();
    const replies = [queue.enter(placeOf('a')), queue.enter(placeOf('b')), queue.enter(placeOf(null))];
    const first = queue.take(2);
    expect(first.map(({ key }) => key?.key)).toEqual(['a', 'b']);
    expect(queue.waiting).toBe(1);
    for (const request of [...first, ...queue.take(9)]) queue.answer(request, DONE);
    expect(await Promise.all(replies)).toEqual([DONE, DONE, DONE]);
  });

  it('tells a repeat after five seconds that the first is still on its way, and the next one what came of it', async () => {
    vi.useFakeTimers();
    const queue = openQueue();
    const first = queue.enter(placeOf('k'));
    const [request] = queue.take(9);
    const repeat = queue.enter(placeOf('k'));
    const heard = vi.fn<() => void>();
    void repeat.then(heard);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await repeat).toEqual({ ok: false, refusal: { code: 'IdempotencyConflict', reason: 'running' } });
    const next = queue.enter(placeOf('k'));
    queue.answer(request!, DONE);
    expect(vi.getTimerCount()).toBe(0);
    expect(await Promise.all([first, next])).toEqual([DONE, { ...DONE, replayed: true }]);
  });

  it('lets a repeat wait for the first, in the queue or in a batch, and refuses another body', async () => {
    const queue = openQueue();
    const first = queue.enter(placeOf('k'));
    const queued = queue.enter(placeOf('k'));
    const [request] = queue.take(9);
    const batched = queue.enter(placeOf('k'));
    expect(await queue.enter(placeOf('k', 'other'))).toEqual({
      ok: false,
      refusal: { code: 'IdempotencyConflict', reason: 'content' },
    });
    const stranger = queue.enter(placeOf('k', 'h', 'ben'));
    expect(queue.waiting).toBe(1);
    queue.answer(request!, DONE);
    expect(await Promise.all([first, queued, batched])).toEqual([
      DONE,
      { ...DONE, replayed: true },
      { ...DONE, replayed: true },
    ]);
    queue.answer(queue.take(1)[0]!, DONE);
    expect(await stranger).toEqual(DONE);
  });

  it('puts a failed batch back in front, and gives up on the third failure', async () => {
    const queue = openQueue();
    const reply = queue.enter(placeOf('a'));
    void queue.enter(placeOf('b'));
    for (let tries = 0; tries < 3; tries += 1) {
      const taken = queue.take(1);
      expect(taken[0]?.key?.key).toBe('a');
      queue.putBack(taken, { outage: false, mostTries: 3 });
    }
    expect(await reply).toEqual({ ok: false, refusal: { code: 'UnexpectedError' } });
    expect(queue.take(1)[0]?.key?.key).toBe('b');
  });

  it('gives a request up to an outage as one that is to be sent again', async () => {
    const queue = openQueue();
    const reply = queue.enter(placeOf('a'));
    queue.putBack(queue.take(9), { outage: true, mostTries: 1 });
    expect(await reply).toEqual({ ok: false, refusal: { code: 'UnexpectedError', passing: true } });
  });

  it('takes nothing new while there is no room on the disk, and still what ends something', async () => {
    let hasRoom = false;
    const queue = new CommandQueue({ hasRoom: () => hasRoom });
    queue.setOpen({ open: true });
    const { input } = placeOf('a');
    const kinds = ['predict', 'order', 'schedule', 'cancel', 'unschedule'] as const;
    const replies = kinds.map((kind) => queue.enter({ kind, input: { ...input, idempotency: null } } as Command));
    expect(await Promise.all(replies.slice(0, 3))).toEqual(
      Array.from({ length: 3 }, () => ({ ok: false, refusal: { code: 'PlacingPaused' } })),
    );
    expect(queue.take(9).map(({ command }) => command.kind)).toEqual(['cancel', 'unschedule']);
    hasRoom = true;
    void queue.enter(placeOf('a'));
    expect(queue.waiting).toBe(1);
  });

  it('tells everyone who waits to try again', async () => {
    const queue = openQueue();
    const replies = [queue.enter(placeOf('a')), queue.enter(placeOf(null))];
    queue.refuseAll();
    expect(await Promise.all(replies)).toEqual([BUSY, BUSY]);
    expect(queue.waiting).toBe(0);
  });
});
