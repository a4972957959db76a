/** kill -9 while people are told what their alerts on a price wait for: nobody is forgotten, and nobody is told twice. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { listedMarket } from '#tests/holders.ts';
import { bundleOf } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { FORM, LIMIT_MS } from './size.ts';

/** Every second one waits for a price that was paid, the others for one that was not. */
const ALERTS = FORM === 'short' ? 1_200 : 20_000;
/** So many are looked at in one transaction. */
const PART = 500;
/** Before a part is stored, after the first one is, and in the middle of the second of what is left; how many were told by then. */
const KILLS: readonly (readonly [point: string, told: number])[] = [
  ['alerts.fired 1', 0],
  ['alerts.committed 1', PART / 2],
  // What was told is not looked at again: the next part begins with the half that waits still.
  ['alerts.fired 2', PART / 2 + PART / 4],
];

let db: TestDatabase;
let folder: string;
let bundle: string;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-alerts-'));
  bundle = await bundleOf(fileURLToPath(new URL('./alert-process.ts', import.meta.url)));
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (crash?: string) => runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder }, crash });

/** A book of real money on which somebody paid 0.60 a moment ago, and alerts that are older than that. */
async function traded(): Promise<void> {
  const { marketId } = await listedMarket(db.pool);
  const [bookId, now] = [randomUUID(), Date.now()];
  await db.pool.query('INSERT INTO event_book (id, market_id, realm) VALUES ($1, $2, 1)', [bookId, marketId]);
  await db.pool.query(
    `INSERT INTO fill (id, realm, market_id, no, kind, price, lots, taker_order, taker_user, taker_outcome, taker_side, taker_turnover, fee,
       maker_order, maker_user, maker_outcome, maker_side, maker_turnover, rested_ms, bonus, at, salt, shard, batch)
     VALUES ($1, 1, $2, 1, 'mint', 600, 100, $3, $3, 0, 'BUY', 600000, 0, gen_random_uuid(), gen_random_uuid(), 1, 'BUY', 400000, 0, 0, $4, '\\x00', 0, 0)`,
    [`${bookId}/1`, bookId, randomUUID(), now],
  );
  await db.pool.query(
    `INSERT INTO event_alert (id, user_id, kind, market_id, value, made_at, seen_at)
     SELECT lpad(to_hex(n), 32, '0')::uuid, gen_random_uuid(), 'above', $1, CASE n % 2 WHEN 0 THEN 600 ELSE 601 END, $2, $2
     FROM generate_series(1, $3) n`,
    [marketId, now - 1_000, ALERTS],
  );
}

async function told(): Promise<{ readonly told: number; readonly people: number; readonly marked: number }> {
  const { rows } = await db.pool.query<{ told: number; people: number }>(
    `SELECT count(*)::int AS told, count(DISTINCT body->>'userId')::int AS people FROM fact WHERE kind = 'alert.fired'`,
  );
  const { rows: marks } = await db.pool.query<{ marked: number }>(
    'SELECT count(*)::int AS marked FROM event_alert WHERE fired_at IS NOT NULL',
  );
  return { ...rows[0]!, ...marks[0]! };
}

it(
  `tells each of ${ALERTS / 2} people once, killed ${KILLS.length} times on the way`,
  async () => {
    await traded();
    for (const [point, done] of KILLS) {
      expect(await run(point), point).toBe('SIGKILL');
      expect(await told(), point).toEqual({ told: done, people: done, marked: done });
    }
    // Two at once, and once more.
    expect(await Promise.all([run(), run()])).toEqual([0, 0]);
    expect(await run()).toBe(0);
    const all = ALERTS / 2;
    expect(await told()).toEqual({ told: all, people: all, marked: all });
    const { rows } = await db.pool.query(
      'SELECT count(*)::int AS n FROM event_alert WHERE fired_at IS NULL AND value = 601',
    );
    expect(rows).toEqual([{ n: all }]);
    process.stdout.write(`alerts: ${ALERTS}, ${KILLS.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
