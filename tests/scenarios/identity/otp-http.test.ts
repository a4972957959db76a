import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf } from '#server/identity/factors/otp.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { openOidcWorld, type OidcWorld } from '#tests/sign-in/oidc-world.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { SoftwareAuthenticator } from '#tests/sign-in/software-authenticator.ts';

const ORIGIN = 'http://localhost:4102';
const API = '/api/v2';
const PASSWORD = 'Harbour-7-Lantern';

let provider: OidcWorld;
let server: TestServer;
let ask: Ask;
beforeAll(async () => {
  provider = await openOidcWorld(`${ORIGIN}/auth/social`);
  server = await startTestServer({ env: { PUBLIC_ORIGIN: ORIGIN, ...provider.env } });
  ask = caller(server.origin);
}, 60_000);
afterAll(async () => {
  await server.stop();
  await provider.close();
});

let made = 0;

async function registered(): Promise<{ token: string; email: string }> {
  made += 1;
  const email = `http${made}@example.com`;
  const body = { email, password: PASSWORD, country: 'DE', residentDeclaration: true };
  const { status, json } = await ask(`${API}/auth/registration`, { method: 'POST', body });
  expect(status).toBe(201);
  return { token: json.accessToken ?? '', email };
}

const post = (path: string, body: unknown, token?: string) =>
  ask(`${API}${path}`, { method: 'POST', body, ...(token === undefined ? {} : { token }) });

function cookieNames({ headers }: Answered): readonly string[] {
  return headers.getSetCookie().map((line) => line.split('=')[0] ?? '');
}

describe('the whole way of two steps over HTTP', () => {
  it('is set up, asked for at the login, proven again and turned off', async () => {
    const { token, email } = await registered();
    const secret = await ask(`${API}/auth/otp/generate`, { token });
    expect(secret.status).toBe(200);
    expect(secret.headers.get('cache-control')).toBe('no-store');
    const codeAt = codesOf(secret.json.secret ?? '');
    const step = Math.floor(Date.now() / 30_000);
    const wrong = await post('/auth/otp/verify', { token: 'AAAAAA' }, token);
    expect([wrong.status, wrong.json.error?.code]).toEqual([422, 'OTPInvalid']);
    const on = await post('/auth/otp/verify', { token: codeAt(step) }, token);
    expect(on.status).toBe(200);
    const recovery = JSON.parse(on.text) as { recoveryCodes: string[] };
    expect(recovery.recoveryCodes).toHaveLength(10);

    const login = await post('/auth/login', { email, password: PASSWORD });
    expect(JSON.parse(login.text)).toEqual({
      otpRequired: true,
      otpToken: expect.any(String),
      ways: ['otp', 'recovery'],
    });
    expect(cookieNames(login)).toEqual([]);
    const { otpToken } = login.json;
    // As a person may type it: in two groups, with the digits of an Arabic keyboard.
    const arabic = (digit: string) => String.fromCodePoint(0x660 + Number(digit));
    const grouped = ` ${codeAt(step + 1).replace(/^\d{3}/, '$& ')}`.replaceAll(/\d/g, arabic);
    const entered = await post('/auth/otp/verify', { token: grouped, otpToken });
    expect(entered.status).toBe(200);
    expect(cookieNames(entered)).toEqual(['refresh', 'device']);
    const session = entered.json.accessToken ?? '';
    expect((await post('/auth/otp/verify', { token: codeAt(step + 1), otpToken })).status).toBe(422);

    const early = await post('/auth/otp/disable', undefined, session);
    expect([early.status, early.json.error?.code]).toEqual([403, 'StepUpRequired']);
    const proven = await post('/auth/step-up', { otp: recovery.recoveryCodes[0] }, session);
    expect(proven.status).toBe(200);
    expect((await post('/auth/otp/disable', undefined, session)).status).toBe(200);
    const after = await post('/auth/login', { email, password: PASSWORD });
    expect(after.json.accessToken).toBeTruthy();
  });

  it('wants the bearer, or exactly one proof', async () => {
    const { token } = await registered();
    expect((await ask(`${API}/auth/otp/generate`)).status).toBe(401);
    expect((await post('/auth/otp/verify', { token: '123456' })).status).toBe(401);
    expect((await post('/auth/step-up', {}, token)).status).toBe(400);
    expect((await post('/auth/step-up', { otp: '123456', password: PASSWORD }, token)).status).toBe(400);
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/auth/otp/generate']) {
      expect((await ask(`${API}${path}`, { token, headers: foreign })).status).toBe(403);
    }
  });
});

describe('a passkey over HTTP', () => {
  it('is made, listed, signs in, and goes', async () => {
    const { token } = await registered();
    const device = new SoftwareAuthenticator(ORIGIN);
    const options = await post('/user/passkeys/options', undefined, token);
    const creation = (JSON.parse(options.text) as { options: Record<string, unknown> }).options;
    const added = await post('/user/passkeys', { credential: device.make(creation), name: 'Phone' }, token);
    expect(added.status).toBe(201);
    const { recoveryCodes } = JSON.parse(added.text) as { recoveryCodes: readonly string[] };
    const id = device.id.toString('base64url');
    const asked = await post('/auth/passkey/options', {});
    const request = (JSON.parse(asked.text) as { options: Record<string, unknown> }).options;
    const entered = await post('/auth/passkey/login', { credential: device.prove(request) });
    expect(entered.status).toBe(200);
    expect(cookieNames(entered)).toContain('refresh');
    const session = entered.json.accessToken ?? '';
    const listed = await ask(`${API}/user/passkeys`, { token: session });
    expect(JSON.parse(listed.text)).toMatchObject({ items: [{ id, name: 'Phone' }] });
    const remove = () => ask(`${API}/user/passkeys/${id}`, { method: 'DELETE', token: session });
    expect((await remove()).status).toBe(403);
    expect((await post('/auth/step-up', { password: PASSWORD }, session)).status).toBe(403);
    expect((await post('/auth/step-up', { otp: recoveryCodes[0] }, session)).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });
});

describe('a sign-in elsewhere over HTTP', () => {
  it('is bound to the browser by a cookie that no script and no other site has', async () => {
    const start = await post('/auth/social/start', { provider: 'local', redirect: '/en/account', host: 'dashboard' });
    expect(start.status).toBe(200);
    const [line = ''] = start.headers.getSetCookie();
    expect(line).toMatch(/^social=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/);
    const query = await provider.signIn(start.json.url ?? '', { subject: 'http-1', email: 'elsewhere@example.com' });
    expect((await post('/auth/social/finish', { query })).json.error?.code).toBe('SignInOver');
    const finished = await ask(`${API}/auth/social/finish`, {
      method: 'POST',
      body: { query },
      headers: { cookie: line.split(';')[0] ?? '' },
    });
    expect(JSON.parse(finished.text)).toMatchObject({ next: 'sign-up', email: 'elsewhere@example.com' });
    expect(finished.headers.getSetCookie()[0]).toMatch(/^social=; .*Max-Age=0/);
    const body = { ticket: finished.json.ticket, country: 'DE', residentDeclaration: true };
    const opened = await post('/auth/social/complete', body);
    expect(opened.status).toBe(201);
    expect(cookieNames(opened)).toEqual(['refresh', 'device']);
    expect(JSON.parse(opened.text)).toMatchObject({ isNew: true, returnTo: `${ORIGIN}/en/account` });
    const security = await ask(`${API}/user/security`, { token: opened.json.accessToken ?? '' });
    expect(JSON.parse(security.text)).toMatchObject({ password: false, links: [{ provider: 'local' }] });
  });

  it('leads a browser that comes back with a form to the page, with nothing but what is known', async () => {
    const form = await fetch(`${server.origin}/auth/social`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
      body: 'state=a%26b&code=c&user=%7B%7D&redirect=https://evil.test',
    });
    expect([form.status, form.headers.get('location')]).toEqual([303, '/auth/social?code=c&state=a%26b']);
  });

  it('knows its providers only', async () => {
    expect((await post('/auth/social/start', { provider: 'nobody' })).status).toBe(404);
    expect((await post('/auth/telegram', { login: { id: 1, auth_date: 1, hash: '0'.repeat(64) } })).status).toBe(404);
    expect(JSON.parse((await ask(`${API}/auth/social`)).text)).toEqual({
      providers: [{ id: 'local', name: 'Local' }],
      telegramBot: null,
    });
  });
});
