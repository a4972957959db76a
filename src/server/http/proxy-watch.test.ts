import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { watchProxy } from './proxy-watch.ts';

it('says once of each fault what is wrong with the proxy in front, and nothing of a right one', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = fastify();
  watchProxy(app, readConfig({ PUBLIC_ORIGIN: 'https://app.example.com' }), log);
  app.get('/', () => 'answered');
  const ask = async (remoteAddress: string, host: string, forwarded?: string) => {
    const headers = { host, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
    expect((await app.inject({ url: '/', remoteAddress, headers })).statusCode).toBe(200);
  };
  await ask('127.0.0.1', 'app.example.com', '198.51.100.7');
  expect(lines).toEqual([]);
  for (let times = 0; times < 3; times += 1) {
    await ask('127.0.0.1', 'app.example.com');
    await ask('10.9.2.3', 'app.example.com', '198.51.100.7');
    await ask('127.0.0.1', '127.0.0.1:3000', '198.51.100.7');
  }
  expect(lines.map(({ alarm, fault, peer, host }) => [alarm, fault, peer, host])).toEqual([
    ['proxy', 'no-forwarded-for', '127.0.0.1', 'app.example.com'],
    ['proxy', 'not-trusted', '10.9.2.3', 'app.example.com'],
    ['proxy', 'no-host', '127.0.0.1', '127.0.0.1:3000'],
  ]);
  await app.close();
});
