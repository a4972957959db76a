import { register } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { openBooks, topUpDemo } from '#server/ledger/index.ts';
import type { TestDatabase } from '#tests/database.ts';
import { testDatabase } from '#tests/database.ts';
import { watchLedger, watchLedgerOnce } from './index.ts';

let db: TestDatabase;
let alarms: unknown[];
const log = { warn: () => undefined, error: (...line: unknown[]) => void alarms.push(line) };

beforeEach(async () => {
  alarms = [];
  db = await testDatabase();
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
  const ownerId = '018f0000-0000-7000-8000-000000000001';
  await transaction(db.pool, (tx) => topUpDemo(tx, { ownerId, target: usdt(10_000_000_000n) }));
});
afterEach(() => db.drop());

const metric = async () => (await register.getSingleMetricAsString('tikvo_ledger_faulty_rows')).split('\n');

describe('the check of each minute', () => {
  it('is quiet on a healthy ledger', async () => {
    expect(await watchLedgerOnce({ db: db.pool, log }, 'lastHour')).toBe('healthy');
    expect(alarms).toEqual([]);
    expect((await metric()).filter((line) => line.startsWith('tikvo')).length).toBeGreaterThanOrEqual(7);
  });

  it('raises an alarm, as a line and a metric, when a balance was edited', async () => {
    await db.pool.query('UPDATE account SET credits = credits + 1 WHERE owner_id IS NOT NULL AND credits > 0');
    expect(await watchLedgerOnce({ db: db.pool, log }, 'lastHour')).toBe('alarm');
    expect(JSON.stringify(alarms)).toContain('ledger invariant broken');
    expect((await metric()).some((line) => /invariant="I\d+"} [1-9]/.test(line))).toBe(true);
  });

  it('says so when it cannot run', async () => {
    await db.pool.query('DROP TABLE transfer CASCADE').catch(() => db.pool.query('DROP TABLE transfer_demo CASCADE'));
    expect(await watchLedgerOnce({ db: db.pool, log }, 'lastHour')).toBe('failed');
    expect(JSON.stringify(alarms)).toContain('could not be checked');
  });

  it('raises no alarm of money while the database is away', async () => {
    const away = createPool('postgresql://nobody@127.0.0.1:1/nothing', { max: 1 });
    expect(await watchLedgerOnce({ db: away, log }, 'lastHour')).toBe('failed');
    expect(alarms).toEqual([]);
    await away.end();
  });

  it('looks at everything after a start and once a day, and again the next minute if that could not run', async () => {
    const windows: string[] = [];
    const days = [20, 20, 20, 21, 21, 21].map((day) => Date.UTC(2026, 10, day, 23, 59, 59));
    const failing = [0, 3];
    const now = () => days[windows.length] ?? days.at(-1)!;
    const check = async (window: string) => {
      windows.push(window);
      return failing.includes(windows.length - 1) ? ('failed' as const) : ('healthy' as const);
    };
    const job = watchLedger({ db: db.pool, log, everyMs: 5, now, check });
    await expect.poll(() => windows.length, { timeout: 60_000 }).toBeGreaterThan(5);
    await job.stop();
    expect(windows.slice(0, 6)).toEqual(['all', 'all', 'lastHour', 'all', 'all', 'lastHour']);
  });

  it('looks at everything each day though the process is started anew each day', async () => {
    const windows: [day: number, window: string][] = [];
    for (const day of [20, 21, 22]) {
      const check = async (window: string) => {
        windows.push([day, window]);
        return 'healthy' as const;
      };
      const before = windows.length;
      const job = watchLedger({ db: db.pool, log, everyMs: 5, now: () => Date.UTC(2026, 10, day, 3), check });
      await expect.poll(() => windows.length, { timeout: 60_000 }).toBeGreaterThan(before + 1);
      await job.stop();
    }
    expect(windows.filter(([, window]) => window === 'all').map(([day]) => day)).toEqual([20, 21, 22]);
  });

  it('ends a check that runs long, without a word', async () => {
    const holder = await db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE account IN ACCESS EXCLUSIVE MODE');
      const job = watchLedger({ db: db.pool, log, everyMs: 5 });
      const waits = async () => {
        const { rows } = await holder.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'account'::regclass`,
        );
        return rows[0]?.waiting;
      };
      await expect.poll(waits, { timeout: 60_000 }).toBe(1);
      await job.stop();
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(alarms).toEqual([]);
  });

  it('runs again and again, and stops', async () => {
    await db.pool.query('UPDATE account SET credits = credits + 1 WHERE owner_id IS NOT NULL AND credits > 0');
    const job = watchLedger({ db: db.pool, log, everyMs: 20 });
    await expect.poll(() => alarms.length, { timeout: 60_000 }).toBeGreaterThan(1);
    await job.stop();
    const after = alarms.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(alarms.length).toBe(after);
  });
});
