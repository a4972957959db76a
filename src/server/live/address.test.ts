import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressReader } from './address.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('the address of a socket', () => {
  const read = addressReader(['10.0.0.0/24', 'fd00::5']);

  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
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
  ])('%s that says %s is %s', (remote, said, address) => {
    expect(read(from(remote, said))).toBe(address);
  });
});
