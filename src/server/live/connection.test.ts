import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import { CLOSE } from '#protocol/channels.ts';
import { systemClock } from '#server/clock.ts';
import { Connection, type ConnectionParts } from './connection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ADA: Actor = { userId: 'u', sessionId: 's', role: 'USER', realm: 'real' };
const never = new Promise<never>(() => undefined);

function open(parts: { readonly actorOf?: ConnectionParts['actorOf']; readonly join?: () => Promise<boolean> }) {
  const ws = new EventEmitter();
  const ends: number[] = [];
  const said: string[] = [];
  const reader = {
    join: parts.join ?? (() => Promise.resolve(true)),
    leave: () => undefined,
    end: () => undefined,
  };
  new Connection({
    ws,
    writer: {
      open: true,
      write: (frame: unknown) => said.push(String(frame)),
      end: (code: number) => ends.push(code),
    },
    clock: systemClock,
    log: pino({ level: 'silent' }),
    actorOf: parts.actorOf ?? (() => Promise.resolve(ADA)),
    channels: { kind: 'private', channels: { enter: () => reader } },
  } as unknown as ConnectionParts);
  const say = (message: object) => ws.emit('message', Buffer.from(JSON.stringify(message)), false);
  return { say, ends };
}

it('ends a socket without a token after ten seconds', async () => {
  const { ends } = open({});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toEqual([CLOSE.unauthorised]);
});

it('lets one whose token or snapshot a database that hangs holds up connect again, as what it is', async () => {
  const [token, snapshot] = [open({ actorOf: () => never }), open({ join: () => never })];
  for (const { say } of [token, snapshot]) say({ op: 'auth', token: 't' });
  snapshot.say({ op: 'subscribe', channels: ['balance'] });
  await vi.advanceTimersByTimeAsync(19_000);
  expect([token.ends, snapshot.ends]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([token.ends, snapshot.ends]).toEqual([[CLOSE.resync], [CLOSE.resync]]);
});
