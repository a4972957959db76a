import { describe, expect, it } from 'vitest';
import { readSupportMail } from './support-mail.ts';

const PRODUCTION = { MODE: 'production' };

describe('where mails to support come in', () => {
  it.each([
    [{}, { address: 'help@sandbox.example', host: '127.0.0.1', port: 3025 }],
    [{ PORT: '0' }, { address: 'help@sandbox.example', host: '127.0.0.1', port: 0 }],
    [{ SUPPORT_SMTP_PORT: 'off' }, null],
    [PRODUCTION, null],
    [{ ...PRODUCTION, SUPPORT_SMTP_PORT: 'off', SUPPORT_ADDRESS: 'help@tikvo.example' }, null],
    [
      {
        ...PRODUCTION,
        SUPPORT_SMTP_PORT: '2525',
        SUPPORT_SMTP_HOST: '10.0.0.2',
        SUPPORT_ADDRESS: 'help@tikvo.example',
      },
      { address: 'help@tikvo.example', host: '10.0.0.2', port: 2525 },
    ],
  ])('%j', (env, place) => {
    expect(readSupportMail(env)).toEqual({ supportMail: place, mistakes: [] });
  });

  it.each([
    [{ SUPPORT_ADDRESS: 'Help' }, /^SUPPORT_ADDRESS must look like/],
    // Behind it come 24 more, and mail servers take 64.
    [{ SUPPORT_ADDRESS: `${'a'.repeat(25)}@tikvo.example` }, /^SUPPORT_ADDRESS must look like/],
    [{ SUPPORT_SMTP_PORT: '70000' }, /^SUPPORT_SMTP_PORT must be/],
    [{ SUPPORT_SMTP_HOST: 'mail.example' }, /^SUPPORT_SMTP_HOST must be/],
    [{ ...PRODUCTION, SUPPORT_SMTP_PORT: '25' }, /are set together/],
    [{ ...PRODUCTION, SUPPORT_ADDRESS: 'help@tikvo.example' }, /are set together/],
  ])('%j is a mistake', (env, sentence) => {
    const { supportMail, mistakes } = readSupportMail(env);
    expect([supportMail, mistakes]).toEqual([null, [expect.stringMatching(sentence)]]);
  });
});
