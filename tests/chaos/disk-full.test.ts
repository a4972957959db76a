/**
 * A disk that is really full: prices, database and folder lie on a small file system in memory. Below the reserve nothing new is taken;
 * with nothing left ticks and batches fail for a while. When there is room again all goes on without a restart: nothing that was
 * acknowledged is lost, nothing is open past its end, and the log is short. A database that ends meanwhile is waited for.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#server/db/index.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { reportLines } from '#server/ledger/report.ts';
import { startProduct } from '#tests/e2e/product.ts';
import type { StartedProduct } from '#tests/e2e/product.ts';
import { caller, until } from '#tests/http-calls.ts';
import type { Answered } from '#tests/http-calls.ts';
import { demoPerson } from '#tests/server.ts';
import { smallDisk } from '#tests/processes/small-disk.ts';
import { LIMIT_MS } from './size.ts';
import { openStakes } from './verdict.ts';

const MB = 1_000_000;
const RESERVE_MB = 60;
/** The database of a new installation takes about a third. */
const disk = smallDisk(300 * MB);

let product: StartedProduct;

describe.runIf(disk !== null)('a full disk', () => {
  beforeAll(async () => {
    const dataDir = join(disk!.dir, 'data');
    product = await startProduct(() => ({
      FEED: 'simulated',
      DATA_DIR: dataDir,
      DISK_RESERVE_MB: String(RESERVE_MB),
    }));
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    disk!.remove();
  });

  it('stops what is new, and is over when there is room', { timeout: LIMIT_MS }, async () => {
    const ask = caller(product.origin);
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, no) => demoPerson(product.origin, `203.0.113.${no + 1}`)),
    );
    const place = (no: number): Promise<Answered> => {
      const body = { pair: 'BTC-USD', direction: 'UP', stake: '1.00', durationSec: 15, payout: 0.5 };
      const headers = { 'idempotency-key': randomUUID() };
      return ask('/api/v2/trade/predictions', { method: 'POST', token: people[no % 5]!.token, body, headers });
    };
    const parts = async () => (await ask('/readyz')).json['parts'];
    const acknowledged: string[] = [];
    for (let no = 0; no < 15; no += 1) {
      const answer = await place(no);
      expect(answer.status, answer.text).toBe(201);
      acknowledged.push(String(answer.json['id']));
      await pause(100);
    }

    disk!.fill(RESERVE_MB * MB - 20 * MB);
    await until('the end of placing', async () => ((await parts())?.['disk'] ? null : true));
    const refused = await place(0);
    expect([refused.status, refused.json['error']?.['code']]).toEqual([503, 'PlacingPaused']);
    expect(refused.headers.get('retry-after')).toBe('30');

    disk!.empty();
    disk!.fill();
    // Each tail file has a page to fill first; by then some of what is open has fallen due.
    await until('a tick without room', () => (product.said().includes('a tick could not be written') ? true : null));
    const whileFull = await place(1);
    expect(whileFull.status, whileFull.text).toBe(503);
    expect(whileFull.headers.get('retry-after')).not.toBeNull();

    disk!.empty();
    await until('a prediction that is taken', async () => {
      const answer = await place(2);
      expect([201, 503], answer.text).toContain(answer.status);
      if (answer.status === 201) acknowledged.push(String(answer.json['id']));
      return answer.status === 201 ? true : null;
    });
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200);

    const pool = createPool(urlOf(join(disk!.dir, 'data')), { max: 1 });
    await expect.poll(() => openStakes(pool), { timeout: 60_000, interval: 500 }).toBe(0);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM prediction');
    const report = await checkLedger(pool, { window: 'all' });
    await pool.end();
    expect(acknowledged.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
    expect(reportLines(report).filter(() => !report.healthy)).toEqual([]);

    const lines = product.said().split('\n');
    const alarms = lines.filter((line) => line.includes('"alarm":"disk"'));
    process.stdout.write(`full disk: ${acknowledged.length} acknowledged, ${lines.length} lines of log\n`);
    expect(alarms.some((line) => line.includes('a tick could not be written'))).toBe(true);
    expect(alarms.some((line) => line.includes('the disk is nearly full'))).toBe(true);
    expect(lines.length).toBeLessThan(120);
    expect(product.said()).not.toMatch(/"alarm":"parked"|ended unexpectedly/);
  });

  it(
    'keeps the database from starting where it has ended, and the product waits for room',
    {
      timeout: LIMIT_MS,
    },
    async () => {
      const ask = caller(product.origin);
      const { token } = await demoPerson(product.origin, '203.0.113.9');
      disk!.fill();
      const [pid] = readFileSync(join(disk!.dir, 'data', 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await until('a start without room', () =>
        /"alarm":"disk".*the database could not be started again/.test(product.said()) ? true : null,
      );
      expect((await ask('/readyz')).status).toBe(503);
      disk!.empty();
      await expect.poll(async () => (await ask('/readyz')).status, { timeout: 60_000, interval: 500 }).toBe(200);
      const body = { pair: 'BTC-USD', direction: 'UP', stake: '1.00', durationSec: 15, payout: 0.5 };
      const headers = { 'idempotency-key': randomUUID() };
      await until('a prediction that is taken', async () => {
        const { status } = await ask('/api/v2/trade/predictions', { method: 'POST', token, body, headers });
        return status === 201 ? true : null;
      });
    },
  );
});

/** Of the embedded database of a data folder, as its superuser. */
function urlOf(dataDir: string): string {
  const read = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();
  return `postgresql://postgres:${encodeURIComponent(read('password'))}@127.0.0.1:${read('port')}/tikvo`;
}
