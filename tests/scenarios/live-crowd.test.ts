import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { connectLive, type LiveClient } from '#tests/live-client.ts';
import { until, type Json } from '#tests/http-calls.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';

/** Short forms of; `LIVE_SOCKETS=2000` is the full size. */
const SOCKETS = Number(process.env['LIVE_SOCKETS'] ?? '200');
const CHANNEL = 'ticks:BTC-USD';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const ofChannel = (client: LiveClient, channel: string): Json[] =>
  client.messages.filter((message) => String(message['ch']) === channel);

async function connectMany(count: number): Promise<LiveClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => connectLive(server.origin, '/public')));
  for (const client of clients) client.say({ op: 'subscribe', channels: [CHANNEL] });
  await until('all snapshots', () => (clients.every((one) => ofChannel(one, CHANNEL).length > 0) ? true : null));
  return clients;
}

describe('a crowd of readers (R-11)', () => {
  it('gets every price that goes out, though a fifth of it never reads', { timeout: 90_000 }, async () => {
    const clients = await connectMany(SOCKETS);
    const [deaf, keen] = [clients.slice(0, SOCKETS / 5), clients.slice(SOCKETS / 5)];
    for (const one of deaf) one.pause();
    const before = keen.map((one) => ofChannel(one, CHANNEL).length);
    await until('ten more prices each', () =>
      keen.every((one, at) => ofChannel(one, CHANNEL).length >= (before[at] ?? 0) + 10) ? true : null,
    );
    // Frames are shared: after their snapshots all keen readers were told the same prices.
    const told = keen.map((one) =>
      ofChannel(one, CHANNEL)
        .map((message) => Number(message['seq']))
        .slice(-8, -2),
    );
    const all = new Set(keen.flatMap((one) => ofChannel(one, CHANNEL).map((message) => Number(message['seq']))));
    for (const seqs of told) for (const seq of seqs) expect(all).toContain(seq);
    for (const one of keen) expect(one.closed()).toBeNull();
    for (const one of clients) one.end();
  });

  it(
    'never makes the server keep more than 1 MB for a socket: it is cut, and others go on',
    { timeout: 90_000 },
    async () => {
      const { token, id } = await demoPerson(server.origin);
      const [deaf, keen] = [await connectLive(server.origin, '/private'), await connectLive(server.origin, '/private')];
      for (const one of [deaf, keen]) {
        one.say({ op: 'auth', token });
        one.say({ op: 'subscribe', channels: ['balance'] });
        await until('the snapshot', () => (ofChannel(one, 'balance').length > 0 ? true : null));
      }
      deaf.pause();
      const memory = process.memoryUsage().rss;
      let sent = 0;
      // What the kernel of this machine holds for a socket comes on top, so it is sent until the cut shows.
      for (let round = 0; round < 400; round += 1) {
        for (let no = 0; no < 500; no += 1) {
          sent += 1;
          server.bus.publish('trading.balance', {
            userId: id,
            realm: 'demo',
            cash: usdt(BigInt(sent)),
            locked: usdt(0n),
          });
        }
        await until('the keen one', () => (ofChannel(keen, 'balance').length === sent + 1 ? true : null));
        if (sent * 120 > 12 * 1024 * 1024) break;
      }
      deaf.resume();
      const code = await until('the close', () => deaf.closed());
      expect([1006, 4008]).toContain(code);
      const seqs = ofChannel(keen, 'balance').map((message) => Number(message['seq']));
      expect(seqs).toEqual(seqs.map((_, at) => at + 1));
      // What it was told before the cut has no hole.
      const heard = ofChannel(deaf, 'balance').map((message) => Number(message['seq']));
      expect(heard).toEqual(heard.map((_, at) => at + 1));
      expect(heard.length).toBeLessThan(sent);
      console.log(
        `slow private reader: cut after ${heard.length} of ${sent} messages, RSS +${((process.memoryUsage().rss - memory) / 1e6).toFixed(0)} MB with both ends in this process`,
      );
      keen.end();
    },
  );
});

describe('a storm of reconnections (R-12)', () => {
  it('is resynchronised: each socket has its snapshot and goes on', { timeout: 90_000 }, async () => {
    for (const round of [1, 2]) {
      const began = Date.now();
      const clients = await connectMany(SOCKETS);
      console.log(`storm ${round}: ${SOCKETS} sockets had their snapshot after ${Date.now() - began} ms`);
      for (const one of clients) {
        const first = ofChannel(one, CHANNEL)[0];
        expect(first?.['snapshot']).toBe(true);
      }
      await until('a price after the snapshot', () =>
        clients.every((one) => ofChannel(one, CHANNEL).length >= 2) ? true : null,
      ).catch((error: unknown) => {
        const behind = clients.filter((one) => ofChannel(one, CHANNEL).length < 2);
        throw new Error(
          `${behind.length} sockets heard nothing more; closed: ${behind.map((one) => one.closed()).join()}`,
          {
            cause: error,
          },
        );
      });
      for (const one of clients) one.end();
    }
  });
});
