import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHANNEL_DATA } from '#protocol/channels.ts';
import { connectLive, type LiveClient } from '#tests/live-client.ts';
import { caller, until, type Ask, type Json } from '#tests/http-calls.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
const open: LiveClient[] = [];
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
});
afterEach(() => {
  for (const client of open.splice(0)) client.end();
});
afterAll(() => server.stop());

async function connect(path: '/public' | '/private', headers: Record<string, string> = {}): Promise<LiveClient> {
  const client = await connectLive(server.origin, path, headers);
  open.push(client);
  return client;
}

/** Every message of a channel is of the shape that the protocol promises. */
function expectShapes(client: LiveClient): number {
  const messages = client.messages.filter((message) => message['ch'] !== undefined);
  for (const message of messages) {
    const kind = String(message['ch']).split(':')[0] as keyof typeof CHANNEL_DATA;
    expect(CHANNEL_DATA[kind].safeParse(message['data']).error, JSON.stringify(message).slice(0, 300)).toBeUndefined();
  }
  return messages.length;
}

const of = (client: LiveClient, channel: string): Json[] =>
  client.messages.filter((message) => String(message['ch']) === channel);

describe('public socket', () => {
  it('begins a channel with a snapshot and goes on with newer prices', async () => {
    const client = await connect('/public');
    client.say({ op: 'subscribe', channels: ['ticks:BTC-USD'] });
    await until('five ticks', () => (of(client, 'ticks:BTC-USD').length >= 5 ? true : null));
    const ticks = of(client, 'ticks:BTC-USD');
    expect(ticks[0]?.['snapshot']).toBe(true);
    expect(ticks.slice(1).every((one) => one['snapshot'] === undefined)).toBe(true);
    const seqs = ticks.map((one) => Number(one['seq']));
    expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
    expect(ticks.at(-1)).toMatchObject({
      data: { price: expect.any(Number), priceStr: expect.stringMatching(/^\d+\.\d\d$/), time: expect.any(Number) },
    });
    expect(client.messages).toContainEqual({ op: 'ok', of: 'subscribe', channels: ['ticks:BTC-USD'] });
    expect(expectShapes(client)).toBeGreaterThanOrEqual(5);
  });

  it('sends each tick at most once, and the newest last', async () => {
    const heard: { seq: number; price: number }[] = [];
    const stop = server.bus.subscribe('prices.tick', ({ pair, seq, price }) => {
      if (pair === 'ETH-USD') heard.push({ seq, price });
    });
    const client = await connect('/public');
    client.say({ op: 'subscribe', channels: ['ticks:ETH-USD'] });
    await until('ten ticks', () => (of(client, 'ticks:ETH-USD').length >= 10 ? true : null));
    stop();
    const seqs = of(client, 'ticks:ETH-USD').map((one) => Number(one['seq']));
    expect(new Set(seqs).size).toBe(seqs.length);
    const known = new Set(heard.map((one) => one.seq));
    for (const seq of seqs.slice(1)) expect(known).toContain(seq);
  });

  it('tells all pairs, for real and for demo', async () => {
    const client = await connect('/public');
    client.say({ op: 'subscribe', channels: ['pairs', 'pairs:demo'] });
    const real = await client.next('pairs', (one) => String(one['ch']) === 'pairs');
    const demo = await client.next('pairs of demo', (one) => String(one['ch']) === 'pairs:demo');
    const list = (message: Json) => message['data'] as unknown as { id: string; durations: number[] }[];
    expect(list(real).length).toBeGreaterThanOrEqual(44);
    expect(list(real)[0]?.durations).not.toContain(15);
    expect(list(demo)[0]?.durations).toContain(15);
    expect(expectShapes(client)).toBeGreaterThanOrEqual(2);
  });

  it('tells chain heads each second', async () => {
    const client = await connect('/public');
    client.say({ op: 'subscribe', channels: ['transparency'] });
    const second = await client.next('a second message', (one) => {
      return String(one['ch']) === 'transparency' && one['snapshot'] === undefined;
    });
    expect(second).toMatchObject({ data: { tickHeads: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  });

  it('answers pings, and says what it does not understand', async () => {
    const client = await connect('/public');
    client.say({ op: 'ping', id: 7 });
    expect(await client.next('a pong', (one) => String(one['op']) === 'pong')).toMatchObject({ id: 7 });
    for (const odd of [
      '{',
      '[]',
      '{"op":"subscribe"}',
      '{"op":"subscribe","channels":["ticks:BTC-USD"],"role":"ADMIN"}',
    ]) {
      client.say(odd);
    }
    client.say({ op: 'subscribe', channels: ['ticks:NO-PAIR', 'balance', '__proto__', 'toString'] });
    client.say({ op: 'auth', token: 'x' });
    await until('nine errors', () =>
      client.messages.filter((one) => String(one['op']) === 'error').length >= 9 ? true : null,
    );
    expect(client.closed()).toBeNull();
  });

  it('unsubscribes', { timeout: 90_000 }, async () => {
    const client = await connect('/public');
    client.say({ op: 'subscribe', channels: ['ticks:BTC-USD'] });
    await until('ticks', () => (of(client, 'ticks:BTC-USD').length >= 2 ? true : null));
    client.say({ op: 'unsubscribe', channels: ['ticks:BTC-USD'] });
    await client.next('the answer', (one) => String(one['of']) === 'unsubscribe');
    const before = of(client, 'ticks:BTC-USD').length;
    const other = await connect('/public');
    other.say({ op: 'subscribe', channels: ['ticks:BTC-USD'] });
    await until('ticks elsewhere', () => (of(other, 'ticks:BTC-USD').length >= 4 ? true : null));
    expect(of(client, 'ticks:BTC-USD')).toHaveLength(before);
  });

  it('holds a client to 100 channels and ends a flood', async () => {
    const client = await connect('/public');
    for (let no = 0; no < 300; no += 1) client.say({ op: 'ping' });
    expect(await until('the close', () => client.closed())).toBe(4002);
  });

  it('is closed to pages of other origins, and to other paths', async () => {
    await expect(connectLive(server.origin, '/public', { origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(connectLive(server.origin, '/nowhere' as '/public')).rejects.toThrow('404');
    const own = await connect('/public', { origin: server.origin });
    expect(own.closed()).toBeNull();
  });
});

describe('private socket', () => {
  it('needs a valid token first', async () => {
    const client = await connect('/private');
    client.say({ op: 'subscribe', channels: ['balance'] });
    expect(await client.next('an error', (one) => String(one['op']) === 'error')).toMatchObject({
      code: 'NotSignedIn',
    });
    client.say({ op: 'auth', token: 'a.b.c' });
    expect(await until('the close', () => client.closed())).toBe(4001);
  });

  it('tells balance and predictions after each commit, without a gap', { timeout: 90_000 }, async () => {
    const { token } = await demoPerson(server.origin);
    const client = await connect('/private');
    client.say({ op: 'auth', token });
    client.say({ op: 'subscribe', channels: ['balance', 'prediction'] });
    expect(await client.next('a balance', (one) => String(one['ch']) === 'balance')).toMatchObject({
      snapshot: true,
      seq: 1,
      data: { totalBalance: 10_000, locked: 0 },
    });
    const pairs = await ask('/api/v2/trade/pairs', { token });
    const payout = (pairs.json['crypto'] as unknown as Json[] | undefined)?.[0]?.['payouts']?.['15'];
    const placed = await ask('/api/v2/trade/predictions', {
      method: 'POST',
      token,
      body: { pair: 'BTC-USD', direction: 'DOWN', stake: '25', durationSec: 15, payout },
    });
    expect(
      placed.status,
      `${placed.text} ${JSON.stringify((pairs.json['crypto'] as unknown as Json[] | undefined)?.[0])}`,
    ).toBe(201);
    const id = placed.json['id'];
    await client.next('the lower balance', (one) => Number(one['data']?.['totalBalance']) === 9_975);
    await client.next('the end', (one) => {
      return String(one['data']?.['id']) === String(id) && String(one['data']?.['status']) === 'SETTLED';
    });
    const seqs = of(client, 'prediction').map((one) => Number(one['seq']));
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    expect(of(client, 'prediction')[0]).toMatchObject({ snapshot: true, data: [] });
    expect(expectShapes(client)).toBeGreaterThanOrEqual(5);
    const profile = await ask('/api/v2/user/profile', { token });
    const last = of(client, 'balance').at(-1);
    expect(last?.['data']?.['totalBalance']).toBe(profile.json['totalBalance']);
  });

  it('tells nobody else', async () => {
    const [one, other] = [await demoPerson(server.origin), await demoPerson(server.origin)];
    const client = await connect('/private');
    client.say({ op: 'auth', token: other.token });
    client.say({ op: 'subscribe', channels: ['balance', 'prediction'] });
    await until('both snapshots', () => (client.messages.length >= 4 ? true : null));
    const before = client.messages.length;
    await ask('/api/v2/user/refresh-demo-balance', { method: 'PUT', token: one.token });
    await ask('/api/v2/user/refresh-demo-balance', { method: 'PUT', token: other.token });
    await until('their own news', () => (client.messages.length > before ? true : null));
    expect(of(client, 'balance')).toHaveLength(2);
  });

  it('closes at the end of the session', async () => {
    const { token } = await demoPerson(server.origin);
    const client = await connect('/private');
    client.say({ op: 'auth', token });
    await client.next('the yes', (one) => String(one['op']) === 'ok');
    await ask('/api/v2/auth/logout', { method: 'POST', token });
    expect(await until('the close', () => client.closed())).toBe(4001);
  });
});
