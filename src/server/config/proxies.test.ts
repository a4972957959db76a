import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import fastify from 'fastify';
import { addressReader, trustedProxies } from './proxies.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('the address of a socket', () => {
  const read = addressReader(['10.0.0.0/24', 'fd00::5']);

  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['::ffff:203.0.113.9', '198.51.100.1', '::ffff:203.0.113.9'],
    ['::ffff:10.0.0.7', '198.51.100.1', '198.51.100.1'],
    // Strangers may say what they like.
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.7', '198.51.100.1', '198.51.100.1'],
    ['fd00::5', '2001:db8::1', '2001:db8::1'],
    ['fd00::6', '2001:db8::1', 'fd00::6'],
    // What the client itself put in front of what our proxy saw.
    ['10.0.0.7', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '198.51.100.1, 10.0.0.7', '198.51.100.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', 'nonsense', 'nonsense'],
    // What only looks like a hop of ours.
    ['127.0.0.1', '198.51.100.1, 10.0.0.7\u00a0', '10.0.0.7\u00a0'],
    ['127.0.0.1', '198.51.100.1, 010.0.0.7', '010.0.0.7'],
    ['127.0.0.1', '198.51.100.1,, ,10.0.0.7', '198.51.100.1'],
  ])('%s that says %s is %s', (remote, said, address) => {
    expect(read(from(remote, said))).toBe(address);
  });

  it('is the one that HTTP sees', async () => {
    const proxies = ['10.0.0.0/24', 'fd00::5'];
    const app = fastify({ trustProxy: trustedProxies(proxies) });
    app.get('/', (request) => [request.ip, addressReader(proxies)(request.raw)]);
    for (const said of [
      '127.1',
      '10.0.0.7\u00a0',
      '198.51.100.1, 127.1',
      '::1',
      '[::1]',
      '10.0.0.7:80',
      'unknown',
      ' ',
      ',',
    ]) {
      const headers = { 'x-forwarded-for': said };
      const { body } = await app.inject({ url: '/', remoteAddress: '127.0.0.1', headers });
      const [http, socket] = JSON.parse(body) as [string, string];
      expect([said, socket]).toEqual([said, http]);
    }
    await app.close();
  });
});
