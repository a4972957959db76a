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
});
