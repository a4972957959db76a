import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { listenMistake, openEarlyListener } from './early-listener.ts';

it('answers while the product starts, then lets the product answer', async () => {
  const early = await openEarlyListener({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(early.server.address() as AddressInfo).port}`;
  const alive = await fetch(`${origin}/healthz`);
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  for (const path of ['/en', '/readyz', '/healthzz', '/api/v2/config']) {
    const early = await fetch(`${origin}${path}`);
    expect([early.status, early.headers.get('retry-after'), await early.json()], path).toEqual([
      503,
      '1',
      { status: 'starting' },
    ]);
  }
  early.handOver((_request, response) => response.end('the product'));
  expect(await (await fetch(`${origin}/en`)).text()).toBe('the product');
  early.server.close();
  early.server.closeAllConnections();
});

it('waits for a port that its predecessor still holds', async () => {
  const before = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => before.once('listening', resolve));
  const { port } = before.address() as AddressInfo;
  const opening = openEarlyListener({ port, host: '127.0.0.1' });
  await new Promise((resolve) => before.close(resolve));
  const early = await opening;
  expect((early.server.address() as AddressInfo).port).toBe(port);
  early.server.close();
});

it.each([
  ['192.0.2.1', 'HOST names 192.0.2.1, which is no address of this machine.'],
  ['nobody.invalid', 'HOST names nobody.invalid, and nobody knows where that is.'],
])('says in a sentence that it cannot listen on %s', async (host, sentence) => {
  const refused = openEarlyListener({ port: 0, host });
  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow(sentence);
});

it('says in a sentence that a port is not for this user', () => {
  // The system gives this answer to users with fewer rights than those of most tests.
  const error = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), { code: 'EACCES' });
  expect(listenMistake(error, { port: 80, host: '0.0.0.0' })).toBe(
    'This user may not listen on port 80: set PORT to one from 1024 on.',
  );
  expect(listenMistake(error, { port: 80, host: '127.0.0.1', prefix: 'METRICS_' })).toBe(
    'This user may not listen on port 80: set METRICS_PORT to one from 1024 on.',
  );
});
