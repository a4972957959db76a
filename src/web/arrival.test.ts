import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { APPEARANCE_SCRIPT, LESS_MOTION, MOTION_KEY, ORIGIN_SEC } from './appearance.ts';

const CONSENT = readFileSync(join(import.meta.dirname, 'features/consent/consent.inline.js'), 'utf8');

interface Visit {
  readonly cookie: string;
  /** Pressed in answer to the question which cookies may be set. */
  readonly choice?: string;
  readonly protocol?: 'http:' | 'https:';
}

/** Runs a script of the head as a browser does; the cookies it sets. */
function cookiesSet(script: string, { cookie, choice = '', protocol = 'http:' }: Visit): readonly string[] {
  const set: string[] = [];
  const presses: ((event: object) => void)[] = [];
  const element = { dataset: { domain: '', consentChoice: choice }, querySelector: () => ({ focus: () => undefined }) };
  const document = {
    documentElement: { dataset: {} },
    querySelector: () => element,
    querySelectorAll: () => [],
    addEventListener: () => undefined,
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      set.push(text);
    },
  };
  runInNewContext(script, {
    document,
    location: { pathname: '/en', search: '?ref=friend22', protocol },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    localStorage: { getItem: () => null },
    addEventListener: (name: string, act: (event: object) => void) => {
      if (name === 'click') presses.push(act);
    },
  });
  if (choice !== '') for (const press of presses) press({ target: { closest: () => element } });
  return set;
}

/** What it keeps of where its visitor came from. */
const kept = (script: string, cookie: string, choice = '') =>
  cookiesSet(script, { cookie, choice }).filter((text) => text.startsWith('tikvo.origin='));

const ORIGIN = 'tikvo.origin=ref%3Dfriend22;path=/;samesite=lax';
const LONG = `${ORIGIN};max-age=${ORIGIN_SEC}`;

describe('where a visitor came from', () => {
  it.each([
    ['', ORIGIN],
    ['tikvo.consent=needed', ORIGIN],
    ['other=1; tikvo.consent=all', LONG],
    ['tikvo.consent=all; other=1', LONG],
    ['not-tikvo.consent=all', ORIGIN],
  ])('is kept until the browser ends, or for 30 days after a yes to all cookies: %j', (cookie, wanted) => {
    expect(ORIGIN_SEC).toBe(30 * 86_400);
    expect(kept(APPEARANCE_SCRIPT, cookie)).toEqual([wanted]);
  });

  it.each([
    ['all', [LONG]],
    ['needed', [ORIGIN]],
  ])('is kept anew by the answer %s', (choice, wanted) => {
    expect(kept(CONSENT, 'a=b; tikvo.origin=ref%3Dfriend22; c=d', choice)).toEqual(wanted);
    expect(kept(CONSENT, 'a=b', choice)).toEqual([]);
  });
});

describe('cookies of the head', () => {
  const names = (set: readonly string[]) => set.map((text) => text.split('=')[0]);

  it('go over an encrypted connection alone where the page came over one', () => {
    const cookie = 'tikvo.origin=ref%3Dfriend22';
    for (const protocol of ['http:', 'https:'] as const) {
      const set = [
        ...cookiesSet(APPEARANCE_SCRIPT, { cookie, protocol }),
        ...cookiesSet(CONSENT, { cookie, protocol, choice: 'all' }),
      ];
      expect(names(set)).toEqual(['i18next', 'tikvo.origin', 'tikvo.consent', 'tikvo.origin']);
      expect(set.map((text) => text.endsWith(';secure'))).toEqual(set.map(() => protocol === 'https:'));
    }
  });
});

describe('room for the question to confirm an e-mail', () => {
  it.each([
    ['1', true],
    [null, false],
  ])('is kept before the first paint where the last session wanted it: %j', (held, wanted) => {
    const dataset: Record<string, string> = {};
    runInNewContext(APPEARANCE_SCRIPT, {
      document: {
        documentElement: { dataset },
        cookie: '',
        querySelectorAll: () => [],
        addEventListener: () => undefined,
      },
      location: { pathname: '/en', search: '' },
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      localStorage: { getItem: (key: string) => (key === 'tikvo.showVerification' ? held : null) },
      addEventListener: () => undefined,
    });
    expect('unconfirmed' in dataset).toBe(wanted);
  });
});

describe('motion', () => {
  it.each([
    { chosen: null, device: 'all', shown: 'full' },
    { chosen: null, device: 'less', shown: 'less' },
    { chosen: '1', device: 'all', shown: 'less' },
    { chosen: '0', device: 'less', shown: 'full' },
  ])('is $shown where the device wants $device and the person chose $chosen', ({ chosen, device, shown }) => {
    const dataset: Record<string, string> = {};
    runInNewContext(APPEARANCE_SCRIPT, {
      document: {
        documentElement: { dataset },
        cookie: '',
        querySelectorAll: () => [],
        addEventListener: () => undefined,
      },
      location: { pathname: '/en', search: '' },
      matchMedia: (query: string) => ({
        matches: query === LESS_MOTION && device === 'less',
        addEventListener: () => undefined,
      }),
      localStorage: { getItem: (key: string) => (key === MOTION_KEY ? chosen : null) },
      addEventListener: () => undefined,
    });
    expect(dataset['motion']).toBe(shown);
  });
});
