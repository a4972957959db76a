/**
 * R-07 as people meet it: PostgreSQL is restarted (fast, at once), read-only for a while as after a failover, without a right that an
 * operator took away, and stopped for ten seconds, under the load of a running product. The API answers 503 with Retry-After and an id
 * that is in the log, never 500, keeps what it acknowledged, works again soon after PostgreSQL does, and leaves nothing open past its end.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, startEmbedded } from '#server/db/index.ts';
import type { EmbeddedDatabase } from '#server/db/index.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { reportLines } from '#server/ledger/report.ts';
import { startProduct } from '#tests/e2e/product.ts';
import type { StartedProduct } from '#tests/e2e/product.ts';
import { caller } from '#tests/http-calls.ts';
import { demoPerson } from '#tests/server.ts';
import { SEED, chanceOf, progress, sayAgainOnFailure } from './chance.ts';
import { History } from './history.ts';
import { LIMIT_MS, SIZE } from './size.ts';
import { openStakes } from './verdict.ts';

/** Of each kind: 20, middle 2; the short form does the first two once. */
const ROUNDS = SIZE.outages;
const KINDS: readonly { readonly name: string; readonly outage: () => Promise<void> }[] = [
  { name: 'fast', outage: () => restarted('SIGINT', 0) },
  { name: 'immediate', outage: () => restarted('SIGQUIT', 0) },
  { name: 'read-only', outage: () => readOnly() },
  { name: 'without a right', outage: () => withoutRight() },
  ...(ROUNDS > 1 ? [{ name: 'stopped for 10 s', outage: () => restarted('SIGINT', 10_000) }] : []),
];
/** The plan's 5 s are printed, not asked: a busy machine is no fault. That it never comes back is one. */
const PLAN_MS = 5_000;
const RECOVERY_MS = 60_000;
const PEOPLE = 10;
const PREDICTIONS = '/api/v2/trade/predictions';
const quiet = { info: () => undefined, warn: () => undefined };

let folder: string;
let database: EmbeddedDatabase;
let product: StartedProduct;
let crowd: Crowd;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-api-outage-'));
  database = await startEmbedded({ dataDir: join(folder, 'database'), log: quiet });
  product = await startProduct(() => ({ FEED: 'simulated', DATABASE_URL: database.url }));
}, 120_000);
afterAll(async () => {
  await product.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function restarted(signal: NodeJS.Signals, awayMs: number): Promise<void> {
  process.kill(database.pid, signal);
  await database.ended;
  await pause(awayMs);
  database = await startEmbedded({ dataDir: join(folder, 'database'), log: quiet });
}

/** Until a balancer can see it: nothing is stored, so that the engine is not ready. */
async function readOnly(): Promise<void> {
  const admin = createPool(database.adminUrl, { max: 1, settings: { default_transaction_read_only: 'off' } });
  const set = async (value: string) => {
    await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await admin.query('SELECT pg_reload_conf()');
  };
  const ready = async () => {
    const { status, json } = await caller(product.origin)('/readyz');
    return [status, json['status'], json['parts']?.['database'], json['parts']?.['engine']];
  };
  await set('on');
  await expect.poll(ready, { timeout: RECOVERY_MS }).toEqual([503, 'unavailable', true, false]);
  await set('off');
  await admin.end();
  await expect.poll(ready, { timeout: RECOVERY_MS }).toEqual([200, 'ok', true, true]);
}

/** Somebody takes the right to store predictions away, until people were told so. */
async function withoutRight(): Promise<void> {
  const admin = createPool(database.adminUrl, { max: 1 });
  const { username } = new URL(database.url);
  await admin.query(`REVOKE INSERT ON prediction FROM "${username}"`);
  const before = crowd.refused.length;
  await expect.poll(() => crowd.refused.length - before, { timeout: RECOVERY_MS }).toBeGreaterThan(PEOPLE);
  await admin.query(`GRANT INSERT ON prediction TO "${username}"`);
  await admin.end();
}

/** Everybody asks for predictions and reads; every answer is counted, what was acknowledged is kept. */
class Crowd {
  readonly answers = new Map<string, number>();
  readonly wrong: string[] = [];
  readonly acknowledged: string[] = [];
  /** Ids of the requests that were told of an outage. */
  readonly refused: string[] = [];
  /** Calls that were under way, or began, while the database was away: each is refused with 503, or waits and is answered. */
  met = 0;
  readonly #ask = caller(product.origin);
  #open = 0;
  #away = false;
  #stopped = false;

  async run(tokens: readonly string[]): Promise<void> {
    await Promise.all(tokens.map((token) => this.#person(token)));
  }

  stop(): void {
    this.#stopped = true;
  }

  async whileAway(act: () => Promise<void>): Promise<void> {
    this.#away = true;
    this.met += this.#open;
    await act();
    this.#away = false;
  }

  async #person(token: string): Promise<void> {
    for (let no = 0; !this.#stopped; no += 1) {
      const body = { pair: 'BTC-USD', direction: 'UP', stake: '1.00', durationSec: 15, payout: 0.5 };
      const headers = { 'idempotency-key': randomUUID() };
      if (no % 4 === 0) await this.#call('POST', PREDICTIONS, { token, body, headers });
      await this.#call('GET', `${PREDICTIONS}?status=open`, { token });
      await this.#call('GET', '/api/v2/user/profile', { token });
      await this.#call('GET', '/api/v2/trade/pairs', { token });
      await pause(100);
    }
  }

  async #call(method: 'GET' | 'POST', path: string, asked: Parameters<ReturnType<typeof caller>>[1]): Promise<void> {
    if (this.#away) this.met += 1;
    this.#open += 1;
    const answer = await this.#ask(path, { ...asked, method }).catch((error: Error) => error);
    this.#open -= 1;
    if (answer instanceof Error) {
      this.wrong.push(
        `${method} ${path} had no answer: ${(answer.cause as Error | undefined)?.message ?? answer.message}`,
      );
      return;
    }
    const { status } = answer;
    this.answers.set(`${status}`, (this.answers.get(`${status}`) ?? 0) + 1);
    if (status === 201) this.acknowledged.push(String(answer.json['id']));
    if (status === 503 && answer.headers.get('retry-after') === null)
      this.wrong.push(`${path}: 503 without Retry-After`);
    if (status === 503 && answer.json['error']?.['code'] === 'UnexpectedError')
      this.refused.push(String(answer.json['requestId']));
    if (status >= 500 && status !== 503)
      this.wrong.push(`${method} ${path} answered ${status}: ${answer.text.slice(0, 200)}`);
  }

  /** Resolves when somebody's prediction is taken again; gives how long it took, ms. */
  async recovered(): Promise<number> {
    const [begin, before] = [performance.now(), this.acknowledged.length];
    while (this.acknowledged.length === before) {
      if (performance.now() - begin > 120_000) throw new Error(`not again: ${JSON.stringify([...this.answers])}`);
      await pause(10);
    }
    return performance.now() - begin;
  }
}

it(
  `PostgreSQL is restarted under the API, ${ROUNDS} times in each of ${KINDS.length} ways, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const chance = chanceOf('outages');
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, no) => demoPerson(product.origin, `203.0.113.${no + 1}`)),
    );
    crowd = new Crowd();
    const running = crowd.run(people.map(({ token }) => token));
    await crowd.recovered();
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { outage } of KINDS) {
        await pause(200 + chance.next() * 300);
        await crowd.whileAway(outage);
        waits.push(await crowd.recovered());
      }
      progress('outages of each kind', { done: round + 1, of: ROUNDS, every: 2 });
    }
    crowd.stop();
    await running;

    const pool = createPool(database.url, { max: 1 });
    // Without a restart of the product.
    await expect.poll(() => openStakes(pool), { timeout: RECOVERY_MS, interval: 500 }).toBe(0);
    const { rows } = await pool.query<{ lost: string }>(
      'SELECT count(*) AS lost FROM unnest($1::uuid[]) AS told(id) LEFT JOIN prediction p ON p.id = told.id WHERE p.id IS NULL',
      [crowd.acknowledged],
    );
    const report = await checkLedger(pool, { window: 'all' });
    const history = await (await History.open(pool)).follow();
    await pool.end();
    process.stdout.write(
      `API outages: ${waits.length}, back after ms ${waits.map(Math.round).join(' ')} (${waits.filter((ms) => ms <= PLAN_MS).length} within ${PLAN_MS}); ${crowd.met} calls met one; answers ${JSON.stringify(Object.fromEntries(crowd.answers))}\n`,
    );
    expect(crowd.wrong).toEqual([]);
    expect(crowd.refused.length, 'calls that were told of an outage').toBeGreaterThan(0);
    const said = product.said();
    expect(crowd.refused.filter((id) => !said.includes(`"requestId":"${id}"`))).toEqual([]);
    expect(said).not.toContain('"alarm":"parked"');
    expect(Number(rows[0]?.lost)).toBe(0);
    expect(history).toEqual([]);
    expect(reportLines(report).filter(() => !report.healthy)).toEqual([]);
    expect(crowd.met, 'calls that met an outage').toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThan(RECOVERY_MS);
  },
  LIMIT_MS,
);
