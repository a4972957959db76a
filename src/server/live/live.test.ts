import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock, type Clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/logging/log.ts';
import { attachLive, type LiveParts } from './live.ts';

async function openLive(clock: Clock) {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const parts = {
    server,
    config,
    bus: createLocalBus(),
    clock,
    log: createLog(config),
  };
  const live = attachLive(parts as Partial<LiveParts> as LiveParts);
  const join = (): Socket => {
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const head = [
      'GET /public HTTP/1.1',
      'Host: x',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
    ];
    client.write(`${[...head, `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`].join('\r\n')}\r\n\r\n`);
    return client;
  };
  const close = () => {
    live.close();
    server.close();
  };
  return { live, server, join, close };
}

it('lets go of a socket as soon as its client has said goodbye, and not at the next heartbeat', async () => {
  const { live, join, close } = await openLive(systemClock);
  const clients = Array.from({ length: 100 }, join);
  await expect.poll(() => live.count()).toBe(100);
  const ended = clients.map((client) => once(client.resume(), 'end'));
  for (const client of clients) client.end();
  // Who gives no sign of life is ended after 20 s at the earliest.
  await expect.poll(() => live.count(), { timeout: 60_000 }).toBe(0);
  await Promise.all(ended);
  close();
});

it('closes a reader that does not read with 4008, though nothing more is sent to it, and no other', async () => {
  let ahead = 0;
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() + ahead,
  };
  const { live, server, join, close } = await openLive(clock);
  const taken: Duplex[] = [];
  server.on('upgrade', (_request, socket: Duplex) => taken.push(socket));
  const keen = join().resume();
  await expect.poll(() => live.count()).toBe(1);
  const deaf = join().pause();
  await expect.poll(() => live.count()).toBe(2);
  const socket = taken[1]!;
  const written: Buffer[] = [];
  const write = socket.write.bind(socket) as (chunk: Buffer) => boolean;
  socket.write = ((chunk: Buffer) => {
    written.push(chunk);
    return write(chunk);
  }) as Duplex['write'];
  // What the kernel takes for a socket differs: until it takes no more, and well below what is cut at once.
  while (socket.writableLength < 200_000) {
    socket.write(Buffer.alloc(100_000));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  ahead = 10_000;
  await expect.poll(() => live.count(), { timeout: 60_000 }).toBe(1);
  // Two bytes of a head, 4008 and its word.
  expect(Buffer.concat(written).includes(Buffer.from([0x88, 8, 0x0f, 0xa8]))).toBe(true);
  expect(keen.destroyed).toBe(false);
  for (const one of [keen, deaf]) one.destroy();
  close();
});
