import { describe, expect, it } from 'vitest';
import type { PublicConfig } from '#protocol/site.ts';
import { isKnown, isPlain, knownCookie, sharedDomain } from './known.ts';

function at(main: string, auth = main, dashboard = main): PublicConfig {
  return {
    origins: { main, auth, dashboard, events: main, admin: main, files: main },
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
}

describe('the word that somebody signed in here', () => {
  it('is read from the cookies, whole', () => {
    expect(isKnown('a=b; tikvo.known=1; c=d')).toBe(true);
    expect(isKnown('tikvo.known=1')).toBe(true);
    expect(isKnown('tikvo.known=')).toBe(false);
    expect(isKnown('x.tikvo.known=1')).toBe(false);
    expect(isKnown('')).toBe(false);
  });

  it.each([
    ['one origin', at('http://localhost:3000'), null],
    ['sites under one domain', at('https://tikvo.com', 'https://auth.tikvo.com'), 'tikvo.com'],
    ['sites beside each other', at('https://www.tikvo.com', 'https://auth.tikvo.com'), 'tikvo.com'],
    ['local names', at('http://tikvo.localhost:1', 'http://auth.tikvo.localhost:1'), 'tikvo.localhost'],
    ['ports of one host', at('http://localhost:1', 'http://localhost:2'), null],
    ['nothing in common', at('https://a.com', 'https://b.com'), null],
  ])('reaches %s', (_name, config, domain) => {
    expect(sharedDomain(config)).toBe(domain);
  });

  it('is set for a year and taken back', () => {
    expect(knownCookie(at('https://tikvo.com', 'https://auth.tikvo.com'), 'in')).toBe(
      'tikvo.known=1;path=/;max-age=31536000;samesite=lax;domain=tikvo.com;secure',
    );
    expect(knownCookie(at('http://localhost:3000'), 'out')).toBe('tikvo.known=;path=/;max-age=0;samesite=lax');
  });
});

describe('a page without framework code', () => {
  it.each([
    [{ static: true }, undefined, true],
    [{ static: 'visitors' }, { known: false }, true],
    [{ static: 'visitors' }, undefined, true],
    [{ static: 'visitors' }, { known: true }, false],
    [undefined, { known: false }, false],
  ])('%o with %o: %s', (handle, data, plain) => {
    expect(isPlain(handle, data)).toBe(plain);
  });
});
