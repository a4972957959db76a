import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, type Ask } from '#tests/http-calls.ts';
import { PASSWORD } from '#tests/identity-world.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;

beforeAll(async () => {
  server = await startTestServer({ env: { WAITS: 'short' } });
  ask = caller(server.origin);
}, 60_000);
afterAll(() => server.stop());

let made = 0;
async function signUp(headers: Readonly<Record<string, string>> = {}): Promise<{ token: string; id: string }> {
  const body = {
    email: `walk${(made += 1)}@example.com`,
    password: PASSWORD,
    country: 'DE',
    residentDeclaration: true,
  };
  const { json } = await ask('/api/v2/auth/registration', { method: 'POST', body, headers });
  return { token: json['accessToken'] ?? '', id: json['user']?.['id'] ?? '' };
}
const stepUp = ({ token }: { readonly token: string }) =>
  ask('/api/v2/auth/step-up', { method: 'POST', token, body: { password: PASSWORD } });

describe('personal data over HTTP', () => {
  it('keeps advertising ids only of browsers whose person agreed to them', async () => {
    const sent = { 'x-fbp': 'fb.1.2.3', 'x-fbc': 'fb.1.4.5' };
    const people = [
      await signUp(sent),
      await signUp({ ...sent, cookie: 'tikvo.consent=needed' }),
      await signUp({ ...sent, cookie: 'a=b; tikvo.consent=all' }),
    ];
    const { rows } = await server.pool.query<{ fbp: string | null; fbc: string | null }>(
      'SELECT fbp, fbc FROM app_user WHERE id = ANY($1::uuid[]) ORDER BY created_at',
      [people.map(({ id }) => id)],
    );
    expect(rows).toEqual([
      { fbp: null, fbc: null },
      { fbp: null, fbc: null },
      { fbp: 'fb.1.2.3', fbc: 'fb.1.4.5' },
    ]);
  });

  it('asks who is there before an address changes, a file is made or an account closes', async () => {
    const person = await signUp();
    for (const [path, body] of [
      ['change-email', { email: 'else@example.com' }],
      ['export', undefined],
      ['close', {}],
    ] as const) {
      const { json } = await ask(`/api/v2/user/${path}`, { method: 'POST', token: person.token, body });
      expect(json['error']?.['code'], path).toBe('StepUpRequired');
    }
  });

  it('hands out the file by links that need no sign-in, and to nobody else', async () => {
    const [person, other] = [await signUp(), await signUp()];
    expect((await stepUp(person)).status).toBe(200);
    await ask('/api/v2/user/export', { method: 'POST', token: person.token });
    const ready = async () => (await ask('/api/v2/user/export', { token: person.token })).json;
    await expect.poll(async () => (await ready())['state'], { timeout: 60_000, interval: 300 }).toBe('ready');
    const parts = (await ready())['parts'] as unknown as readonly { name: string; url: string }[];
    const url = parts.find(({ name }) => name === 'app_user')?.url ?? '';
    const file = await ask(url);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="app_user.json"');
    expect(file.text).toContain(person.id);
    expect((await ask(url, { token: other.token })).status).toBe(403);
    expect((await ask(url.replace(/token=[^&]+/, 'token=none'))).status).toBe(422);
  });

  it('closes: the token is nobody from the next request on', async () => {
    const person = await signUp();
    await stepUp(person);
    const { status, json } = await ask('/api/v2/user/close', { method: 'POST', token: person.token, body: {} });
    expect([status, json['status']]).toEqual([200, 'ok']);
    expect((await ask('/api/v2/user/profile', { token: person.token })).status).toBe(401);
  });
});
