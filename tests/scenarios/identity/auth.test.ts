import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, type Ask, type Json } from '#tests/http-calls.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
});
afterAll(() => server.stop());

const DEMO = '/api/v2/auth/demo-session';

describe('demo session', () => {
  it('starts a demo person with 10,000', async () => {
    const { status, json } = await ask(DEMO, {
      method: 'POST',
      body: { referral: 'friend-1', utm: { utm_source: 'x' } },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ user: { role: 'DEMO', totalBalance: 10_000, totalBalanceStr: '10000.00' } });
    const { rows } = await server.pool.query('SELECT role, referral, utm FROM app_user WHERE id = $1', [
      json['user']?.['id'],
    ]);
    expect(rows).toEqual([{ role: 'DEMO', referral: 'friend-1', utm: { utm_source: 'x' } }]);
  });

  it('needs no body', async () => {
    expect((await ask(DEMO, { method: 'POST' })).status).toBe(201);
    const typed = await ask(DEMO, { method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(typed.status).toBe(201);
  });

  it('goes on with the person of the old token', async () => {
    const { token, id } = await demoPerson(server.origin);
    const again = await ask(DEMO, { method: 'POST', token, body: {} });
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ user: { id, totalBalance: 10_000 } });
    const profile = await ask('/api/v2/user/profile', { token: String(again.json['accessToken']) });
    expect(profile.json).toMatchObject({ id });
  });

  it('goes on for 30 days, also when the token has expired, and not a day longer', async () => {
    const { token, id } = await demoPerson(server.origin);
    await age(id, 29);
    expect((await ask('/api/v2/user/profile', { token })).status).toBe(401);
    expect((await ask(DEMO, { method: 'POST', token, body: {} })).json).toMatchObject({ user: { id } });
    await age(id, 31);
    const fresh = await ask(DEMO, { method: 'POST', token, body: {} });
    expect(fresh.status).toBe(201);
    expect(fresh.json['user']?.['id']).not.toBe(id);
  });

  it('is a new one after a logout', async () => {
    const { token, id } = await demoPerson(server.origin);
    expect((await ask('/api/v2/auth/logout', { method: 'POST', token })).json).toEqual({ status: 'ok' });
    expect((await ask('/api/v2/user/profile', { token })).json).toMatchObject({ error: { code: 'NotSignedIn' } });
    const fresh = await ask(DEMO, { method: 'POST', token, body: {} });
    expect(fresh.status).toBe(201);
    expect(fresh.json['user']?.['id']).not.toBe(id);
  });

  it('is ten new ones an hour for an address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' };
    for (let no = 0; no < 10; no += 1) {
      expect((await ask(DEMO, { method: 'POST', body: {}, headers: from })).status).toBe(201);
    }
    const refused = await ask(DEMO, { method: 'POST', body: {}, headers: from });
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ error: { code: 'RateLimit' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const other = await ask(DEMO, { method: 'POST', body: {}, headers: { 'x-forwarded-for': '203.0.113.78' } });
    expect(other.status).toBe(201);
  });

  it('is ten new ones an hour for the whole network that one subscriber has of IPv6', async () => {
    const born = async (address: string) =>
      (await ask(DEMO, { method: 'POST', body: {}, headers: { 'x-forwarded-for': address } })).status;
    for (let no = 1; no <= 10; no += 1) expect(await born(`2001:db8:0:7:${no}::${no}`)).toBe(201);
    expect(await born('2001:db8:0:7::eeee')).toBe(429);
    expect(await born('2001:db8:0:8::1')).toBe(201);
  });
});

/** Moves the session of a person into the past. */
async function age(userId: string, days: number): Promise<void> {
  await server.pool.query(
    `UPDATE session SET renewed_at = now() - make_interval(days => $2), expires_at = now() - make_interval(days => $2 - 1) WHERE user_id = $1`,
    [userId, days],
  );
}

describe('tokens', () => {
  it('of other keys, other algorithms or other shapes are nobody’s', async () => {
    const { token } = await demoPerson(server.origin);
    const [head = '', body = '', mark = ''] = token.split('.');
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, string>;
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      foreign,
      `${encode({ alg: 'none' })}.${body}.`,
      `${encode({ alg: 'HS256' })}.${body}.${mark}`,
      `${head}.${encode({ ...claims, role: 'ADMIN' })}.${mark}`,
      `${head}.${body}.${mark.slice(0, -4)}AAAA`,
      'x',
      'a.b.c',
      'x'.repeat(5_000),
    ];
    for (const one of forged) {
      const { status, json } = await ask('/api/v2/user/profile', { token: one });
      expect({ status, code: json['error']?.['code'] }, one.slice(0, 40)).toEqual({ status: 401, code: 'NotSignedIn' });
    }
    expect((await ask('/api/v2/user/profile', { token })).status).toBe(200);
  });

  it('of a demo person are not refreshed by cookie', async () => {
    const { token } = await demoPerson(server.origin);
    const path = '/api/v2/auth/refresh';
    const refused = await ask(path, { token, headers: { 'x-requested-with': 'fetch' } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('cache-control')).toContain('no-store');
    expect((await ask(path, { token })).json).toMatchObject({ error: { code: 'NotSignedIn' } });
  });
});

describe('profile and refill', () => {
  it('shows balances of the realm of the token', async () => {
    const { token, id } = await demoPerson(server.origin);
    const { json } = await ask('/api/v2/user/profile', { token });
    expect(json).toMatchObject({
      id,
      email: null,
      role: 'DEMO',
      totalBalance: 10_000,
      totalBalanceStr: '10000.00',
      balances: { cash: 10_000, cashStr: '10000.00', bonus: 0, locked: 0, withdrawable: 0, withdrawableStr: '0.00' },
      verifications: { email: false },
    });
  });

  it('sets demo cash to exactly 10,000 and leaves open stakes alone', async () => {
    const { token } = await demoPerson(server.origin);
    const pairs = await ask('/api/v2/trade/pairs', { token });
    const payout = (pairs.json['crypto'] as unknown as Json[] | undefined)?.[0]?.['payouts']?.['60'];
    const body = {
      pair: (pairs.json['crypto'] as unknown as Json[] | undefined)?.[0]?.['id'],
      direction: 'UP',
      stake: '2500.00',
      durationSec: 60,
      payout,
    };
    expect((await ask('/api/v2/trade/predictions', { method: 'POST', token, body })).status).toBe(201);
    expect((await ask('/api/v2/user/profile', { token })).json).toMatchObject({
      totalBalance: 7_500,
      balances: { locked: 2_500 },
    });
    const refill = await ask('/api/v2/user/refresh-demo-balance', { method: 'PUT', token });
    expect({ status: refill.status, json: refill.json }).toMatchObject({ status: 200, json: { totalBalance: 10_000 } });
    const again = await ask('/api/v2/user/refresh-demo-balance', { method: 'PUT', token, body: {} });
    expect(again.json).toMatchObject({ totalBalance: 10_000 });
    expect((await ask('/api/v2/user/profile', { token })).json).toMatchObject({
      totalBalance: 10_000,
      balances: { locked: 2_500 },
    });
  });

  it('counts visits and names countries in the reader’s language', async () => {
    expect((await ask('/api/v2/auth/page-view', { method: 'POST', body: { referral: 'r1' } })).status).toBe(200);
    const { rows } = await server.pool.query('SELECT count(*)::int AS seen FROM page_view WHERE referral = $1', ['r1']);
    expect(rows).toEqual([{ seen: 1 }]);
    const german = await ask('/api/v2/auth/regions', { headers: { 'accept-language': 'de' } });
    const regions = german.json['regions'] as unknown as { code: string; name: string; restricted: boolean }[];
    expect(regions.find((one) => one.code === 'DE')).toEqual({ code: 'DE', name: 'Deutschland', restricted: false });
    expect(regions.filter((one) => one.restricted).map((one) => one.code)).toEqual(
      expect.arrayContaining(['US', 'CA', 'IR', 'KP']),
    );
    // Loopback is nowhere.
    expect(german.json).toMatchObject({ country: null, loginRegionAccepted: true });
    const hintOf = async (address: string) =>
      (await ask('/api/v2/auth/regions', { headers: { 'x-forwarded-for': address } })).json;
    expect(await hintOf('8.8.8.8')).toMatchObject({ country: 'US', loginRegionAccepted: false });
    expect(await hintOf('194.95.249.1')).toMatchObject({ country: 'DE', loginRegionAccepted: true });
  });
});
