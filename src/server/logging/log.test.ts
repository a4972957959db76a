import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from './log.ts';

describe('log', () => {
  it('blanks secrets at every depth that our lines have', () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    log.info({ password: 'pa55', user: { email: 'a@b.c', keys: { token: 'tok3n' } } }, 'signed in');
    log.info({ req: { headers: { authorization: 'Bearer x1', cookie: 'c00kie', 'set-cookie': 's3t' } } });
    log.debug('not at this level');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/pa55|a@b\.c|tok3n|Bearer x1|c00kie|s3t/);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'info', msg: 'signed in', password: '[gone]' });
  });

  it('blanks what looks like a secret, wherever a text holds it, and leaves a line of JSON', () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2ln';
    log.warn({ err: new Error(`550 no such user: ann.smith+1@mail.example.com`) }, 'a mail came back');
    log.info({ url: `/en/auth/activate?token=abc123&x=1`, note: `Bearer ${token}` }, 'odd request');
    log.info({ hash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA' });
    expect(lines.join('')).not.toMatch(/ann\.smith|abc123|eyJ|argon2/);
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object).length > 1)).toEqual([true, true, true]);
    expect(lines[1]).toContain('token=[gone]&x=1');
  });
});

describe('a fault that repeats', () => {
  afterEach(() => void vi.useRealTimers());

  const full = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

  it('is told of once, each minute with a count, and when it is over', () => {
    vi.useFakeTimers();
    const lines: Record<string, unknown>[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const part = log.child({ part: 'engine' });
    for (let ms = 0; ms <= 90_000; ms += 100) {
      part.error({ err: full(), alarm: 'disk' }, 'a tick could not be written');
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(120_000);
    const since = lines[0]?.['time'];
    expect(lines).toMatchObject([
      { msg: 'a tick could not be written', part: 'engine', alarm: 'disk', err: { message: 'no space left' } },
      { msg: 'a tick could not be written', times: 600, since },
      { msg: 'over: a tick could not be written', level: 'error', part: 'engine', times: 901, since },
    ]);
    expect(Date.parse(String(lines[2]?.['last'])) - Date.parse(String(since))).toBe(90_000);
    expect(lines[0]).not.toHaveProperty('times');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is another where its text or the kind of its error is another, and has one line where it came once', () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    log.warn({ err: full() }, 'one');
    log.warn({ err: full() }, 'two');
    log.warn({ err: new TypeError('no such thing') }, 'one');
    vi.advanceTimersByTime(600_000);
    log.warn({ err: full() }, 'one');
    expect(lines).toHaveLength(4);
  });

  it('leaves lines of requests and lines without an error alone', () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    for (const requestId of ['r-1', 'r-2']) log.child({ requestId }).error({ err: full() }, 'answered 500');
    for (const id of ['a', 'b']) log.error({ alarm: 'parked', id }, 'parked');
    expect(lines).toHaveLength(4);
  });
});
