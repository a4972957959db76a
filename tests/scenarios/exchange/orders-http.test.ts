import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBotClient } from '#bot/client.ts';
import { MarketMaker } from '#bot/market-maker.ts';
import {
  bookWire,
  marketWire,
  roundsWire,
  type FillWire,
  type OrderWire,
  type PositionWire,
  type PublicFillWire,
  type RoundWire,
} from '#protocol/exchange.ts';
import { thisShell } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { connectLive, type LiveClient } from '#tests/live-client.ts';
import { expectShapes } from '#tests/sockets/live-shapes.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { quotedRound } from './quoted-round.ts';

let server: TestServer;
let ask: Ask;
let ada: Person;
let bea: Person;
let round: RoundWire;
const sockets: LiveClient[] = [];
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  ada = await personOf(server, 'DEMO');
  bea = await personOf(server, 'DEMO');
  round = await quotedRound(ask, ada.token);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end();
});
afterAll(() => server.stop());

const LIMIT = { outcome: 'UP', side: 'BUY', type: 'LIMIT', price: '0.30', shares: '10' };

function place(token: string, more: object = {}, key: string = randomUUID()): Promise<Answered> {
  const body = { marketId: round.marketId, ...LIMIT, ...more };
  return ask('/api/v2/orders', { method: 'POST', token, body, headers: { 'idempotency-key': key } });
}

const code = (answer: Answered): string => String(answer.json['error']?.['code'] ?? answer.status);
const itemsOf = <T>(answer: Answered): T[] => answer.json['items'] as unknown as T[];

describe('rounds and markets', () => {
  it('are told as the protocol says, to visitors for the real realm', async () => {
    const real = roundsWire.parse((await ask('/api/v2/trade/rounds?pair=BTC-USD')).json).items;
    const demo = roundsWire.parse((await ask('/api/v2/trade/rounds?pair=BTC-USD', { token: ada.token })).json).items;
    expect(real.every(({ realm }) => realm === 'real')).toBe(true);
    expect(demo.every(({ realm }) => realm === 'demo')).toBe(true);
    const ids = new Set(real.map(({ marketId }) => marketId));
    expect(demo.some(({ marketId }) => ids.has(marketId))).toBe(false);
    expect(demo.length).toBeGreaterThan(0);
    expect(code(await ask('/api/v2/trade/rounds?pair=NO-PAIR'))).toBe('NotFound');
    expect(code(await ask('/api/v2/trade/rounds'))).toBe('InvalidRequest');
  });

  it('have a market, a book and histories by their id, in their own realm only', async () => {
    const path = `/api/v2/markets/${round.marketId}`;
    const market = marketWire.parse((await ask(path, { token: ada.token })).json);
    expect(market).toMatchObject({ kind: 'round', feeRate: 0.06, minShares: 1, round: { pair: 'BTC-USD' } });
    const book = bookWire.parse((await ask(`${path}/book?depth=3`, { token: ada.token })).json);
    expect(book.bids.length).toBeGreaterThan(0);
    expect(book.bids.length).toBeLessThanOrEqual(3);
    expect(book.bids[0]?.price).toBeLessThan(book.asks[0]?.price ?? 0);
    for (const part of ['', '/book', '/fills', '/history']) {
      expect((await ask(`${path}${part}`, { token: ada.token })).status, part).toBe(200);
      expect(code(await ask(`${path}${part}`)), part).toBe('NotFound');
      expect(code(await ask(`/api/v2/markets/${randomUUID()}${part}`)), part).toBe('NotFound');
      expect(code(await ask(`/api/v2/markets/not-an-id${part}`)), part).toBe('NotFound');
    }
  });
});

const keyOf = (key: string) => ({ 'idempotency-key': key });

describe('an order', () => {
  it('rests, is listed, and is cancelled once', async () => {
    const placed = await place(ada.token);
    expect(placed.status, placed.text).toBe(201);
    expect(placed.json).toMatchObject({
      status: 'OPEN',
      price: 0.3,
      shares: 10,
      remaining: 10,
      heldStr: '3.00',
      fills: [],
    });
    const id = String(placed.json['id']);
    const open = itemsOf<OrderWire>(await ask('/api/v2/orders?status=open', { token: ada.token }));
    expect(open.map((one) => one.id)).toContain(id);
    expect(open[0]?.market).toMatchObject({ marketId: round.marketId, pair: 'BTC-USD', window: round.window });
    expect(code(await ask(`/api/v2/orders/${id}`, { method: 'DELETE', token: bea.token }))).toBe('NotFound');
    const ended = await ask(`/api/v2/orders/${id}`, { method: 'DELETE', token: ada.token });
    expect(ended.json).toMatchObject({ status: 'CANCELLED', endReason: 'user', remaining: 0, heldStr: '0.00' });
    const again = await ask(`/api/v2/orders/${id}`, { method: 'DELETE', token: ada.token });
    expect([again.status, again.text]).toEqual([200, ended.text]);
    expect(code(await ask(`/api/v2/orders/${randomUUID()}`, { method: 'DELETE', token: ada.token }))).toBe('NotFound');
    expect(code(await ask('/api/v2/orders/not-an-id', { method: 'DELETE', token: ada.token }))).toBe('NotFound');
  });

  it('wants a key, and is placed once under it', async () => {
    const body = { marketId: round.marketId, ...LIMIT };
    const bare = await ask('/api/v2/orders', { method: 'POST', token: ada.token, body });
    expect([bare.status, bare.json['error']?.['details']?.['fields']]).toEqual([400, { 'Idempotency-Key': 'missing' }]);
    const key = randomUUID();
    const [first, second] = await Promise.all([place(ada.token, {}, key), place(ada.token, {}, key)]);
    expect(first.text).toBe(second.text);
    expect(code(await place(ada.token, { shares: '11' }, key))).toBe('IdempotencyConflict');
    const gone = await ask(`/api/v2/orders?marketId=${round.marketId}`, { method: 'DELETE', token: ada.token });
    expect(itemsOf<OrderWire>(gone).map(({ id }) => id)).toEqual([first.json['id']]);
    expect(itemsOf(await ask('/api/v2/orders', { method: 'DELETE', token: ada.token }))).toEqual([]);
  });

  it('is cancelled once under a key: a repeat ends none that came later', async () => {
    const { token } = await personOf(server, 'DEMO');
    const cancel = (path: string, key: string) => ask(path, { method: 'DELETE', token, headers: keyOf(key) });
    const [all, none, some] = [`/api/v2/orders?marketId=${round.marketId}`, randomUUID(), randomUUID()];
    expect(itemsOf(await cancel(all, none))).toEqual([]);
    const first = await place(token);
    const gone = await cancel(all, some);
    expect(gone.json).toMatchObject({ items: [{ id: first.json['id'] }] });
    const later = `/api/v2/orders/${String((await place(token)).json['id'])}`;
    const again = await cancel(all, some);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([gone.text, 'true']);
    expect(itemsOf(await cancel(all, none))).toEqual([]);
    for (const other of ['/api/v2/orders', later]) expect(code(await cancel(other, some))).toBe('IdempotencyConflict');
    expect((await cancel(later, randomUUID())).json).toMatchObject({ status: 'CANCELLED' });
  });

  it.each([
    [{ price: '0.305' }, 'InvalidRequest'],
    [{ price: '1.2' }, 'InvalidRequest'],
    [{ shares: '0.5' }, 'InvalidRequest'],
    [{ shares: '0.001' }, 'InvalidRequest'],
    [{ outcome: 'MAYBE' }, 'InvalidRequest'],
    [{ timeInForce: 'GTD' }, 'InvalidRequest'],
    [{ more: 1 }, 'InvalidRequest'],
    [{ marketId: '3f0c8a52-8f6f-8b1e-9d5c-2a6b7c8d9e0f' }, 'NotFound'],
    [{ shares: '100000', price: '0.9' }, 'StakeLimit'],
    [{ side: 'SELL' }, 'OrderRejected'],
    [{ price: '0.90', postOnly: true }, 'OrderRejected'],
    [{ timeInForce: 'FOK', price: '0.02' }, 'OrderRejected'],
    [{ validUntil: '2026-01-01T00:00:00.000Z' }, 'RequestExpired'],
    [{ timeInForce: 'FAK', validUntil: '2026-01-01T00:00:00.000Z' }, 'RequestExpired'],
  ])('with %j is refused: %s', async (more, refusal) => {
    expect(code(await place(ada.token, more))).toBe(refusal);
  });

  it('locks its money: the next one finds less', async () => {
    const dan = await personOf(server, 'DEMO');
    expect((await place(dan.token, { shares: '20000' })).status).toBe(201);
    expect(code(await place(dan.token, { shares: '20000' }))).toBe('NoBalance');
    expect((await ask('/api/v2/orders', { method: 'DELETE', token: dan.token })).status).toBe(200);
    expect((await place(dan.token, { shares: '20000' })).status).toBe(201);
    await ask('/api/v2/orders', { method: 'DELETE', token: dan.token });
  });

  it('is nothing for visitors, nor for a market of another realm', async () => {
    const body = { marketId: round.marketId, ...LIMIT };
    expect(code(await ask('/api/v2/orders', { method: 'POST', body, headers: keyOf(randomUUID()) }))).toBe(
      'NotSignedIn',
    );
    const cal = await personOf(server, 'USER');
    expect(code(await place(cal.token))).toBe('NotFound');
    for (const path of ['/orders', '/positions', '/fills'])
      expect(code(await ask(`/api/v2${path}`))).toBe('NotSignedIn');
  });
});

describe('two people on a book', () => {
  it('meet: both see fill, position and book, listed, live and as CSV', { timeout: 60_000 }, async () => {
    const [own, other] = [await connectLive(server.origin, '/private'), await connectLive(server.origin, '/public')];
    sockets.push(own, other);
    own.say({ op: 'auth', token: ada.token });
    own.say({ op: 'subscribe', channels: ['order', 'position', 'fill', 'balance'] });
    other.say({ op: 'subscribe', channels: [`book:${round.marketId}`, `fills:${round.marketId}`] });
    await own.next('the last snapshot', (one) => String(one['ch']) === 'balance');
    await other.next('a snapshot of fills', (one) => String(one['ch']) === `fills:${round.marketId}`);
    const top = bookWire.parse((await ask(`/api/v2/markets/${round.marketId}/book`, { token: ada.token })).json);
    const best = top.bids[0]?.price ?? 0;

    // One step above the house's bid: nobody is before it.
    const price = (best + 0.01).toFixed(2);
    const resting = await place(ada.token, { price, shares: '10', postOnly: true });
    expect(resting.status, resting.text).toBe(201);
    const taking = await place(bea.token, { outcome: 'DOWN', price: (1 - best - 0.01).toFixed(2), shares: '4' });
    expect(taking.json, taking.text).toMatchObject({ status: 'FILLED', fills: [{ role: 'taker', shares: 4 }] });

    const mine = itemsOf<FillWire>(await ask('/api/v2/fills', { token: ada.token }));
    expect(mine[0]).toMatchObject({
      role: 'maker',
      side: 'BUY',
      outcome: 'UP',
      shares: 4,
      price: Number(price),
      fee: 0,
    });
    const hers = itemsOf<PositionWire>(await ask('/api/v2/positions?status=open', { token: bea.token }));
    expect(hers).toMatchObject([{ outcome: 'DOWN', shares: 4, status: 'OPEN' }]);
    const seen = itemsOf<PublicFillWire>(await ask(`/api/v2/markets/${round.marketId}/fills`, { token: bea.token }));
    expect(seen[0]).toMatchObject({ outcome: 'DOWN', side: 'BUY', shares: 4 });
    expect(JSON.stringify(seen)).not.toContain(ada.id);
    // A number of another market's fills is no place in this one's.
    const after = (cursor: string) => ask(`/api/v2/markets/${round.marketId}/fills?cursor=${cursor}`, bea);
    expect((await after(`marketFills.${round.marketId}.1`)).json).toMatchObject({ items: [], nextCursor: null });
    expect((await after(`marketFills.${randomUUID()}.1`)).json['error']?.['details']).toEqual({
      fields: { cursor: 'malformed' },
    });
    const history = await ask(`/api/v2/markets/${round.marketId}/history?step=60`, { token: bea.token });
    expect(itemsOf(history)).toMatchObject([{ price: Number(price), shares: 4 }]);

    await own.next('the own order, filled in part', (one) => {
      return String(one['ch']) === 'order' && String(one['data']?.['status']) === 'PARTLY_FILLED';
    });
    await own.next('the own fill', (one) => String(one['ch']) === 'fill' && one['snapshot'] === undefined);
    await own.next('the own position', (one) => String(one['ch']) === 'position' && one['snapshot'] === undefined);
    await other.next('the fill', (one) => String(one['ch']).startsWith('fills:') && one['snapshot'] === undefined);
    await other.next('the book with what rests', (one) => {
      const data = one['data'] as unknown as { bids?: { price: number; shares: number }[] };
      return data?.bids?.some((level) => level.price === Number(price) && level.shares >= 6) === true;
    });
    expectShapes([own, other]);

    const sheet = await ask('/api/v2/orders', { token: ada.token, headers: { accept: 'text/csv' } });
    expect(sheet.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect(sheet.text.split('\r\n')[0]).toContain('id,placed_at,market_id,pair,window');
    expect(sheet.text).toContain('PARTLY_FILLED');
    for (const path of ['/fills', '/positions']) {
      const file = await ask(`/api/v2${path}`, { token: ada.token, headers: { accept: 'text/csv' } });
      expect(file.text.trim().split('\r\n'), path).toHaveLength(2);
    }
    const comma = await ask('/api/v2/fills?spreadsheet=comma&limit=1', {
      token: ada.token,
      headers: { accept: 'text/csv' },
    });
    expect(comma.text).toMatch(/^id;time;order_id;[^]*;0,\d+;\d+;\d+,\d\d;/);
    await ask('/api/v2/orders', { method: 'DELETE', token: ada.token });
  });

  it('page their lists without a gap or a repeat', async () => {
    for (const price of ['0.11', '0.12', '0.13']) await place(bea.token, { price });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const answer = await ask(`/api/v2/orders?limit=2&marketId=${round.marketId}${query}`, { token: bea.token });
      seen.push(...itemsOf<OrderWire>(answer).map(({ id }) => id));
      cursor = answer.json['nextCursor'] as unknown as string | null;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen).toEqual(seen.toSorted((one, next) => (one < next ? 1 : -1)));
    const filters = [
      'from=2020-01-01T00:00:00Z',
      'to=2020-01-01T00:00:00Z',
      'search=BTC',
      'search=%25',
      "search='",
      'status=done',
    ];
    for (const filter of filters) {
      for (const path of ['/orders', '/fills', '/positions']) {
        if (filter === 'status=done' && path !== '/orders') continue;
        expect((await ask(`/api/v2${path}?${filter}`, { token: bea.token })).status, `${path}?${filter}`).toBe(200);
      }
    }
    expect(itemsOf(await ask('/api/v2/orders?to=2020-01-01T00:00:00Z', { token: bea.token }))).toEqual([]);
    await ask('/api/v2/orders', { method: 'DELETE', token: bea.token });
  });
});

describe('the example of a bot', () => {
  it('quotes both sides, follows its fills, and leaves nothing behind', { timeout: 60_000 }, async () => {
    const client = createBotClient({ origin: server.origin });
    const { accessToken } = await client.call('auth.demoSession', { body: {} });
    client.become({ kind: 'bearer', token: accessToken });
    const lines: string[] = [];
    const maker = new MarketMaker({
      client,
      token: () => accessToken,
      market: { ...round, outcomes: ['UP', 'DOWN'] },
      style: { edge: 5, lean: 0.5, shares: 20 },
      say: (line) => void lines.push(line),
    });
    maker.start();
    const open = async () =>
      (await client.call('exchange.orders', { query: { status: 'open', marketId: round.marketId } })).items;
    const quotes = await until('two quotes', async () => {
      const items = await open();
      return items.length === 2 ? items : null;
    });
    expect(new Set(quotes.map(({ outcome }) => outcome))).toEqual(new Set(['UP', 'DOWN']));
    expect(quotes.every(({ postOnly }) => postOnly)).toBe(true);
    const up = quotes.find(({ outcome }) => outcome === 'UP');
    // Somebody sells UP to everybody who quotes at the bot's price or better: the bot is among them.
    const hit = await place(bea.token, { outcome: 'DOWN', price: (1 - (up?.price ?? 0)).toFixed(3), shares: '300' });
    expect(hit.status, hit.text).toBe(201);
    await until('a fill of the bot', () => (maker.tally.fills > 0 ? true : null));
    await until('a new quote', () => (maker.tally.placed > 2 ? true : null));
    await maker.stop();
    expect(await open()).toEqual([]);
    expect(lines.some((line) => line.startsWith('filled'))).toBe(true);
    await ask('/api/v2/orders', { method: 'DELETE', token: bea.token });
  });
});

describe('a bot that is killed', () => {
  it('has no order left within the time of its heartbeat', { timeout: 60_000 }, async () => {
    const { token } = await personOf(server, 'DEMO');
    const args = ['--origin', server.origin, '--window', round.window, '--beat', '5', '--seconds', '300'];
    const bot = spawn(process.execPath, ['--import', 'tsx', 'src/bot/example.ts', ...args], {
      env: { ...process.env, BOT_KEY: token },
      stdio: 'ignore',
    });
    const endsOf = async () => itemsOf<OrderWire>(await ask('/api/v2/orders', { token })).map((one) => one.endReason);
    await until('its quotes to rest', async () => ((await endsOf()).includes(null) ? true : null), 30_000);
    bot.kill('SIGKILL');
    const ends = await until('its orders to end', async () => {
      const all = await endsOf();
      return all.includes(null) ? null : all;
    });
    expect(ends.at(-1)).toBe('heartbeat');
  });
});

describe('who excludes themselves', () => {
  it('has no order left on a book, and their money back', async () => {
    const cora = await personOf(server, 'USER');
    const { marketId } = await quotedRound(ask, cora.token);
    const balance = async () => (await ask('/api/v2/user/profile', { token: cora.token })).json['totalBalance'];
    const before = await balance();
    expect((await place(cora.token, { marketId, price: '0.02' })).status).toBe(201);
    expect(await balance()).not.toBe(before);
    const body = { kind: 'time_out', span: '24h', word: 'BREAK' };
    const asked = await ask('/api/v2/user/exclusion', { method: 'POST', token: cora.token, body });
    expect(asked.status, asked.text).toBe(200);
    const states = async () =>
      itemsOf<OrderWire>(await ask('/api/v2/orders', { token: cora.token })).map((one) => [one.status, one.endReason]);
    await expect.poll(states).toEqual([['CANCELLED', 'time_out']]);
    expect(await balance()).toBe(before);
    expect(code(await place(cora.token, { marketId, price: '0.02' }))).toBe('LimitReached');
  });
});

describe('whom staff block from another process', () => {
  it('is out, with sockets and token, and has no order on a book and no scheduled entry left', async () => {
    const dan = await personOf(server, 'USER');
    const { marketId } = await quotedRound(ask, dan.token);
    expect((await place(dan.token, { marketId, price: '0.02' })).status).toBe(201);
    const later = { pair: 'BTC-USD', direction: 'UP', stake: '10', durationSec: 60, price: '1', minPayout: 0.5 };
    const waits = await ask('/api/v2/trade/scheduled', { method: 'POST', token: dan.token, body: later });
    expect(waits.status, waits.text).toBe(201);
    const socket = await connectLive(server.origin, '/private');
    sockets.push(socket);
    socket.say({ op: 'auth', token: dan.token });
    await socket.next('the answer to auth', (message) => message['op'] === 'ok');
    const vault = createVault({ config: server.config });
    const accountAdmin = await createAccountAdmin({ config: server.config, vault, clock: systemClock });
    const erik = await personOf(server, 'USER');
    await ask('/api/v2/trade/scheduled', { method: 'POST', token: erik.token, body: later });
    const act = { by: thisShell(), reason: 'fraud' };
    await transaction(server.pool, async (tx) => {
      expect(await accountAdmin.block(tx, { ...act, userId: dan.id })).not.toBeNull();
      expect(await accountAdmin.block(tx, { ...act, userId: erik.id })).not.toBeNull();
    });
    await until('the socket is closed', () => socket.closed());
    const ended = await until('the order is off the book', async () => {
      const { rows } = await server.pool.query<{ state: string; end_reason: string }>(
        'SELECT state, end_reason FROM market_order WHERE user_id = $1 AND ended_at IS NOT NULL',
        [dan.id],
      );
      return rows.length > 0 ? rows : undefined;
    });
    expect(ended).toEqual([{ state: 'CANCELLED', end_reason: 'shut_out' }]);
    await until('the entry gives its stake back', async () => {
      const { rows } = await server.pool.query<{ reason: string | null }>(
        'SELECT reason FROM scheduled_entry WHERE user_id = ANY($1)',
        [[dan.id, erik.id]],
      );
      return rows.every(({ reason }) => reason === 'shut_out') ? rows : undefined;
    });
    // A session row is believed for a second.
    await until('the token opens nothing', async () => {
      return code(await ask('/api/v2/user/profile', { token: dan.token })) === 'NotSignedIn' || undefined;
    });
  });
});
