/** The socket's half of R-48: no entry is a price that had been sent to the person's socket when the prediction was admitted. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caller, until } from '#tests/http-calls.ts';
import { connectLive } from '#tests/live-client.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';

const PAIR = 'BTC-USD';
const CHANNEL = `ticks:${PAIR}`;
const PREDICTIONS = 12;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Stored {
  readonly id: string;
  readonly k_adm: number;
  readonly admitted_at: number;
  readonly entry_seq: number;
}

it('no entry was on the socket of its person when it was admitted', { timeout: 90_000 }, async () => {
  // A price goes out after the bus has told it: what the bus told by a moment holds all that was sent by then.
  const toldAt = new Map<number, number>();
  const stop = server.bus.subscribe('prices.tick', ({ pair, seq }) => {
    if (pair === PAIR) toldAt.set(seq, Date.now());
  });
  const ask = caller(server.origin);
  const { token } = await demoPerson(server.origin);
  const socket = await connectLive(server.origin, '/public', { authorization: `Bearer ${token}` });
  const sent = () => socket.messages.filter((one) => String(one['ch']) === CHANNEL).map((one) => Number(one['seq']));
  socket.say({ op: 'subscribe', channels: [CHANNEL] });
  await until('prices', () => (sent().length >= 3 ? true : null));
  /** The last price that the person had seen when they asked. */
  const seen = new Map<string, number>();
  for (let no = 0; no < PREDICTIONS; no += 1) {
    const body = { pair: PAIR, direction: no % 2 === 0 ? 'UP' : 'DOWN', stake: '1', durationSec: 15, payout: 0.5 };
    const last = sent().at(-1) ?? 0;
    const placed = await ask('/api/v2/trade/predictions', { method: 'POST', token, body });
    expect(placed.status, placed.text).toBe(201);
    seen.set(String(placed.json['id']), last);
    // Never in step with the prices.
    await pause(90 + 37 * no);
  }
  const stored = await until('all entries', async () => {
    const { rows } = await server.pool.query<Stored>(
      `SELECT id, k_adm::int, admitted_at::float8, entry_seq::int FROM prediction WHERE entry_seq IS NOT NULL`,
    );
    return rows.length === PREDICTIONS ? rows : null;
  });
  stop();
  socket.end();
  const rows = stored.map(({ id, k_adm: kAdm, admitted_at: at, entry_seq: entry }) => {
    const lastSent = Math.max(...sent().filter((seq) => (toldAt.get(seq) ?? 0) <= at));
    return { id, kAdm, entry, lastSent, lastSeen: seen.get(id) ?? Number.POSITIVE_INFINITY };
  });
  expect(rows.filter(({ entry, lastSent }) => entry <= lastSent)).toEqual([]);
  expect(rows.filter(({ kAdm, lastSent }) => kAdm < lastSent)).toEqual([]);
  // They saw prices before they asked, and what was sent by the admission is no less.
  expect(rows.filter(({ lastSeen, lastSent }) => lastSeen < 1 || lastSeen > lastSent)).toEqual([]);
  process.stdout.write(`known prices: ${rows.length} predictions, 0 entries that had been sent\n`);
});
