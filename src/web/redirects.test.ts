import { describe, expect, it } from 'vitest';
import type { PublicConfig } from '#protocol/site.ts';
import { hostOf, signInAddress, signInTarget } from './redirects.ts';

const main = 'https://tikvo.example';
const config: PublicConfig = {
  origins: {
    main,
    auth: 'https://auth.tikvo.example',
    dashboard: 'https://dashboard.tikvo.example',
    events: main,
    admin: main,
    files: main,
  },
  apiHost: main,
  messagingBot: null,
  official: { mail: 'post@house.example', handles: [] },
  mode: 'sandbox',
  waits: 'normal',
  spans: { hold: 86_400_000, closing: 1_209_600_000 },
  most: { apiKeys: 20 },
  keepsMails: false,
  brand: 'Tikvo',
};
const oneSite: PublicConfig = { ...config, origins: { ...config.origins, auth: main, dashboard: main } };

describe('the address of the sign-in page', () => {
  it('stands on the auth site and says where to come back to', () => {
    const wish = { tab: 'login', redirect: '/en/trading?pair=BTC-USD', host: 'origin' } as const;
    expect(signInAddress(config, 'en', wish)).toBe(
      'https://auth.tikvo.example/en/auth/login?tab=login&redirect=%2Fen%2Ftrading%3Fpair%3DBTC-USD&host=origin',
    );
    expect(signInAddress(oneSite, 'de', { tab: 'register' })).toBe('/de/auth/login?tab=register');
  });

  it('names the site of a page', () => {
    expect(hostOf('main')).toBe('origin');
    expect(hostOf('dashboard')).toBe('dashboard');
    expect(hostOf('files')).toBe('origin');
  });
});

describe('the way back after sign-in', () => {
  const target = (redirect: string | null, host: string | null = null) =>
    signInTarget(oneSite, 'en', { redirect, host });

  it('is a page of ours, with its query', () => {
    expect(target('/de/trading-history?x=1', 'origin')).toBe('/de/trading-history?x=1');
    expect(target('/en/trading/demo')).toBe('/en/trading/demo');
  });

  it('is the trading page where nothing is asked for', () => {
    expect(target(null)).toBe('/en/trading');
    expect(target('')).toBe('/en/trading');
  });

  it.each([
    'https://evil.example/en/trading',
    '//evil.example/en/trading',
    '/\\evil.example/en/trading',
    '\\\\evil.example',
    '/\t/evil.example/en/trading',
    '/\n/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/en/nothing',
    '/api/v2/auth/logout',
    '/xx/trading',
    '/en/auth/login?redirect=/en/trading',
    '/en/../..//evil.example',
    '@evil.example',
    '/en/trading\\@evil.example',
  ])('does not follow %j', (redirect) => {
    for (const host of ['origin', 'dashboard', 'evil.example', null]) {
      expect(signInTarget(config, 'en', { redirect, host })).toBe('/en/trading');
    }
  });

  it.each([
    [null, 'USER', '/en/trading'],
    [null, 'SUPPORT', '/office'],
    ['/en/trading?pair=BTC-USD', 'AUDITOR', '/office'],
    ['/de/settings/limits', 'ADMIN', '/office'],
    ['/de/settings/security', 'ADMIN', '/de/settings/security'],
    ['/de/trading-history', 'USER', '/de/trading-history'],
    ['/en/trading/demo', 'ADMIN', '/en/trading/demo'],
    ['//evil.example', 'ADMIN', '/office'],
    ['/office/people?role=USER', 'SUPPORT', '/office/people?role=USER'],
    ['/office/people', 'USER', '/en/trading'],
  ] as const)('leads from %j with the role %s to %s', (redirect, role, address) => {
    expect(signInTarget(oneSite, 'en', { redirect, host: null, role })).toBe(address);
  });

  it('follows the host only to a site of ours', () => {
    const wish = { redirect: '/en/trading', host: 'dashboard' };
    expect(signInTarget(config, 'en', wish)).toBe('https://dashboard.tikvo.example/en/trading');
    expect(signInTarget(config, 'en', { ...wish, host: 'https://evil.example' })).toBe('/en/trading');
  });
});
