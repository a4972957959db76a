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
async function signUp(
  headers: Readonly<Record<string, string>> = {},
): Promise<{ token: string; id: string; email: string }> {
  const body = {
    email: `walk${(made += 1)}@example.com`,
    password: PASSWORD,
    country: 'DE',
    residentDeclaration: true,
  };
  const { json } = await ask('/api/v2/auth/registration', { method: 'POST', body, headers });
  return { token: json['accessToken'] ?? '', id: json['user']?.['id'] ?? '', email: body.email };
}
const stepUp = ({ token }: { readonly token: string }) =>
  ask('/api/v2/auth/step-up', { method: 'POST', token, body: { password: PASSWORD } });

interface Part {
  readonly name: string;
  readonly fileName: string;
  readonly url: string;
}

/** Asks for the file, and waits for its parts. */
async function exported({ token }: { readonly token: string }): Promise<readonly Part[]> {
  await ask('/api/v2/user/export', { method: 'POST', token });
  const read = async () => (await ask('/api/v2/user/export', { token })).json;
  await expect.poll(async () => (await read())['state'], { timeout: 60_000, interval: 300 }).toBe('ready');
  return (await read())['parts'] as unknown as readonly Part[];
}

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

  it('keeps them of the visits that a demo session, a login and a page view record, under the same word', async () => {
    const { email } = await signUp();
    const visits = async (cookie: string) => {
      const headers = { 'x-fbp': 'fb.1.7.7', 'x-fbc': 'fb.1.8.8', cookie, 'x-forwarded-for': '192.0.2.44' };
      const post = (path: string, body: object) => ask(`/api/v2/auth/${path}`, { method: 'POST', headers, body });
      await post('demo-session', {});
      await post('login', { email, password: PASSWORD });
      await post('page-view', {});
      const { rows } = await server.pool.query<{ fbp: string; fbc: string; isSomebody: boolean }>(
        `SELECT fbp, fbc, user_id IS NOT NULL AS "isSomebody" FROM page_view WHERE fbp IS NOT NULL ORDER BY seen_at`,
      );
      return rows;
    };
    expect(await visits('tikvo.consent=needed')).toEqual([]);
    const seen = { fbp: 'fb.1.7.7', fbc: 'fb.1.8.8' };
    expect(await visits('tikvo.consent=all')).toEqual([
      { ...seen, isSomebody: true },
      { ...seen, isSomebody: true },
      { ...seen, isSomebody: false },
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
    const parts = await exported(person);
    expect(parts.some(({ fileName }) => fileName.endsWith('.png'))).toBe(false);
    const url = parts.find(({ name }) => name === 'app_user')?.url ?? '';
    const file = await ask(url);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="app_user.json"');
    expect(file.text).toContain(person.id);
    expect((await ask(url, { token: other.token })).status).toBe(403);
    expect((await ask(url.replace(/token=[^&]+/, 'token=none'))).status).toBe(422);
  });

  it('has the picture itself in the file', async () => {
    const person = await signUp();
    await stepUp(person);
    const drawn = await ask('/api/v2/user/generateAvatar', { method: 'POST', token: person.token, body: {} });
    expect(drawn.status).toBe(200);
    const part = (await exported(person)).find(({ fileName }) => fileName === 'avatar.png');
    const file = await fetch(`${server.origin}${part?.url ?? ''}`);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="avatar.png"');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    const { rows } = await server.pool.query<{ name: string }>('SELECT name FROM avatar WHERE user_id = $1', [
      person.id,
    ]);
    const shown = await fetch(`${server.origin}/files/${rows[0]?.name ?? ''}`);
    expect(bytes.equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
  });

  it('closes: the token is nobody from the next request on', async () => {
    const person = await signUp();
    await stepUp(person);
    const { status, json } = await ask('/api/v2/user/close', { method: 'POST', token: person.token, body: {} });
    expect([status, json['status']]).toEqual([200, 'ok']);
    expect((await ask('/api/v2/user/profile', { token: person.token })).status).toBe(401);
  });
});
