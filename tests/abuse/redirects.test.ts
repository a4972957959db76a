import { describe, expect, it } from 'vitest';
import { returnAddress } from '#domain/identity/redirect.ts';
import type { PublicConfig } from '#protocol/site.ts';
import { signInTarget } from '#web/redirects.ts';

const ORIGINS = {
  main: 'https://tikvo.example',
  auth: 'https://auth.tikvo.example',
  dashboard: 'https://dashboard.tikvo.example',
  events: 'https://events.tikvo.example',
  admin: 'https://admin.tikvo.example',
  files: 'https://files.example',
};
const OURS = new Set([ORIGINS.main, ORIGINS.auth, ORIGINS.dashboard, ORIGINS.events]);
const CONFIG: PublicConfig = {
  origins: ORIGINS,
  apiHost: ORIGINS.main,
  messagingBot: null,
  official: { mail: 'post@house.example', handles: [] },
  mode: 'sandbox',
  waits: 'normal',
  spans: { hold: 86_400_000, closing: 1_209_600_000 },
  most: { apiKeys: 20 },
  keepsMails: false,
  brand: 'Tikvo',
};

const TARGETS = [
  'evil.example',
  'evil.example/en/trading',
  'tikvo.example.evil.example',
  'tikvo.example@evil.example',
  '[::1]',
  '0x7f.1',
];
const BEGINNINGS = [
  '//',
  '///',
  '/\\',
  '\\\\',
  '/\\/',
  '/\t/',
  '/\n/',
  '\r\n//',
  '/%2f',
  '/%5c',
  '/%252f/',
  '/./ /',
  'https://',
  'https:',
  'https:/',
  'HTTPS:\\\\',
  ' https://',
  '\u0000//',
  '/..//',
  '/.//',
  '/en/..//',
  '@',
  ':@',
  '/@',
  '.',
  '//tikvo.example@',
  '//tikvo.example:443@',
  '/％2f',
  '／／',
  '/\u200b/',
  'data:text/html,',
  'javascript://',
  'vbscript:',
  'blob:https://',
];
const PAYLOADS = BEGINNINGS.flatMap((beginning) => TARGETS.map((target) => `${beginning}${target}`));
const HOSTS = [
  null,
  'origin',
  'auth',
  'dashboard',
  'events',
  'evil.example',
  'https://evil.example',
  '__proto__',
  'constructor',
  'files',
  'admin',
  '',
];

/** Where a browser that stands on the sign-in page would go. */
const destination = (address: string) => new URL(address, `${ORIGINS.auth}/en/auth/login`);

describe('where a sign-in leads back (R-37)', () => {
  it('is always one of our sites, whatever the address asks for', () => {
    let tried = 0;
    for (const redirect of PAYLOADS) {
      for (const host of HOSTS) {
        for (const address of [
          signInTarget(CONFIG, 'en', { redirect, host }),
          returnAddress({ redirect, host }, { ...ORIGINS, origin: ORIGINS.main }),
        ]) {
          const { origin, username } = destination(address);
          expect([OURS.has(origin), username], JSON.stringify([redirect, host, address])).toEqual([true, '']);
          tried += 1;
        }
      }
    }
    console.log(`redirects: ${PAYLOADS.length} payloads x ${HOSTS.length} hosts, ${tried} answers, 0 left our sites`);
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(200);
  });

  it('is the page that was left, where it is one of ours', () => {
    const redirect = '/en/trading?pair=BTC-USD';
    expect(destination(signInTarget(CONFIG, 'en', { redirect, host: 'origin' })).pathname).toBe('/en/trading');
    expect(returnAddress({ redirect, host: 'origin' }, { ...ORIGINS, origin: ORIGINS.main })).toBe(
      `${ORIGINS.main}${redirect}`,
    );
  });
});
