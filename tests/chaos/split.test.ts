/** kill -9 while an outcome of an event is split: its holdings are divided once, and the pool is right in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CrashPoint } from '#server/crash-points.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { listedEvent, splitListed } from '#tests/holders.ts';
import { startEngine } from './engine-channel.ts';
import { LIMIT_MS } from './size.ts';

let db: TestDatabase;
let folder: string;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-split-'));
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (crash?: { readonly point: CrashPoint; readonly pass: number }) =>
  startEngine({
    databaseUrl: db.url,
    dataDir: join(folder, 'data'),
    aheadMs: 0,
    task: 'engine',
    ...(crash === undefined ? {} : { crash }),
  });

const faults = async () =>
  (await checkLedger(db.pool, { window: 'all' })).invariants.filter(({ found }) => found > 0).map(({ name }) => name);

it(
  'splits an outcome once, killed before and after it is stored',
  async () => {
    const event = await listedEvent(db.pool, 3);
    const books = event.map(({ bookId }) => bookId);
    const { people } = await openPeople(db.pool, 2);
    const holders = people.map(({ userId }) => userId);
    const [yes, no] = holders;
    const actorOf = (userId: string) => ({ userId, sessionId: userId, role: 'DEMO', realm: 'demo' }) as const;
    const first = await start();
    await first.ready;
    for (const [userId, outcome, price] of [
      [yes!, 'YES', 400],
      [no!, 'NO', 600],
    ] as const)
      expect(
        await first.ask('exchange.order', {
          actor: actorOf(userId),
          marketId: books[2]!,
          outcome,
          side: 'BUY',
          terms: { type: 'LIMIT', price, lots: 500, timeInForce: 'GTC', expiresAt: null, postOnly: false },
          idempotency: { key: `split ${outcome}`, bodyHash: '' },
        }),
      ).toMatchObject({ ok: true });
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    const added = await splitListed(db.pool, event[2]!);
    const held = async () =>
      (
        await db.pool.query<{ lots: number[] }>(
          `SELECT array_agg(coalesce(p.lots, 0)::int ORDER BY u.at, b.at) AS lots
           FROM unnest($1::uuid[]) WITH ORDINALITY u (id, at) CROSS JOIN unnest($2::uuid[]) WITH ORDINALITY b (id, at)
             LEFT JOIN position p ON p.user_id = u.id AND p.market_id = b.id`,
          [holders, [...books, added.bookId]],
        )
      ).rows[0]!.lots;
    const stored = async () =>
      (await db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM outcome_split WHERE realm = 2')).rows[0]!.n;
    const [before, after] = [await held(), [0, 0, 500, 500, 500, 500, 0, 0]];
    for (const [point, pass, done] of [
      ['outcome.split', 1, 0],
      ['batch.decided', 1, 0],
      ['batch.committed', 1, 1],
    ] as const) {
      const engine = await start({ point, pass });
      engine.ready.catch(() => undefined);
      expect(await engine.ended, point).toBe('SIGKILL');
      expect(await faults(), point).toEqual([]);
      expect([await stored(), await held()], point).toEqual(done === 1 ? [1, after] : [0, before]);
    }
    const last = await start();
    await last.ready;
    const states = async () =>
      (
        await db.pool.query<{ state: string }>('SELECT state FROM market WHERE id = ANY($1::uuid[])', [
          [...books, added.bookId],
        ])
      ).rows.map(({ state }) => state);
    await expect.poll(states, { timeout: LIMIT_MS, interval: 100 }).toEqual(['OPEN', 'OPEN', 'OPEN', 'OPEN']);
    last.signal('SIGTERM');
    expect(await last.ended).toBe(0);
    expect([await stored(), await held(), await faults()]).toEqual([1, after, []]);
  },
  LIMIT_MS,
);
