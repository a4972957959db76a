import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, until, type Answered, type Ask, type Asked, type Json } from '#tests/http-calls.ts';
import { connectLive } from '#tests/live-client.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { signedHeaders, type SigningKey } from '#tests/sign-in/signed-request.ts';

let server: TestServer;
let ask: Ask;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  ada = await personOf(server, 'USER');
  await proveAgain(server, ada.id);
});
afterAll(() => server.stop());

const KEYS = '/api/v2/user/api-keys';
const PREDICTIONS = '/api/v2/trade/predictions';
const PLACE = { pair: 'BTC-USD', direction: 'UP', stake: '5', durationSec: 60, payout: 0.5 };

interface Made {
  readonly id: string;
  readonly secret: string;
}

async function newKey(more: object = {}, owner = ada): Promise<Made> {
  const body = { name: 'Bot', kind: 'bearer', realm: 'demo', scopes: ['read', 'trade', 'predict'], ...more };
  const made = await ask(KEYS, { method: 'POST', token: owner.token, body });
  if (made.status !== 201) throw new Error(made.text);
  return { id: String(made.json['key']?.['id']), secret: String(made.json['secret']) };
}

const place = (token: string, body: object = {}, key: string = randomUUID()) =>
  ask(PREDICTIONS, { method: 'POST', token, body: { ...PLACE, ...body }, headers: { 'idempotency-key': key } });

const code = (answer: Answered): string => String(answer.json['error']?.['code'] ?? answer.status);

describe('an API key', () => {
  it('is not made by a session that ends while it is asked for', async () => {
    const thief = await personOf(server, 'USER');
    await proveAgain(server, thief.id);
    const client = await server.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [thief.id]);
    const body = { name: 'Stays', kind: 'bearer', realm: 'real', scopes: ['read'] };
    const asked = ask(KEYS, { method: 'POST', token: thief.token, body });
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%app_user%FOR UPDATE%'";
    await until('the key to wait for the person', async () =>
      (await server.pool.query(waiting)).rowCount === 1 ? true : null,
    );
    await client.query('UPDATE session SET ended_at = now() WHERE user_id = $1', [thief.id]);
    await client.query('COMMIT');
    client.release();
    expect(code(await asked)).toBe('NotSignedIn');
    const { rowCount } = await server.pool.query('SELECT 1 FROM api_key WHERE user_id = $1', [thief.id]);
    expect(rowCount).toBe(0);
  });

  it('is made only by whoever proves themselves again, shows its secret once, and is kept without it', async () => {
    const bea = await personOf(server, 'USER');
    const body = { name: 'Bot', kind: 'bearer', realm: 'real', scopes: ['read'] };
    expect(code(await ask(KEYS, { method: 'POST', token: bea.token, body }))).toBe('StepUpRequired');
    await proveAgain(server, bea.id);
    const bearer = await newKey({ realm: 'real', scopes: ['read'], lossCapDay: '25', name: '  Cat  ' }, bea);
    const signing = await newKey({ kind: 'hmac' }, bea);
    const listed = await ask(KEYS, { token: bea.token });
    expect(listed.json['items']).toMatchObject([
      { id: signing.id, kind: 'hmac', realm: 'demo', lossCapDay: null, lossUsedDay: null },
      {
        id: bearer.id,
        kind: 'bearer',
        realm: 'real',
        scopes: ['read'],
        lossCapDayStr: '25.00',
        lossUsedDayStr: '0.00',
        name: 'Cat',
      },
    ]);
    const secrets = [bearer.secret, bearer.secret.slice(-20), signing.secret];
    const { rows } = await server.pool.query<{ all: string }>("SELECT string_agg(k::text, '') AS all FROM api_key k");
    for (const secret of secrets) {
      expect(listed.text).not.toContain(secret);
      expect(rows[0]?.all).not.toContain(secret);
      expect(rows[0]?.all).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it.each([
    [{ addresses: ['nowhere'] }, 'addresses'],
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    [{ lossCapDay: '0' }, 'lossCapDay'],
    [{ lossCapDay: '-5' }, 'lossCapDay'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['withdraw'] }, 'scopes.0'],
    [{ ratePerMin: 100_000 }, 'ratePerMin'],
  ])('refuses terms like %j', async (more, field) => {
    const body = { name: 'Bot', kind: 'bearer', realm: 'demo', scopes: ['read'], ...more };
    const answer = await ask(KEYS, { method: 'POST', token: ada.token, body });
    expect([answer.status, Object.keys(answer.json['error']?.['details']?.['fields'] ?? {})]).toEqual([400, [field]]);
  });

  it('does what its scopes name, in its realm, and nothing of the account', async () => {
    const all = await newKey();
    const reader = await newKey({ scopes: ['read'] });
    const placed = await place(all.secret);
    expect([placed.status, placed.json['realm']]).toEqual([201, 'demo']);
    expect((await ask(PREDICTIONS, { token: all.secret })).json['items']).toHaveLength(1);
    // A demo person for each key: the other one has placed nothing.
    expect((await ask(PREDICTIONS, { token: reader.secret })).json['items']).toHaveLength(0);
    expect(code(await place(reader.secret))).toBe('PermissionsError');
    const order = { marketId: 'x', outcome: 'UP', side: 'BUY', type: 'LIMIT', price: '0.5', shares: '1' };
    const headers = { 'idempotency-key': randomUUID() };
    expect(code(await ask('/api/v2/orders', { method: 'POST', token: reader.secret, body: order, headers }))).toBe(
      'PermissionsError',
    );
    for (const path of [
      KEYS,
      '/api/v2/user/profile',
      '/api/v2/user/sessions',
      '/api/v2/user/limits',
      '/api/v2/notifications',
    ]) {
      expect(code(await ask(path, { token: all.secret })), path).toBe('PermissionsError');
    }
    expect(code(await ask(KEYS, { method: 'POST', token: all.secret, body: {} }))).toBe('PermissionsError');
  });

  it('of the real realm acts as its person, within what binds them', async () => {
    const cal = await personOf(server, 'USER');
    await proveAgain(server, cal.id);
    const key = await newKey({ realm: 'real' }, cal);
    expect((await place(key.secret)).json['realm']).toBe('real');
    expect((await ask(PREDICTIONS, { token: cal.token })).json['items']).toHaveLength(1);
    const pause = { kind: 'time_out', span: '24h', word: 'BREAK' };
    const paused = await ask('/api/v2/user/exclusion', { method: 'POST', token: cal.token, body: pause });
    expect(paused.status, paused.text).toBe(200);
    expect(code(await place(key.secret))).toBe('LimitReached');
  });

  it('is nobody when a letter is wrong, when it is over, or from another network', async () => {
    const key = await newKey();
    const wrong = `${key.secret.slice(0, -1)}${key.secret.endsWith('A') ? 'B' : 'A'}`;
    const other = await newKey();
    const mixed = `${key.secret.slice(0, 36)}${other.secret.slice(36)}`;
    for (const token of [wrong, mixed, 'tk_nothing']) {
      expect(code(await ask(PREDICTIONS, { token })), token).toBe('NotSignedIn');
      // Never a visitor.
      expect(code(await ask('/api/v2/config', { token })), token).toBe('NotSignedIn');
    }
    const near = await newKey({ addresses: ['203.0.113.0/24'] });
    const from = (address: string) => ask(PREDICTIONS, { token: near.secret, headers: { 'x-forwarded-for': address } });
    expect((await from('203.0.113.9')).status).toBe(200);
    expect(code(await from('203.0.114.9'))).toBe('NotSignedIn');
    const brief = await newKey({ expiresAt: new Date(Date.now() + 4_000).toISOString() });
    expect((await ask(PREDICTIONS, { token: brief.secret })).status).toBe(200);
    await until('the end of the key', async () =>
      code(await ask(PREDICTIONS, { token: brief.secret })) === 'NotSignedIn' ? true : null,
    );
  });

  it('has a rate of its own', async () => {
    const key = await newKey({ ratePerMin: 3 });
    const answers: string[] = [];
    for (const path of [PREDICTIONS, '/api/v2/trade/pairs', PREDICTIONS, '/api/v2/trade/pairs']) {
      answers.push(code(await ask(path, { token: key.secret })));
    }
    expect(answers).toEqual(['200', '200', '200', 'RateLimit']);
    expect((await ask(PREDICTIONS, { token: ada.token })).status).toBe(200);
  });

  it('ends at once, with its sockets, and only by its owner', async () => {
    const key = await newKey();
    const socket = await connectLive(server.origin, '/private');
    socket.say({ op: 'auth', token: key.secret });
    socket.say({ op: 'subscribe', channels: ['balance', 'notification'] });
    const balance = await socket.next('a balance', (one) => String(one['ch']) === 'balance');
    expect(balance['data']).toMatchObject({ totalBalance: 10_000 });
    // News of a person are nothing for their programs.
    await socket.next('a refusal', (one) => String(one['channel']) === 'notification');
    const stranger = await personOf(server, 'USER');
    await proveAgain(server, stranger.id);
    expect(code(await ask(`${KEYS}/${key.id}`, { method: 'DELETE', token: stranger.token }))).toBe('NotFound');
    expect((await ask(`${KEYS}/${key.id}`, { method: 'DELETE', token: ada.token })).status).toBe(200);
    expect(code(await ask(PREDICTIONS, { token: key.secret }))).toBe('NotSignedIn');
    expect(await until('the close', () => socket.closed())).toBe(4001);
    expect(code(await ask(`${KEYS}/${key.id}`, { method: 'DELETE', token: ada.token }))).toBe('NotFound');
  });

  it('is not ended by a session that does not prove itself again', async () => {
    const fay = await personOf(server, 'USER');
    await proveAgain(server, fay.id);
    const key = await newKey({}, fay);
    await server.pool.query('DELETE FROM step_up USING session WHERE session_id = id AND user_id = $1', [fay.id]);
    const end = () => ask(`${KEYS}/${key.id}`, { method: 'DELETE', token: fay.token });
    expect(code(await end())).toBe('StepUpRequired');
    expect((await ask(PREDICTIONS, { token: key.secret })).status).toBe(200);
    await proveAgain(server, fay.id);
    expect(code(await end())).toBe('200');
  });

  it('leaves its making and its end in the audit log', async () => {
    const dan = await personOf(server, 'USER');
    await proveAgain(server, dan.id);
    const before = await auditRows();
    const key = await newKey({}, dan);
    await ask(`${KEYS}/${key.id}`, { method: 'DELETE', token: dan.token });
    expect((await auditRows()) - before).toBe(2);
  });
});

describe('whose key was made', () => {
  it('hears of it by mail and in the product', async () => {
    const registered = await ask('/api/v2/auth/registration', {
      method: 'POST',
      body: { email: 'eve@example.com', password: 'Tall-Harbour-48', country: 'DE', residentDeclaration: true },
    });
    expect(registered.status, registered.text).toBe(201);
    const eve = { id: String(registered.json['user']?.['id']), token: String(registered.json['accessToken']) };
    await proveAgain(server, eve.id);
    await newKey({ name: 'Cat' }, eve);
    const { rows } = await server.pool.query<{ kind: string }>('SELECT kind FROM mail_outbox WHERE user_id = $1', [
      eve.id,
    ]);
    expect(rows.map(({ kind }) => kind)).toContain('api_key_made');
    const news = async () => (await ask('/api/v2/notifications', { token: eve.token })).json['items'];
    await expect
      .poll(news)
      .toContainEqual(expect.objectContaining({ kind: 'security', values: { what: 'api_key_made' } }));
  });
});

async function auditRows(): Promise<number> {
  const { rows } = await server.pool.query<{ count: string }>('SELECT count(*) FROM audit_log');
  return Number(rows[0]?.count);
}

describe('a signed request', () => {
  const signedAsk = (
    key: SigningKey,
    path: string,
    asked: Asked & { at?: number; nonce?: string; sent?: unknown } = {},
  ) =>
    ask(path, {
      method: asked.method ?? 'GET',
      headers: { ...asked.headers, ...signedHeaders(key, path, asked) },
      body: 'sent' in asked ? asked.sent : asked.body,
    });

  it('is believed with and without a body', async () => {
    const key = await newKey({ kind: 'hmac' });
    expect((await signedAsk(key, `${PREDICTIONS}?limit=5&status=open`)).status).toBe(200);
    const placed = await signedAsk(key, PREDICTIONS, { method: 'POST', body: PLACE });
    expect(placed.status, placed.text).toBe(201);
    // The secret is no bearer key.
    expect(code(await ask(PREDICTIONS, { token: key.secret }))).toBe('NotSignedIn');
  });

  it('is refused when anything of it was changed, when it is old, and the second time', async () => {
    const key = await newKey({ kind: 'hmac' });
    const refusedAs = async (what: string, answer: Promise<Answered>) =>
      expect(code(await answer), what).toBe('NotSignedIn');
    const path = `${PREDICTIONS}?limit=5`;
    const headers = signedHeaders(key, path);
    await refusedAs('another path', ask(`${PREDICTIONS}?limit=6`, { headers }));
    await refusedAs('another secret', signedAsk({ ...key, secret: `${key.secret}x` }, path));
    await refusedAs('another key', signedAsk({ ...key, id: (await newKey({ kind: 'hmac' })).id }, path));
    const other = { ...PLACE, stake: '500' };
    await refusedAs('another body', signedAsk(key, PREDICTIONS, { method: 'POST', body: PLACE, sent: other }));
    await refusedAs('no body', signedAsk(key, PREDICTIONS, { method: 'POST', body: PLACE, sent: undefined }));
    await refusedAs('too old', signedAsk(key, path, { at: Date.now() - 31_000 }));
    await refusedAs('too new', signedAsk(key, path, { at: Date.now() + 90_000 }));
    await refusedAs('a nonce of one letter', signedAsk(key, path, { nonce: 'x' }));
    expect((await ask(path, { headers })).status).toBe(200);
    await refusedAs('again', ask(path, { headers }));
    const twice = signedHeaders(key, path);
    const both = await Promise.all([ask(path, { headers: twice }), ask(path, { headers: twice })]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
  });
});

describe('the loss cap of a key', () => {
  it('counts what is at stake, also what is placed at once, and repeats once', async () => {
    const key = await newKey({ lossCapDay: '12' });
    const first = randomUUID();
    expect((await place(key.secret, {}, first)).status).toBe(201);
    const again = await place(key.secret, {}, first);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const answers = await Promise.all(Array.from({ length: 4 }, () => place(key.secret)));
    expect(answers.map(code).toSorted()).toEqual(['201', 'LimitReached', 'LimitReached', 'LimitReached']);
    const used = (await ask(KEYS, { token: ada.token })).json['items'] as unknown as readonly Json[];
    expect(used.find(({ id }) => String(id) === key.id)).toMatchObject({
      lossCapDayStr: '12.00',
      lossUsedDayStr: '10.00',
    });
    const refused = answers.find((one) => one.status === 422);
    expect(refused?.json['error']?.['details']).toMatchObject({ limit: 'key_loss_day', amountStr: '12.00' });
    expect((await place(key.secret, { stake: '2' })).status).toBe(201);
    // What the engine refuses is no stake.
    const free = await newKey({ lossCapDay: '12' });
    expect(code(await place(free.secret, { payout: 1 }))).toBe('PayoutChanged');
    expect((await place(free.secret, { stake: '12' })).status).toBe(201);
  });

  it('gives back what was won and keeps what was lost', { timeout: 60_000 }, async () => {
    const key = await newKey({ lossCapDay: '12' });
    const ids: string[] = [];
    for (const direction of ['UP', 'DOWN']) {
      const placed = await place(key.secret, { direction, durationSec: 15 });
      expect(placed.status, placed.text).toBe(201);
      ids.push(String(placed.json['id']));
    }
    expect(code(await place(key.secret))).toBe('LimitReached');
    const ended = await until(
      'both ends',
      async () => {
        const all = await Promise.all(ids.map((id) => ask(`${PREDICTIONS}/${id}`, { token: key.secret })));
        return all.every(({ json }) => String(json['outcome']) !== 'null') ? all.map(({ json }) => json) : null;
      },
      50_000,
    );
    const lost = ended.reduce((sum: number, one: Json) => sum - Number(one['profit']), 0);
    const room = 12 - Math.max(0, lost);
    expect(code(await place(key.secret, { stake: (room + 0.01).toFixed(2) }))).toBe('LimitReached');
    expect((await place(key.secret, { stake: (Math.floor(room * 100) / 100).toFixed(2) })).status).toBe(201);
  });
});

describe('a token that holds no more', () => {
  it('is no visitor where the answer depends on it, and one elsewhere', async () => {
    for (const path of [
      '/api/v2/trade/pairs',
      '/api/v2/trade/rounds?pair=BTC-USD',
      '/api/v2/trade/bars?pair=BTC-USD&resolution=1m',
    ]) {
      expect(code(await ask(path, { token: 'a.b.c' })), path).toBe('NotSignedIn');
      expect((await ask(path)).status, path).toBe(200);
    }
    expect((await ask('/api/v2/config', { token: 'a.b.c' })).status).toBe(200);
  });
});
