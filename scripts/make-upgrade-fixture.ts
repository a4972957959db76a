/**
 * Makes what `tests/scenarios/operating/upgrade.test.ts` upgrades: a data folder and a database that an older version left, with people who
 * traded on it. `npx tsx scripts/make-upgrade-fixture.ts REVISION [BUILT]`: builds that revision in a folder of its own (or takes the checkout BUILT, where it is built already), uses it for a minute with
 * simulated prices, stops it and writes tests/upgrade/REVISION.json.gz. The database is kept as rows: migrations are never edited, so
 * that the older schema is made of today's files.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { createPool, startEmbedded } from '#server/db/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { freePort } from '#tests/started.ts';
import { ROOT } from '#tests/tree.ts';
import type { Left, UpgradeFixture } from '#tests/upgrade/fixture.ts';

const PREDICTIONS = '/api/v2/trade/predictions';

async function placed(answer: Promise<Answered>): Promise<Answered> {
  const got = await answer;
  if (got.status !== 201) throw new Error(`not placed: ${got.status} ${got.text}`);
  return got;
}

/** Settled and open predictions, one that waits for its moment, an order that rests, a position, a limit, and two demo people. */
async function live(ask: Ask): Promise<Left> {
  const login = await ask('/api/v2/auth/login', {
    method: 'POST',
    body: { email: 'user@sandbox.example', password: SAMPLE_PASSWORD },
  });
  const token = String(login.json['accessToken']);
  const demo = await placed(ask('/api/v2/auth/demo-session', { method: 'POST', body: {} }));
  const post = (path: string, body: object, who = token) =>
    placed(ask(path, { method: 'POST', token: who, body, headers: { 'idempotency-key': randomUUID() } }));
  const predict = (direction: string, durationSec: number, who = token) =>
    post(PREDICTIONS, { pair: 'BTC-USD', direction, stake: '25.00', durationSec, payout: 0.5 }, who);
  const read = async (path: string) => (await ask(path, { token })).json;

  for (const direction of ['UP', 'DOWN', 'UP', 'DOWN']) await predict(direction, 30);
  await predict('UP', 30, String(demo.json['accessToken']));
  await until('results', async () => {
    const { items } = (await read(`${PREDICTIONS}?status=settled`)) as unknown as { items: readonly object[] };
    return items.length === 4 ? true : null;
  });
  const round = await until('a round with quotes', async () => {
    const { items } = (await read('/api/v2/trade/rounds?pair=BTC-USD')) as unknown as {
      items: readonly { status: string; quoted: boolean; windowSec: number; marketId: string }[];
    };
    return items.find((one) => one.status === 'OPEN' && one.quoted && one.windowSec >= 3_600);
  });
  const order = (more: object) =>
    post('/api/v2/orders', { marketId: round.marketId, outcome: 'UP', side: 'BUY', ...more });
  await order({ type: 'MARKET', amount: '10.00', worstPrice: '0.95' });
  await order({ type: 'LIMIT', price: '0.05', shares: '40' });
  await ask('/api/v2/user/limits', { method: 'POST', token, body: { limits: [{ name: 'loss_day', amount: '900' }] } });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await post('/api/v2/trade/scheduled', {
    pair: 'ETH-USD',
    direction: 'UP',
    stake: '5.00',
    durationSec: 60,
    minPayout: 0.5,
    at,
  });
  for (const direction of ['UP', 'DOWN']) await predict(direction, 300);
  const closed = (await read(`${PREDICTIONS}?status=settled`)) as unknown as { items: readonly { id: string }[] };
  const receipts = await Promise.all(closed.items.map(({ id }) => read(`${PREDICTIONS}/${id}/receipt`)));
  return {
    closed: closed.items,
    open: ((await read(`${PREDICTIONS}?status=open`)) as unknown as Left['page']).items,
    orders: ((await read('/api/v2/orders?status=open')) as unknown as Left['page']).items,
    positions: ((await read('/api/v2/positions')) as unknown as Left['page']).items,
    fills: ((await read('/api/v2/fills')) as unknown as Left['page']).items,
    notifications: ((await read('/api/v2/notifications')) as unknown as Left['page']).items,
    scheduled: ((await read('/api/v2/trade/scheduled')) as unknown as Left['page']).items,
    balances: (await read('/api/v2/user/profile'))['balances'],
    receipts,
  } as unknown as Left;
}

async function rowsOf(db: Pool): Promise<UpgradeFixture['database']> {
  const { rows: tables } = await db.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname`,
  );
  const kept = [];
  for (const { name, columns } of tables) {
    // The months of bars that a simulated market begins with are 99 % of the bytes; some of them are enough.
    const limit = name === 'bar_blob' ? 'LIMIT 40' : '';
    const { rows } = await db.query<{ rows: string }>(
      `SELECT coalesce(jsonb_agg(to_jsonb(whole_row)), '[]')::text AS rows FROM (SELECT * FROM "${name}" ${limit}) whole_row`,
    );
    kept.push({ name, columns, rows: rows[0]?.rows ?? '[]' });
  }
  const { rows: sequences } = await db.query<{ name: string; last: string | null }>(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'`,
  );
  const { rows: migrations } = await db.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY number');
  return { migrations: migrations.map(({ name }) => name), tables: kept, sequences };
}

function filesOf(folder: string): UpgradeFixture['files'] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.pid'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path), base64: readFileSync(path).toString('base64') }));
}

function built(revision: string, code: string): string {
  execFileSync('git', ['worktree', 'add', '--detach', code, revision], { cwd: ROOT, stdio: 'inherit' });
  execFileSync('npm', ['ci'], { cwd: code, stdio: 'inherit' });
  execFileSync('npm', ['run', 'build'], { cwd: code, stdio: 'inherit' });
  return code;
}

async function run(revision: string, code: string, folder: string): Promise<UpgradeFixture> {
  const dataDir = join(folder, 'data');
  const cluster = await startEmbedded({
    dataDir: join(folder, 'cluster'),
    log: { info: () => undefined, warn: () => undefined },
  });
  const port = await freePort();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url,
    PORT: String(port),
    FEED: 'simulated',
    LOG_LEVEL: 'warn',
  };
  const product = spawn(process.execPath, [join(code, 'build/server/start.js')], {
    cwd: code,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const ended = new Promise((resolve) => product.once('close', resolve));
  const ask = caller(`http://127.0.0.1:${port}`);
  const ready = () =>
    ask('/readyz').then(
      ({ status }) => (status === 200 ? true : null),
      () => null,
    );
  await until('the product', ready, 120_000);
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const left = await live(ask);
  product.kill('SIGTERM');
  await ended;
  const db = createPool(cluster.adminUrl, { max: 1 });
  const database = await rowsOf(db);
  await db.end();
  await cluster.stop();
  return { revision, left, database, files: filesOf(dataDir) };
}

const [revision = '', given] = process.argv.slice(2);
if (!/^[0-9a-f]{7,40}$/.test(revision)) throw new Error('Name a revision, as 48ab260.');
const folder = mkdtempSync(join(tmpdir(), 'tikvo-upgrade-'));
try {
  const fixture = await run(revision, given ?? built(revision, join(folder, 'code')), folder);
  const file = join(ROOT, `tests/upgrade/${revision}.json.gz`);
  writeFileSync(file, gzipSync(JSON.stringify(fixture), { level: 9 }));
  console.log(`${file}: ${fixture.database.tables.length} tables, ${fixture.files.length} files`);
} finally {
  if (given === undefined) execFileSync('git', ['worktree', 'remove', '--force', join(folder, 'code')], { cwd: ROOT });
  rmSync(folder, { recursive: true, force: true });
}
