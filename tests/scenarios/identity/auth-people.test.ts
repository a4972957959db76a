import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSE } from '#protocol/channels.ts';
import { createVault, emailBlind } from '#server/vault/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { PASSWORD } from '#tests/identity-world.ts';
import { connectLive } from '#tests/live-client.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf } from '#tests/people.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
});
afterAll(() => server.stop());

const API = '/api/v2';
const SCRIPT = { 'x-requested-with': 'fetch' };

let made = 0;
function signUpBody(over: Record<string, unknown> = {}) {
  made += 1;
  const email = `reader${made}@example.com`;
  return { email, password: PASSWORD, country: 'SE', residentDeclaration: true, ...over };
}

/** The cookies of an answer, by name. */
function cookiesOf({ headers }: Answered): Map<string, string> {
  return new Map(headers.getSetCookie().map((text) => [text.split('=')[0] ?? '', text]));
}

/** What a browser sends back. */
function cookieHeader(answered: Answered): Record<string, string> {
  return { cookie: [...cookiesOf(answered).values()].map((text) => text.split(';')[0]).join('; ') };
}

async function signedUp(headers: Record<string, string> = {}) {
  const body = signUpBody();
  const answered = await ask(`${API}/auth/registration`, { method: 'POST', body, headers });
  if (answered.status !== 201) throw new Error(`registration: ${answered.text}`);
  const token = String(answered.json['accessToken']);
  return { body, answered, token, id: String(answered.json['user']?.['id']), cookie: cookieHeader(answered) };
}

describe('a sign-up over http', () => {
  it('answers 201 with a token and cookies that no script and no other site can use', async () => {
    const { answered, token } = await signedUp();
    expect(answered.json).toMatchObject({
      isNew: true,
      user: { role: 'USER', totalBalance: 0, totalBalanceStr: '0.00', verifications: { email: false } },
    });
    const cookies = cookiesOf(answered);
    expect([...cookies.keys()]).toEqual(['refresh', 'device']);
    for (const text of cookies.values()) {
      expect(text).toContain('HttpOnly');
      expect(text).toContain('SameSite=Strict');
      expect(text).toContain('Path=/');
      expect(text).not.toContain('Domain');
    }
    expect(cookies.get('refresh')).not.toContain('Max-Age');
    expect(answered.headers.get('cache-control')).toBe('no-store');
    expect((await ask(`${API}/user/profile`, { token })).json).toMatchObject({
      role: 'USER',
      country: 'SE',
      language: 'en',
    });
  });

  it.each([
    ['no declaration', { residentDeclaration: false }, '400 InvalidRequest'],
    ['a role of choice', { role: 'ADMIN' }, '400 InvalidRequest'],
    ['no country', { country: undefined }, '400 InvalidRequest'],
    ['a weak password', { password: 'weak' }, '400 InvalidRequest'],
    ['no address', { email: 'x' }, '422 InvalidEmail'],
    ['a country that is not served', { country: 'CA' }, '422 RegionNotServed'],
  ])('with %s is refused', async (_what, over, expected) => {
    const refused = await ask(`${API}/auth/registration`, { method: 'POST', body: signUpBody(over) });
    expect(`${refused.status} ${refused.json['error']?.['code']}`).toBe(expected);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('of a taken address is 409, and mails in the language of the page', async () => {
    const body = signUpBody();
    const headers = { 'accept-language': 'ja' };
    const first = await ask(`${API}/auth/registration`, { method: 'POST', body, headers });
    const again = await ask(`${API}/auth/registration`, { method: 'POST', body });
    expect({ status: again.status, code: again.json['error']?.['code'] }).toEqual({
      status: 409,
      code: 'UserAlreadyExists',
    });
    const { rows } = await server.pool.query('SELECT language FROM app_user WHERE id = $1', [
      first.json['user']?.['id'],
    ]);
    expect(rows).toEqual([{ language: 'jp' }]);
  });

  it('keeps where the person came from, and so does the visit that a login writes', async () => {
    const origin = { referral: 'friend-7', utm: { utm_source: 'letter' } };
    const body = signUpBody();
    const made = await ask(`${API}/auth/registration`, { method: 'POST', body: { ...body, ...origin } });
    const id = made.json['user']?.['id'];
    const person = await server.pool.query('SELECT referral, utm FROM app_user WHERE id = $1', [id]);
    expect(person.rows).toEqual([origin]);
    const visits = () =>
      server.pool
        .query('SELECT referral, utm, fbp, fbc FROM page_view WHERE user_id = $1', [id])
        .then(({ rows }) => rows);
    const login = (more: object) =>
      ask(`${API}/auth/login`, { method: 'POST', body: { email: body.email, password: PASSWORD, ...more } });
    expect((await login({})).status).toBe(200);
    expect(await visits()).toEqual([]);
    expect((await login({ referral: 'friend-8' })).status).toBe(200);
    expect(await visits()).toEqual([{ referral: 'friend-8', utm: null, fbp: null, fbc: null }]);
  });

  it('is remembered for 30 days where asked', async () => {
    const answered = await ask(`${API}/auth/registration`, { method: 'POST', body: signUpBody({ rememberMe: true }) });
    expect(cookiesOf(answered).get('refresh')).toContain('Max-Age=2592000');
  });
});

describe('a refresh over http', () => {
  it('goes by the cookie and a header, turns the cookie over and is never stored', async () => {
    const { cookie, id } = await signedUp();
    const answered = await ask(`${API}/auth/refresh`, { headers: { ...cookie, ...SCRIPT } });
    expect(answered.status).toBe(200);
    expect(Object.keys(answered.json)).toEqual(['accessToken']);
    expect(answered.headers.get('cache-control')).toContain('no-store');
    expect(cookieHeader(answered)['cookie']).not.toBe(cookie['cookie']);
    const profile = await ask(`${API}/user/profile`, { token: String(answered.json['accessToken']) });
    expect(profile.json).toMatchObject({ id });
  });

  it.each([
    ['without the header', {}, 401],
    ['from another site', { ...SCRIPT, origin: 'https://evil.example' }, 403],
    ['from another site that says so by the browser only', { ...SCRIPT, 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s is refused, and the session goes on (R-36)', async (_what, headers, status) => {
    const { cookie } = await signedUp();
    expect((await ask(`${API}/auth/refresh`, { headers: { ...cookie, ...headers } })).status).toBe(status);
    expect((await ask(`${API}/auth/refresh`, { headers: { ...cookie, ...SCRIPT } })).status).toBe(200);
  });

  it('is 401 without a cookie and after a logout, which takes the cookie away', async () => {
    const { cookie, token } = await signedUp();
    expect((await ask(`${API}/auth/refresh`, { headers: SCRIPT })).status).toBe(401);
    const out = await ask(`${API}/auth/logout`, { method: 'POST', token });
    expect(cookiesOf(out).get('refresh')).toContain('Max-Age=0');
    expect((await ask(`${API}/auth/refresh`, { headers: { ...cookie, ...SCRIPT } })).status).toBe(401);
  });

  it('survives the logout of a demo person in the same browser', async () => {
    const { cookie } = await signedUp();
    const demo = await demoPerson(server.origin);
    const out = await ask(`${API}/auth/logout`, { method: 'POST', token: demo.token, headers: cookie });
    expect(out.headers.getSetCookie()).toEqual([]);
    expect((await ask(`${API}/auth/refresh`, { headers: { ...cookie, ...SCRIPT } })).status).toBe(200);
  });
});

describe('a login over http', () => {
  it('answers 200 with isNew false, and the session the browser had is over', async () => {
    const { body, cookie, token } = await signedUp();
    const { email, password } = body;
    const answered = await ask(`${API}/auth/login`, { method: 'POST', body: { email, password }, headers: cookie });
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject({ isNew: false, user: { verifications: { email: false } } });
    expect((await ask(`${API}/user/profile`, { token })).status).toBe(401);
  });

  it('opens nothing for a page that shows somebody else', async () => {
    const [shown, came] = [await signedUp(), await signedUp()];
    const profile = (id: string) => ask(`${API}/user/profile`, { token: came.token, headers: { 'x-acting-for': id } });
    expect((await profile(came.id)).status).toBe(200);
    expect((await profile(shown.id)).json['error']?.['code']).toBe('NotSignedIn');
    const out = await ask(`${API}/auth/logout`, {
      method: 'POST',
      token: came.token,
      headers: { ...came.cookie, 'x-acting-for': shown.id },
    });
    expect([out.status, out.headers.getSetCookie()]).toEqual([401, []]);
    expect((await profile(came.id)).status).toBe(200);
  });

  it('with a wrong password is 422, in the same words as for nobody', async () => {
    const { body } = await signedUp();
    const login = async (email: string) => {
      const { status, json } = await ask(`${API}/auth/login`, {
        method: 'POST',
        body: { email, password: 'Wrong-word-1' },
      });
      return { status, error: json['error'] };
    };
    expect(await login(body.email)).toEqual(await login('nobody@example.com'));
    expect((await login(body.email)).status).toBe(422);
  });
});

describe('a confirmed address over http', () => {
  /** The token of the newest activation mail, as the inbox of the sandbox shows it. */
  const tokenFor = (email: string) =>
    until('the activation mail', async () => {
      const list = (await ask('/dev/inbox', { headers: { accept: 'text/html' } })).text;
      const links = [...list.matchAll(/href="(\/dev\/inbox\/[\w-]+)"/g)].map(([, path = '']) => path);
      for (const path of links) {
        const { text } = await ask(path);
        const token = /auth\/activate\?token=([\w-]{43})/.exec(text)?.[1];
        if (token !== undefined && text.includes(email)) return token;
      }
      return null;
    });

  it('is not made by whoever merely opens the address, and is by the page', async () => {
    const { body, token } = await signedUp();
    const mailed = await tokenFor(body.email);
    const path = `${API}/auth/activate?token=${mailed}`;
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, { headers: { 'sec-fetch-site': 'cross-site', ...SCRIPT } })).status).toBe(403);
    expect((await ask(path, { headers: SCRIPT })).json).toEqual({ status: 'ok' });
    expect((await ask(`${API}/user/profile`, { token })).json).toMatchObject({ verifications: { email: true } });
    expect((await ask(path, { headers: SCRIPT })).json).toEqual({ status: 'ok' });
  });

  it('is asked for by the person only, and at most once in 60 s', async () => {
    const { token } = await signedUp();
    expect((await ask(`${API}/auth/send-activation`, { headers: SCRIPT })).status).toBe(401);
    const soon = await ask(`${API}/auth/send-activation`, { token });
    expect({ status: soon.status, code: soon.json['error']?.['code'] }).toEqual({ status: 429, code: 'RateLimit' });
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(50);
  });
});

describe('a revoked session', () => {
  it('loses its sockets and its calls', async () => {
    const { body, token, id: userId } = await signedUp();
    await proveAgain(server, userId);
    const { email, password } = body;
    const other = await ask(`${API}/auth/login`, { method: 'POST', body: { email, password } });
    const theirs = String(other.json['accessToken']);
    const client = await connectLive(server.origin, '/private');
    client.say({ op: 'auth', token: theirs });
    await client.next('the sign-in', (message) => message['op'] === 'ok');
    const list = await ask(`${API}/user/sessions`, { token });
    const items = list.json['items'] as unknown as { id: string; current: boolean }[];
    const id = items.find(({ current }) => !current)?.id ?? '';
    expect((await ask(`${API}/user/sessions/${id}`, { method: 'DELETE', token })).json).toEqual({ status: 'ok' });
    await until('the end of the socket', () => client.closed());
    expect((await ask(`${API}/user/profile`, { token: theirs })).status).toBe(401);
    expect((await ask(`${API}/user/profile`, { token })).status).toBe(200);
    const history = await ask(`${API}/user/sign-ins`, { token });
    expect(history.json['items']).toHaveLength(2);
  });
});

describe('a session that was taken over', () => {
  it('throws nobody out before it proves who is there, and always ends itself', async () => {
    const { body, token: owner } = await signedUp();
    const { email, password } = body;
    const login = await ask(`${API}/auth/login`, { method: 'POST', body: { email, password } });
    const token = String(login.json['accessToken']);
    const list = await ask(`${API}/user/sessions`, { token });
    const items = list.json['items'] as unknown as { id: string; current: boolean }[];
    const idOf = (which: 'own' | 'other') => items.find(({ current }) => current === (which === 'own'))?.id ?? '';
    const end = async (path: string) => {
      const { status, json } = await ask(`${API}/user/sessions${path}`, { method: 'DELETE', token });
      return String(json['error']?.['code'] ?? status);
    };
    const stillThere = async () => (await ask(`${API}/user/profile`, { token: owner })).status;
    expect([await end(''), await end(`/${idOf('other')}`)]).toEqual(['StepUpRequired', 'StepUpRequired']);
    expect(await stillThere()).toBe(200);
    const proof = await ask(`${API}/auth/step-up`, { method: 'POST', token, body: { password } });
    expect(proof.status, proof.text).toBe(200);
    expect([await end(''), await stillThere()]).toEqual(['200', 401]);
    // Leaving asks nobody anything: neither by the list, nor by the button.
    await server.pool.query('DELETE FROM step_up WHERE session_id = $1', [idOf('own')]);
    expect(await end(`/${idOf('own')}`)).toBe('200');
    expect((await ask(`${API}/user/profile`, { token })).status).toBe(401);
    const { token: last } = await signedUp();
    expect((await ask(`${API}/auth/logout`, { method: 'POST', token: last, headers: SCRIPT })).status).toBe(200);
  });
});

describe('what the clock has ended', () => {
  /** Moves the end of the newest session of a person so many ms from now. */
  const endsIn = (email: unknown, ms: number) =>
    server.pool.query(
      `UPDATE session SET expires_at = now() + $2 * interval '1 millisecond' WHERE id =
         (SELECT s.id FROM session s JOIN app_user u ON u.id = s.user_id WHERE u.email_blind = $1 ORDER BY s.started_at DESC LIMIT 1)`,
      [emailBlind({ vault: createVault({ config: server.config }) }, String(email)), ms],
    );
  const socketOf = async (token: string) => {
    const client = await connectLive(server.origin, '/private');
    client.say({ op: 'auth', token });
    await client.next('the sign-in', (message) => message['op'] === 'ok');
    return client;
  };

  it('loses its sockets; what was renewed does not', async () => {
    const [idle, used] = [await signedUp(), await signedUp()];
    const over = Date.now() + 4_000;
    for (const { body } of [idle, used]) await endsIn(body.email, over - Date.now());
    const [ending, going] = [await socketOf(idle.token), await socketOf(used.token)];
    // By now the ends were read as they stood; a refresh moves one of them.
    await pause(1_000);
    await endsIn(used.body.email, 60_000);
    const early = ending.closed();
    expect(Date.now() < over ? early : null).toBeNull();
    await until('the end of the socket', () => ending.closed());
    expect(ending.closed()).toBe(CLOSE.unauthorised);
    await pause(600);
    expect(going.closed()).toBeNull();
    going.end();
  });

  it('may be a key as well', async () => {
    const { token, id } = await personOf(server, 'USER');
    await proveAgain(server, id);
    const body = { name: 'reader', kind: 'bearer', realm: 'real', scopes: ['read'] };
    const made = await ask(`${API}/user/api-keys`, { method: 'POST', token, body });
    expect(made.status, made.text).toBe(201);
    const sql = `UPDATE api_key SET expires_at = now() + interval '4 seconds' WHERE id = $1`;
    await server.pool.query(sql, [made.json['key']?.['id']]);
    const client = await socketOf(String(made.json['secret']));
    await until('the end of the socket', () => client.closed());
  });
});
