import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPool } from '#server/db/index.ts';
import { testDatabase } from '#tests/database.ts';
import { EVERY_CASE } from '#tests/runs/every-case.ts';
import { demoPerson } from '#tests/server.ts';
import { startingPlace } from '#tests/processes/starting-place.ts';

const home = startingPlace('stop');

/** `closed`: it was not accepted. `cut`: it was, and no whole answer came. */
type Outcome = { readonly status: number; readonly id: string | null } | 'closed' | 'cut';

/**
 * Places a prediction over a connection of its own. The server says 100 Continue once it has accepted the request, and only then the
 * body is sent, once `ready` resolves: whatever fails before was never accepted.
 */
function place(origin: string, token: string, ready = () => Promise.resolve()): Promise<Outcome> {
  const body = JSON.stringify({ pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.7 });
  return new Promise((resolve) => {
    let accepted = false;
    const sent = request(`${origin}/api/v2/trade/predictions`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    const failed = () => resolve(accepted ? 'cut' : 'closed');
    sent.once('continue', () => {
      accepted = true;
      void ready().then(() => sent.end(body));
    });
    sent.once('error', failed);
    sent.once('response', (response) => {
      accepted = true;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', failed);
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        const text = Buffer.concat(parts).toString();
        resolve({ status, id: status === 201 ? (JSON.parse(text) as { id: string }).id : null });
      });
    });
    sent.flushHeaders();
  });
}

/** Nobody is let in any more. */
async function closed(): Promise<void> {
  const refused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(home.port, '127.0.0.1', () => {
        socket.destroy();
        resolve(false);
      });
      socket.once('error', () => resolve(true));
    });
  await expect.poll(refused, { interval: 10 }).toBe(true);
}

/** Below the limit of a person. */
const PACE_MS = 210;
/** A price that has moved, a limit: answers of every day. */
const EVERYDAY = new Set([201, 400, 429]);

describe('a graceful stop (R-15)', () => {
  it('answers what it accepted and loses nothing that it acknowledged', async () => {
    const first = home.begin();
    await first.answers('/readyz');
    const people = await Promise.all(
      ['10.9.0.1', '10.9.0.2', '10.9.0.3'].map((from) => demoPerson(first.origin, from)),
    );
    const acknowledged: { readonly id: string; readonly token: string }[] = [];
    const outcomes: Outcome[] = [];

    async function keepPlacing(token: string): Promise<void> {
      for (;;) {
        const outcome = await place(first.origin, token);
        outcomes.push(outcome);
        if (outcome === 'closed' || outcome === 'cut') return;
        if (outcome.id !== null) acknowledged.push({ id: outcome.id, token });
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      }
    }

    // Two of each person, a little apart, so that some are always on their way.
    const placing = people.flatMap(({ token }) => [keepPlacing(token), keepPlacing(token)]);
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(8);
    // One of each is in the middle of its request when the door closes.
    let go: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (go = resolve));
    let accepted = 0;
    const whenClosed = () => {
      accepted += 1;
      return gone;
    };
    const begun = people.map(({ token }) => place(first.origin, token, whenClosed));
    await expect.poll(() => accepted).toBe(people.length);
    const asked = performance.now();
    first.process.kill('SIGTERM');
    await closed();
    go();
    outcomes.push(...(await Promise.all(begun)));
    expect(await first.ended).toBe(0);
    const stopSec = (performance.now() - asked) / 1_000;
    await Promise.all(placing);
    expect(outcomes.filter((one) => one === 'cut')).toEqual([]);
    expect(outcomes.filter((one) => typeof one === 'object' && !EVERYDAY.has(one.status))).toEqual([]);
    const again = performance.now();
    const second = home.begin();
    await second.answers('/readyz');
    const startSec = (performance.now() - again) / 1_000;
    process.stdout.write(
      `a stop under load took ${stopSec.toFixed(1)} s, the start after it ${startSec.toFixed(1)} s\n`,
    );
    for (const { id, token } of acknowledged) {
      const headers = { authorization: `Bearer ${token}` };
      const found = await fetch(`${second.origin}/api/v2/trade/predictions/${id}`, { headers });
      expect(found.status, id).toBe(200);
    }
  }, 180_000);

  it.runIf(EVERY_CASE)(
    'does not wait for a job that hangs, and leaves the shard in order',
    async () => {
      const database = await testDatabase();
      const started = home.begin({ DATABASE_URL: database.url });
      await started.answers('/readyz');
      const owner = async () => (await database.pool.query('SELECT owner FROM shard_lease')).rows;
      expect(await owner()).toEqual([{ owner: expect.any(String) }]);
      // Who looks twice a second for blocked people waits for this lock.
      const admin = createPool(database.adminUrl, { max: 1 });
      const holder = await admin.connect();
      await holder.query('SET idle_in_transaction_session_timeout = 0');
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE');
      const waiting = async () =>
        (await holder.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'app_user'::regclass`)).rowCount;
      await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
      started.process.kill('SIGTERM');
      expect(await started.ended).toBe(0);
      expect(await owner()).toEqual([{ owner: null }]);
      await holder.query('ROLLBACK');
      holder.release();
      await admin.end();
      await database.drop();
    },
    180_000,
  );
});
