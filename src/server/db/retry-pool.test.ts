import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isPassingOutage } from './retry-pool.ts';

function coded(code: string, more: object = {}): Error {
  return Object.assign(new Error('of the server or the system'), { code, ...more });
}

describe('an outage that passes', () => {
  it.each(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])('is %s', (code) => {
    expect(isPassingOutage(coded(code))).toBe(true);
  });

  it('is a missing socket file, and no other missing file', () => {
    expect(isPassingOutage(coded('ENOENT', { syscall: 'connect' }))).toBe(true);
    expect(isPassingOutage(coded('ENOENT', { syscall: 'open' }))).toBe(false);
  });

  it('is a connection that was lost under a query, as the driver says it without a code', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1 });
    const failed = await client.connect().catch((error: unknown) => error);
    const after = await client.query('SELECT 1').catch((error: unknown) => error);
    expect([failed, after].map(isPassingOutage)).toEqual([true, true]);
    expect(isPassingOutage(new Error('Connection terminated unexpectedly'))).toBe(true);
  });

  it('is nothing else', () => {
    expect([coded('23505'), coded('53300'), new Error('no pair'), null, 'ECONNRESET'].map(isPassingOutage)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
