import { describe, expect, it } from 'vitest';
import { readSocial } from './social.ts';

const ACME = {
  OIDC_ACME_ISSUER: 'https://id.acme.test',
  OIDC_ACME_CLIENT_ID: 'me',
  OIDC_ACME_CLIENT_SECRET: 'a secret',
};

describe('settings of sign-in elsewhere', () => {
  it('are none by default', () => {
    expect(readSocial({})).toEqual({ social: { oidc: [], telegram: null }, mistakes: [] });
    expect(readSocial({ OIDC_ACME_ISSUER: ' ', TELEGRAM_BOT: '' })).toEqual(readSocial({}));
  });

  it('name any provider, and know the issuers of two', () => {
    const { social, mistakes } = readSocial({
      ...ACME,
      OIDC_GOOGLE_CLIENT_ID: 'g',
      OIDC_GOOGLE_CLIENT_SECRET: 's',
      OIDC_APPLE_CLIENT_ID: 'a',
      OIDC_APPLE_CLIENT_SECRET: 's',
      TELEGRAM_BOT: 'bot',
      TELEGRAM_BOT_TOKEN: '1:x',
    });
    expect(mistakes).toEqual([]);
    expect(social.oidc.map(({ id, name, issuer }) => [id, name, issuer])).toEqual([
      ['acme', 'Acme', 'https://id.acme.test'],
      ['apple', 'Apple', 'https://appleid.apple.com'],
      ['google', 'Google', 'https://accounts.google.com'],
    ]);
    expect(social.telegram).toEqual({ bot: 'bot', token: '1:x' });
  });

  it.each([
    [{ ...ACME, OIDC_ACME_CLIENT_SECRET: '' }, 'OIDC_ACME_CLIENT_SECRET is missing.'],
    [{ ...ACME, OIDC_ACME_CLIENT_ID: '' }, 'OIDC_ACME_CLIENT_ID is missing.'],
    [{ ...ACME, OIDC_ACME_ISSUER: 'acme' }, 'OIDC_ACME_ISSUER must be the address of the provider.'],
    [{ ...ACME, OIDC_ACME_ISSUER: 'ftp://acme.test' }, 'OIDC_ACME_ISSUER must be the address of the provider.'],
    [
      { ...ACME, OIDC_ACME_ISSUER: 'http://acme.test', MODE: 'production' },
      'OIDC_ACME_ISSUER must be https in production.',
    ],
    [{ TELEGRAM_BOT: 'bot' }, 'TELEGRAM_BOT and TELEGRAM_BOT_TOKEN go together.'],
    [{ TELEGRAM_BOT: 'bot', TELEGRAM_BOT_TOKEN: 'x' }, 'TELEGRAM_BOT_TOKEN must look like 123456:secret.'],
    [
      { OIDC_TELEGRAM_ISSUER: 'https://t.test', OIDC_TELEGRAM_CLIENT_ID: 'a', OIDC_TELEGRAM_CLIENT_SECRET: 'b' },
      'TELEGRAM is no provider of OpenID Connect: set TELEGRAM_BOT_TOKEN.',
    ],
  ])('%o: %s', (env, mistake) => {
    expect(readSocial(env).mistakes).toEqual([mistake]);
  });
});
