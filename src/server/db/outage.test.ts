import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isConnectionLoss, isOutage, isPassingOutage, isShutOut, isShutOutForNow } from './outage.ts';
import { createPool } from './pool.ts';

function coded(code: string, more: object = {}): Error {
  return Object.assign(new Error('of the server or the system'), { code, ...more });
}

describe('an outage that passes', () => {
  it.each(['57P01', '57P02', '57P03', '57P05', '25P04', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])(
    'is %s',
    (code) => {
      expect(isPassingOutage(coded(code))).toBe(true);
      expect(isConnectionLoss(coded(code))).toBe(true);
    },
  );

  it('is a way that is cut, and at run time a host whose name nobody knows any more', () => {
    const cut = ['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'];
    expect(cut.filter((code) => !isConnectionLoss(coded(code)) || !isPassingOutage(coded(code)))).toEqual([]);
    expect([isPassingOutage, isOutage].map((is) => is(coded('ENOTFOUND')))).toEqual([false, true]);
  });

  it.each([
    ['no room on the disk', '53100'],
    ['no memory', '53200'],
    ['no connection left', '53300'],
    ['a file that cannot be read or written', '58030'],
    ['a read-only server', '25006'],
    ['a cancelled statement', '57014'],
    ['a lock that did not come', '55P03'],
  ])('is %s (%s), whose statement was certainly not carried out', (_what, code) => {
    expect(isPassingOutage(coded(code))).toBe(true);
    expect(isConnectionLoss(coded(code))).toBe(false);
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

  it('is a connection that does not come, of a server that says nothing or with all of them taken', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const pool = createPool(`postgresql://nobody@127.0.0.1:${port}/none`, { max: 1, waitMs: 20, retryMs: 0 });
    const failed = await Promise.allSettled([pool.connect(), pool.connect()]);
    expect(failed.map((one) => one.status === 'rejected' && isPassingOutage(one.reason))).toEqual([true, true]);
    await pool.end();
    silent.close();
  });

  it('is nothing else', () => {
    const others = [coded('23505'), coded('25P03'), coded('42501'), coded('5310'), new Error('no pair'), null, '53100'];
    expect(others.filter(isPassingOutage)).toEqual([]);
  });
});

describe('who is let in no more', () => {
  it('is a role that may not log in, or a database that is gone, and nothing else', () => {
    const codes = ['28000', '28P01', '3D000', '57P04', '57P01', '23505', '2800', '42501', '55000'];
    expect(codes.filter((code) => isShutOut(coded(code)))).toEqual(['28000', '28P01', '3D000', '57P04']);
  });

  it.each([
    ['ALLOW_CONNECTIONS false', '55000'],
    ['REVOKE CONNECT', '42501'],
  ])('is one whom the server refuses at the door: %s', (_what, code) => {
    const said = [
      { severity: 'FATAL', routine: undefined },
      { severity: 'ВАЖНО', routine: 'CheckMyDatabase' },
      { severity: 'ERROR', routine: 'aclcheck_error' },
    ].map((more) => coded(code, more));
    expect(said.map(isShutOut)).toEqual([true, true, false]);
    expect(said.map(isShutOutForNow)).toEqual([true, true, false]);
  });

  it('comes back by itself unless the settings name another password or database', () => {
    const codes = ['28000', '28P01', '3D000', '57P04'];
    expect(codes.filter((code) => isShutOutForNow(coded(code)))).toEqual(['28000']);
    expect([...codes, '53100', '08006', '23505'].filter((code) => !isOutage(coded(code)))).toEqual(['23505']);
  });

  it('is one from whom a right was taken while it runs', () => {
    const revoked = coded('42501', { severity: 'ERROR', routine: 'aclcheck_error' });
    expect([isOutage(revoked), isShutOut(revoked), isPassingOutage(revoked)]).toEqual([true, false, false]);
  });
});
