import { describe, expect, it } from 'vitest';
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
