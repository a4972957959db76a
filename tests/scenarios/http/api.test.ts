import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, until, type Ask, type Json } from '#tests/http-calls.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let pair: { id: string; payout: number };
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  const { json } = await ask('/api/v2/trade/pairs', { token: (await demoPerson(server.origin)).token });
  const first = (json['crypto'] as unknown as Json[] | undefined)?.[0];
  pair = { id: String(first?.['id']), payout: Number(first?.['payouts']?.['15']) };
});
afterAll(() => server.stop());

const PREDICTIONS = '/api/v2/trade/predictions';
const order = (change: object = {}) => ({
  pair: pair.id,
  direction: 'UP',
  stake: '10.00',
  durationSec: 15,
  payout: pair.payout,
  ...change,
});

describe('a prediction over the API', () => {
  it('is placed, listed, settled and booked', { timeout: 90_000 }, async () => {
    const { token } = await demoPerson(server.origin);
    const placed = await ask(PREDICTIONS, { method: 'POST', token, body: order() });
    expect(placed.status).toBe(201);
    expect(placed.json).toMatchObject({
      realm: 'demo',
      pair: pair.id,
      stake: 10,
      stakeStr: '10.00',
      status: 'ADMITTED',
    });
    const id = String(placed.json['id']);
    const open = await ask(`${PREDICTIONS}?status=open`, { token });
    expect(open.json).toMatchObject({ items: [{ id }], nextCursor: null });
    const settled = await until(
      'the settlement',
      async () => {
        const { json } = await ask(`${PREDICTIONS}/${id}`, { token });
        return json['outcome'] === null ? null : json;
      },
      60_000,
    );
    expect(['WIN', 'LOSE', 'TIE']).toContain(settled['outcome']);
    expect(settled).toMatchObject({
      status: 'SETTLED',
      entry: { price: expect.any(Number) },
      exit: { price: expect.any(Number) },
    });
    const profile = await ask('/api/v2/user/profile', { token });
    expect(profile.json['totalBalance']).toBeCloseTo(9_990 + Number(settled['credit']), 6);
    expect((await ask(`${PREDICTIONS}?status=open`, { token })).json).toMatchObject({ items: [] });
    expect((await ask(`${PREDICTIONS}?status=settled`, { token })).json).toMatchObject({ items: [{ id }] });
  });

  it('comes back byte for byte under its key, and another body under it is a conflict', async () => {
    const { token } = await demoPerson(server.origin);
    const headers = { 'idempotency-key': 'tap 1' };
    const first = await ask(PREDICTIONS, { method: 'POST', token, body: order(), headers });
    const again = await ask(PREDICTIONS, { method: 'POST', token, body: order(), headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await ask(PREDICTIONS, { method: 'POST', token, body: order({ stake: '11' }), headers });
    expect(other.status).toBe(409);
    expect(other.json).toMatchObject({ error: { code: 'IdempotencyConflict' } });
    expect((await ask('/api/v2/user/profile', { token })).json).toMatchObject({ totalBalance: 9_990 });
    const stranger = await demoPerson(server.origin);
    expect((await ask(PREDICTIONS, { method: 'POST', token: stranger.token, body: order(), headers })).status).toBe(
      201,
    );
  });

  it('that waits for the disk is told to its repeat as on its way, and afterwards as what came of it', async () => {
    const { token } = await demoPerson(server.origin);
    const headers = { 'idempotency-key': 'held up' };
    const place = () => ask(PREDICTIONS, { method: 'POST', token, body: order(), headers });
    const holder = await server.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE prediction IN EXCLUSIVE MODE');
    const first = place();
    // Two that are sent at once may come in either order.
    const waits = `SELECT FROM pg_locks WHERE relation = 'prediction'::regclass AND NOT granted`;
    await expect.poll(async () => (await server.pool.query(waits)).rowCount, { timeout: 60_000 }).toBeGreaterThan(0);
    const repeat = await place();
    expect([repeat.status, repeat.json['error']?.['code'], repeat.json['error']?.['details']]).toEqual([
      409,
      'IdempotencyConflict',
      { reason: 'running' },
    ]);
    expect(repeat.headers.get('retry-after')).toBe('1');
    await holder.query('ROLLBACK');
    holder.release();
    const placed = await first;
    expect(placed.status).toBe(201);
    const later = await place();
    expect([later.status, later.text, later.headers.get('idempotency-replayed')]).toEqual([201, placed.text, 'true']);
    expect((await ask(PREDICTIONS, { token })).json).toMatchObject({ items: [{ id: placed.json['id'] }] });
    expect((await ask('/api/v2/user/profile', { token })).json).toMatchObject({ totalBalance: 9_990 });
  });

  it.each([
    { why: 'a payout above the offer', change: { payout: 0.99 }, status: 422, code: 'PayoutChanged' },
    {
      why: 'a time that is over',
      change: { validUntil: '2026-01-01T00:00:00.000Z' },
      status: 422,
      code: 'RequestExpired',
    },
    { why: 'a stake below the least', change: { stake: '0.5' }, status: 422, code: 'StakeLimit' },
    { why: 'a stake above the most', change: { stake: '9000000' }, status: 422, code: 'StakeLimit' },
    { why: 'a duration that is not offered', change: { durationSec: 17 }, status: 422, code: 'DurationUnavailable' },
    { why: 'a pair that does not exist', change: { pair: 'NO-PAIR' }, status: 404, code: 'NotFound' },
    { why: 'a stake that is no plain decimal', change: { stake: '1e3' }, status: 400, code: 'InvalidRequest' },
    { why: 'a negative stake', change: { stake: -5 }, status: 400, code: 'InvalidRequest' },
    { why: 'a field nobody knows', change: { realm: 'real' }, status: 400, code: 'InvalidRequest' },
    { why: 'more than there is', change: { stake: '10000' }, status: 422, code: 'NoBalance' },
  ])('is refused for $why', async ({ change, status, code }) => {
    const { token } = await demoPerson(server.origin);
    if (code === 'NoBalance') await ask(PREDICTIONS, { method: 'POST', token, body: order({ stake: '1' }) });
    const refused = await ask(PREDICTIONS, { method: 'POST', token, body: order(change) });
    expect({ status: refused.status, code: refused.json['error']?.['code'] }).toEqual({ status, code });
  });

  it('carries what the refusal knows, in the reader’s language', async () => {
    const { token } = await demoPerson(server.origin);
    const body = order({ payout: 0.99 });
    const changed = await ask(PREDICTIONS, { method: 'POST', token, body, headers: { 'accept-language': 'de' } });
    expect(changed.json).toMatchObject({
      error: { title: 'Die Rendite hat sich geändert', action: 'okay', details: { payout: pair.payout } },
      requestId: changed.headers.get('x-request-id'),
    });
    const limit = await ask(PREDICTIONS, {
      method: 'POST',
      token,
      body: order({ stake: '0.5' }),
      headers: { 'accept-language': 'ja' },
    });
    expect(limit.json).toMatchObject({ error: { title: '取引金額が範囲外です', details: { min: 1, minStr: '1.00' } } });
  });

  it('is unknown to everybody else, as if it were not there', async () => {
    const owner = await demoPerson(server.origin);
    const stranger = await demoPerson(server.origin);
    const placed = await ask(PREDICTIONS, { method: 'POST', token: owner.token, body: order() });
    const theirs = await ask(`${PREDICTIONS}/${String(placed.json['id'])}`, { token: stranger.token });
    const none = await ask(`${PREDICTIONS}/01a1fa8e-da08-7372-9c63-05753897e71c`, { token: stranger.token });
    const blank = ({ json }: { json: Json }) => ({ ...(json as object), requestId: '' });
    expect(theirs.status).toBe(404);
    expect(blank(theirs)).toEqual(blank(none));
    expect((await ask(PREDICTIONS, { token: stranger.token })).json).toEqual({ items: [], nextCursor: null });
  });
});

describe('lists', () => {
  it('are read page by page, without a gap or a repeat', async () => {
    const { token } = await demoPerson(server.origin);
    const ids: string[] = [];
    for (let no = 0; no < 5; no += 1) {
      const { json } = await ask(PREDICTIONS, { method: 'POST', token, body: order({ stake: String(no + 1) }) });
      ids.unshift(String(json['id']));
    }
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { json } = await ask(`${PREDICTIONS}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, { token });
      const items = json['items'] as unknown as { id: string }[];
      seen.push(...items.map((one) => one.id));
      if (json['nextCursor'] === null) break;
      cursor = String(json['nextCursor']);
    }
    expect(seen).toEqual(ids);
    const found = await ask(`${PREDICTIONS}?search=${ids[0]?.slice(0, 30)}`, { token });
    expect((found.json['items'] as unknown as { id: string }[]).map((one) => one.id)).toContain(ids[0]);
    expect((await ask(`${PREDICTIONS}?from=2099-01-01T00:00:00Z`, { token })).json).toMatchObject({ items: [] });
    expect((await ask(`${PREDICTIONS}?limit=201`, { token })).status).toBe(400);
    const csv = await ask(PREDICTIONS, { token, headers: { accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toContain('id,admitted_at,pair,direction,stake');
    expect(lines[1]).toContain(ids[0]);
  });
});

describe('pairs and bars', () => {
  it('shows four groups, and 15 s to demo people alone', async () => {
    const { token } = await demoPerson(server.origin);
    const demo = await ask('/api/v2/trade/pairs', { token });
    const visitor = await ask('/api/v2/trade/pairs');
    const sizes = ['crypto', 'forex', 'comms', 'stocks'].map((group) => (demo.json[group] as unknown as Json[]).length);
    for (const [at, least] of [16, 12, 6, 10].entries()) expect(sizes[at]).toBeGreaterThanOrEqual(least);
    const durations = (json: Json) =>
      (json['crypto'] as unknown as Json[] | undefined)?.[0]?.['durations'] as unknown as number[];
    expect(durations(demo.json)).toContain(15);
    expect(durations(visitor.json)).not.toContain(15);
    expect(
      Object.keys((visitor.json['crypto'] as unknown as Json[] | undefined)?.[0]?.['payouts'] as object),
    ).not.toContain('15');
  });

  it('gives bars in ms, ascending', async () => {
    const bars = await until('two bars', async () => {
      const { json } = await ask(`/api/v2/trade/bars?pair=${pair.id}&resolution=1s`);
      const list = json['bars'] as unknown as {
        time: number;
        high: number;
        low: number;
        open: number;
        close: number;
      }[];
      return list.length >= 2 ? list : null;
    });
    const times = bars.map((bar) => bar.time);
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
    for (const bar of bars) {
      expect(bar.time % 1_000).toBe(0);
      expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
      expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
    }
    expect((await ask('/api/v2/trade/bars?pair=NO-PAIR&resolution=1s')).status).toBe(404);
    expect((await ask(`/api/v2/trade/bars?pair=${pair.id}&resolution=7s`)).status).toBe(400);
  });
});

describe('every answer', () => {
  it('has a request id, and limited routes say their limit', async () => {
    const { headers } = await ask('/api/v2/config');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(headers.get('ratelimit-limit'))).toBe(600);
    expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(600);
    expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  });

  it('is in the form of the catalogue when nothing is there', async () => {
    for (const [path, method] of [
      ['/api/v2/nothing', 'GET'],
      ['/api/v1/config', 'GET'],
      ['/api/v2/nothing', 'POST'],
      ['/api/v2/trade', 'DELETE'],
    ] as const) {
      const { status, json } = await ask(path, { method });
      expect({ status, code: json['error']?.['code'] }, path).toEqual({ status: 404, code: 'NotFound' });
    }
  });

  it('refuses bodies that are no JSON, too large, or reach for a prototype', async () => {
    const { token } = await demoPerson(server.origin);
    const bodies = [
      '{',
      '[]',
      '"x"',
      'null',
      '{"__proto__":{"role":"ADMIN"}}',
      '{"constructor":{"prototype":{}}}',
      `{"a":"${'x'.repeat(70_000)}"}`,
    ];
    for (const body of bodies) {
      const { status, json } = await ask(PREDICTIONS, { method: 'POST', token, body });
      expect({ status, code: json['error']?.['code'] }, body.slice(0, 40)).toEqual({
        status: 400,
        code: 'InvalidRequest',
      });
    }
    const text = await ask(PREDICTIONS, {
      method: 'POST',
      token,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(400);
  });

  it('answers HEAD and OPTIONS', async () => {
    const head = await ask('/api/v2/config', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await ask('/api/v2/trade/predictions', { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
    const foreign = await ask('/api/v2/config', { headers: { origin: 'https://evil.example' } });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('holds the account to its limit, and says when to come back', async () => {
    const { token } = await demoPerson(server.origin);
    const statuses: number[] = [];
    for (let no = 0; no < 31; no += 1) {
      const { status } = await ask('/api/v2/user/refresh-demo-balance', { method: 'PUT', token });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    const refused = await ask('/api/v2/user/refresh-demo-balance', { method: 'PUT', token });
    expect(refused.json).toMatchObject({ error: { code: 'RateLimit' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('of the machine routes is as documented', async () => {
    expect((await ask('/healthz')).json).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect((await ask('/readyz')).json).toEqual({
      status: 'ok',
      parts: { database: true, feed: true, engine: true, disk: true, signer: true },
      warnings: [],
    });
    const metrics = (await ask('/metrics')).text;
    expect(metrics).toContain('tikvo_http_request_seconds_bucket');
    expect(metrics).toContain('tikvo_ready{part="engine"} 1');
    const linted = spawnSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
    if (linted.error !== undefined) console.warn('No promtool here: Prometheus was not asked about names of metrics.');
    expect(linted.error === undefined ? `${linted.stdout}${linted.stderr}` : '').toBe('');
    const page = await ask('/api/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'nonce-");
    expect(page.text).not.toMatch(/<script|https?:\/\/(?!localhost)/);
    for (const code of ['IncorrectToken', 'VerificationError', 'SaleLapsed', 'PayoutChanged'])
      expect(page.text).toContain(code);
    const programs = await ask('/api/docs/programs');
    expect([programs.status, programs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(programs.text).toContain('x-key-signature');
  });
});
