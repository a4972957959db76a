import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDemoSession } from './demo-session.ts';
import { STORED } from './stored.ts';

const AT = { host: 'https://api.example', language: 'en' };
const started = (token: string) => new Response(JSON.stringify({ accessToken: token, user: { role: 'DEMO' } }));
const refused = () =>
  new Response(JSON.stringify({ error: { code: 'NotSignedIn', details: {} }, requestId: 'r' }), { status: 401 });

const kept = new Map<string, string>();
/** Bearer of each request. */
let asked: (string | null)[] = [];
let answers: (Response | Error)[] = [];

beforeEach(() => {
  kept.clear();
  asked = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('authorization'));
    const next = answers.shift();
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error('nothing to answer'));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the demo session of a browser', () => {
  it.each([
    { with: 'nothing kept', kept: null, given: () => [started('first')], bearers: [null], token: 'first' },
    {
      with: 'a kept token that goes on',
      kept: 'good',
      given: () => [started('next')],
      bearers: ['Bearer good'],
      token: 'next',
    },
    {
      with: 'a kept token that is refused',
      kept: 'bad',
      given: () => [refused(), started('other')],
      bearers: ['Bearer bad', null],
      token: 'other',
    },
  ])('begins with $with', async (row) => {
    if (row.kept !== null) kept.set(STORED.demoToken, row.kept);
    answers = row.given();
    await expect(startDemoSession(AT)).resolves.toMatchObject({ accessToken: row.token });
    expect(asked).toEqual(row.bearers);
    expect(kept.get(STORED.demoToken)).toBe(row.token);
  });

  it('is begun once by all who ask at the same time, and anew by whoever asks later', async () => {
    answers = [started('one'), started('two')];
    const both = await Promise.all([startDemoSession(AT), startDemoSession(AT)]);
    expect(both.map(({ accessToken }) => accessToken)).toEqual(['one', 'one']);
    await expect(startDemoSession(AT)).resolves.toMatchObject({ accessToken: 'two' });
    expect(asked).toEqual([null, 'Bearer one']);
  });

  it('loses nobody with the network, and asks again after a failure', async () => {
    kept.set(STORED.demoToken, 'kept');
    answers = [new TypeError('no network'), started('next')];
    await expect(startDemoSession(AT)).rejects.toMatchObject({ code: 'Offline' });
    expect(kept.get(STORED.demoToken)).toBe('kept');
    await expect(startDemoSession(AT)).resolves.toMatchObject({ accessToken: 'next' });
    expect(asked).toEqual(['Bearer kept', 'Bearer kept']);
  });

  it('is refused for good where a browser without a token is refused too', async () => {
    kept.set(STORED.demoToken, 'bad');
    answers = [refused(), refused()];
    await expect(startDemoSession(AT)).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual(['Bearer bad', null]);
    expect(kept.has(STORED.demoToken)).toBe(false);
  });
});
