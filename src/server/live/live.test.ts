import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { attachLive, type LiveParts } from './live.ts';

it('lets go of a socket as soon as its client has said goodbye, and not at the next heartbeat', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const parts = { server, config, bus: createLocalBus(), clock: systemClock, log: createLog(config) };
  const live = attachLive(parts as Partial<LiveParts> as LiveParts);
  const clients = Array.from({ length: 100 }, () =>
    connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true }),
  );
  for (const client of clients) {
    const head = [
      'GET /public HTTP/1.1',
      'Host: x',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
    ];
    client.write(`${[...head, `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`].join('\r\n')}\r\n\r\n`);
  }
  await expect.poll(() => live.count()).toBe(100);
  const ended = clients.map((client) => once(client.resume(), 'end'));
  for (const client of clients) client.end();
  // Who gives no sign of life is ended after 20 s at the earliest.
  await expect.poll(() => live.count(), { timeout: 15_000 }).toBe(0);
  await Promise.all(ended);
  live.close();
  server.close();
});
