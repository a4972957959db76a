import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, type Ask } from '#tests/http-calls.ts';
import { openOidcWorld, type Elsewhere, type OidcWorld } from '#tests/sign-in/oidc-world.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

const ORIGIN = 'http://tikvo.localhost:3000';
const AUTH = 'http://auth.tikvo.localhost:3000';
const PATH = '/auth/social';
const FORM = 'application/x-www-form-urlencoded';

let provider: OidcWorld;
let server: TestServer;
let ask: Ask;
beforeAll(async () => {
  provider = await openOidcWorld(`${AUTH}${PATH}`);
  const set = Object.entries(provider.env).map(([name, value]) => [name.replace('LOCAL', 'APPLE'), value] as const);
  const env = { PUBLIC_ORIGIN: ORIGIN, AUTH_ORIGIN: AUTH, ...Object.fromEntries(set) };
  server = await startTestServer({ env });
  ask = caller(server.origin);
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});

const api = (path: string, body: object, cookie?: string) =>
  ask(`/api/v2${path}`, {
    method: 'POST',
    body,
    headers: { origin: AUTH, 'x-requested-with': 'web', ...(cookie === undefined ? {} : { cookie }) },
  });

/** As a browser posts a form of another site: without any cookie, for ours are not sent along from there. */
const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(PATH, {
    method: 'POST',
    body,
    headers: { 'content-type': FORM, origin: provider.issuer, 'sec-fetch-site': 'cross-site', ...headers },
  });

/** A browser begins here and signs in there: its cookie, and the form it is given to post. */
async function begun(who: Elsewhere): Promise<{ readonly cookie: string; readonly form: URLSearchParams }> {
  const started = await api('/auth/social/start', { provider: 'apple', redirect: '/en/account', host: 'dashboard' });
  expect(started.status).toBe(200);
  const [set = ''] = started.headers.getSetCookie();
  expect(set).toMatch(/^social=[^;]+;.*HttpOnly.*SameSite=Strict/);
  expect(new URL(started.json['url'] ?? '').searchParams.get('response_mode')).toBe('form_post');
  return { cookie: set.split(';')[0] ?? '', form: await provider.signInByForm(started.json['url'] ?? '', who) };
}

/** What the page that the browser is led to hands on. */
const queryOf = (location: string | null) => location?.slice(`${PATH}?`.length) ?? '';

describe('a provider that answers with a form', () => {
  it('leads the browser to the page with the values of the form, and the page finishes the sign-in', async () => {
    const { cookie, form } = await begun({ subject: 'by-form', email: 'by-form@example.com' });
    const answer = await post(form.toString());
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/auth\/social\?code=/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const query = queryOf(answer.headers.get('location'));
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual(Object.fromEntries(form));

    // The page is of this site: what it asks carries the cookie again, whose browser alone is believed.
    expect((await api('/auth/social/finish', { query })).json['error']?.['code']).toBe('SignInOver');
    const finished = await api('/auth/social/finish', { query }, cookie);
    expect(finished.json).toMatchObject({ next: 'sign-up', email: 'by-form@example.com' });
    const again = await api('/auth/social/finish', { query }, cookie);
    expect(again.json['error']?.['code']).toBe('SignInOver');
  });

  it('is led on with what it says of a sign-in only, and with a refusal too', async () => {
    const user = JSON.stringify({ name: { firstName: 'Ada' }, email: 'ada@example.com' });
    const said = new URLSearchParams({ user, id_token: 'a.b.c', error: 'user_cancelled_authorize', state: 'x&y' });
    const answer = await post(said.toString());
    expect(answer.headers.get('location')).toBe(`${PATH}?state=x%26y&error=user_cancelled_authorize`);
    const { cookie } = await begun({ subject: 'turns-round' });
    const query = queryOf(answer.headers.get('location'));
    expect((await api('/auth/social/finish', { query }, cookie)).status).toBe(422);
  });

  it('is taken as a form of a small size, and leads nowhere else', async () => {
    const empty = await post('');
    expect([empty.status, empty.headers.get('location')]).toEqual([303, `${PATH}?`]);
    const other = await post('code=%0d%0aset-cookie:%20a=b&state=//evil.example');
    expect(other.headers.get('location')).toMatch(/^\/auth\/social\?code=%0D%0A/);
    expect(other.headers.getSetCookie()).toEqual([]);
    expect((await post('{"code":"1"}', { 'content-type': 'application/json' })).headers.get('location')).toBe(
      `${PATH}?`,
    );
    const long = await post(`code=${'a'.repeat(20_000)}`);
    expect([long.status, long.json['error']?.['code']]).toEqual([400, 'InvalidRequest']);
  });
});
