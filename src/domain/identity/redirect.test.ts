import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnAddress, returnHost, returnPath } from './redirect.ts';

const ORIGINS = {
  events: 'https://events.tikvo.test',
  auth: 'https://auth.tikvo.test',
  dashboard: 'https://dashboard.tikvo.test',
  origin: 'https://tikvo.test',
};
const OURS = new Set(Object.values(ORIGINS));

/** Ways in which an address has been taken for a path, or a path for an address. */
const TRICKS = [
  'https://evil.test',
  'http://evil.test/',
  'HTTPS://evil.test',
  'https:evil.test',
  'https:/evil.test',
  'https:///evil.test',
  '//evil.test',
  '///evil.test',
  '////evil.test/x',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\\/evil.test',
  '/%5cevil.test',
  '/%5Cevil.test',
  '/%255cevil.test',
  '/%2fevil.test',
  '/%2Fevil.test',
  '/%252fevil.test',
  '/%25252fevil.test',
  '/%2f%2fevil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/x/..//evil.test',
  '/x/../../evil.test',
  '/%2e%2e//evil.test',
  '/%2e/%2fevil.test',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://evil.test/x',
  'file:///etc/passwd',
  'mailto:x@evil.test',
  '@evil.test',
  'tikvo.test@evil.test',
  'https://tikvo.test@evil.test',
  'https://tikvo.test.evil.test',
  'https://evil.test#tikvo.test',
  'https://evil.test?tikvo.test',
  'https://evil.test\\tikvo.test',
  'evil.test',
  'evil.test/path',
  '.evil.test',
  '?next=//evil.test',
  '#//evil.test',
  '',
  ' ',
  ' //evil.test',
  '\t//evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r/evil.test',
  '/\0/evil.test',
  '\u0000//evil.test',
  '/%00/evil.test',
  '/%0a/evil.test',
  '/%0d%0aLocation:%20https://evil.test',
  '/%09/evil.test',
  '/ /evil.test',
  '/\u00a0/evil.test',
  '/\u2028/evil.test',
  '/\u200b/evil.test',
  '/\ufeff/evil.test',
  '/\uff0fevil.test',
  '\uff0f\uff0fevil.test',
  '/\u2215evil.test',
  '/\u3002evil',
  '/evil\u3002test',
  '/\u202e//evil.test',
  '/%e2%80%ae//evil.test',
  '/%c0%af/evil.test',
  '/%ff',
  '/%',
  '/%2',
  '/%zz',
  '/api/v2/auth/activate?token=x',
  '/API/v2/auth/logout',
  '/%61pi/v2/auth/logout',
  '/private',
  '/public/x',
  '/metrics',
  '/<script>',
  '/"onload=x',
  '/`x`',
  '/{x}',
  '/|x',
  '/^x',
  `/${'a'.repeat(2_000)}`,
  '/x//y',
  '/x/%2f/y',
  '/./x',
  '/x/..',
  '/..',
  'xhttps://evil.test',
  '/https://evil.test',
  '/%68ttps:%2f%2fevil.test',
];
const HOSTS = [
  'evil.test',
  '//evil.test',
  'https://evil.test',
  '__proto__',
  'constructor',
  'ORIGIN',
  'auth.evil',
  '',
  'dashboard ',
];

describe('where a sign-in goes back to (R-37)', () => {
  it('stays on our origins by 200 payloads and more', () => {
    const payloads = [
      ...TRICKS.flatMap((redirect) => [
        { redirect, host: null },
        { redirect, host: 'dashboard' },
      ]),
      ...HOSTS.map((host) => ({ redirect: '/en/account', host })),
      ...HOSTS.map((host) => ({ redirect: '//evil.test', host })),
    ];
    expect(payloads.length).toBeGreaterThanOrEqual(200);
    for (const payload of payloads) {
      const address = returnAddress(payload, ORIGINS);
      const url = new URL(address);
      expect(OURS.has(url.origin), JSON.stringify(payload)).toBe(true);
      // As a router of ours would take it, too.
      const inPage = new URL(`${url.pathname}${url.search}${url.hash}`, ORIGINS.origin);
      expect(inPage.origin, JSON.stringify(payload)).toBe(ORIGINS.origin);
      expect(address, JSON.stringify(payload)).not.toMatch(/[\s\\]/);
      expect(url.pathname, JSON.stringify(payload)).not.toMatch(/^\/(api|public|private|metrics)(\/|$)/i);
    }
    expect(TRICKS.filter((redirect) => returnPath(redirect) !== '/')).toEqual([]);
  });

  it('stays there whatever the text', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', '5', 'c', ':', '@', '#', '?', 'e', '\t'),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), fc.string(), (redirect, host) => {
        const url = new URL(returnAddress({ redirect: `/${redirect}`, host }, ORIGINS));
        expect(url.origin).toBe(ORIGINS.origin);
        expect(url.pathname.startsWith('//')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['/en/account', 'dashboard', 'https://dashboard.tikvo.test/en/account'],
    ['/de/settings/security?tab=2#otp', 'dashboard', 'https://dashboard.tikvo.test/de/settings/security?tab=2#otp'],
    ['/ar/events/world-cup', 'events', 'https://events.tikvo.test/ar/events/world-cup'],
    ['/', 'auth', 'https://auth.tikvo.test/'],
    ['/en/trading?pair=BTC-USD', 'origin', 'https://tikvo.test/en/trading?pair=BTC-USD'],
    ['/en/blog/caf%C3%A9', null, 'https://tikvo.test/en/blog/caf%C3%A9'],
    ['/en/login?redirect=https://x.test', null, 'https://tikvo.test/en/login?redirect=https://x.test'],
    [null, null, 'https://tikvo.test/'],
  ])('takes %s on %s', (redirect, host, address) => {
    expect(returnAddress({ redirect, host }, ORIGINS)).toBe(address);
  });

  it('knows four hosts', () => {
    expect(['events', 'auth', 'dashboard', 'origin', 'admin', null].map(returnHost)).toEqual([
      'events',
      'auth',
      'dashboard',
      'origin',
      'origin',
      'origin',
    ]);
  });
});
