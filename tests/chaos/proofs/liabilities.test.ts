/** kill -9 while a proof of liabilities is made: there is a whole one or none, and the next run makes the one that is missing. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { grantSandbox, openBooks } from '#server/ledger/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { bundleOf } from '../engine-channel.ts';
import { runToEnd } from '../run-to-end.ts';
import { FORM, LIMIT_MS } from '../size.ts';

const PEOPLE = FORM === 'short' ? 40 : 400;
const EACH = 1_500_000n;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 20, 17, 7);
/** Of a tree of 4,096 leaves, and of its tops. */
const BLOCKS = 16 + 1;

let db: TestDatabase;
let folder: string;
let bundle: string;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-liabilities-'));
  bundle = await bundleOf(fileURLToPath(new URL('./liability-process.ts', import.meta.url)));
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
  for (let no = 0; no < PEOPLE; no += 1) {
    const ownerId = randomUUID();
    await transaction(db.pool, (tx) =>
      grantSandbox(tx, { mode: 'sandbox', ownerId, amount: usdt(EACH), refId: ownerId }),
    );
  }
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (hour: number, crash?: string) =>
  runToEnd({
    bundle,
    env: { DATABASE_URL: db.url, DATA_DIR: folder, NOW: String(START + hour * HOUR_MS) },
    crash,
  });

async function stored(): Promise<Readonly<Record<'snapshots' | 'blocks' | 'entries', number>>> {
  const { rows } = await db.pool.query<Readonly<Record<'snapshots' | 'blocks' | 'entries', number>>>(
    `SELECT (SELECT count(*)::int FROM liability_snapshot) AS snapshots, (SELECT count(*)::int FROM liability_block) AS blocks,
       (SELECT count(*)::int FROM liability_entry) AS entries`,
  );
  return rows[0]!;
}

const whole = (snapshots: number) => ({ snapshots, blocks: snapshots * BLOCKS, entries: snapshots * PEOPLE });

it(
  `makes each proof of ${PEOPLE} people once and whole, killed three times on the way`,
  async () => {
    expect(await run(0, 'liabilities.begun')).toBe('SIGKILL');
    expect(await stored()).toEqual(whole(0));
    expect(await run(0, 'liabilities.stored')).toBe('SIGKILL');
    expect(await stored()).toEqual(whole(0));
    // It is stored, and nobody knows: the next run of its hour finds it.
    expect(await run(0, 'liabilities.committed')).toBe('SIGKILL');
    expect(await stored()).toEqual(whole(1));
    expect(await run(0)).toBe(0);
    expect(await stored()).toEqual(whole(1));
    // Two at once in the next hour.
    expect(await Promise.all([run(1), run(1)])).toEqual([0, 0]);
    expect(await stored()).toEqual(whole(2));
    const { rows } = await db.pool.query<{ total: string }>(
      `SELECT doc::jsonb #>> '{trees,0,total}' AS total FROM liability_snapshot`,
    );
    expect(rows.map(({ total }) => BigInt(total))).toEqual([EACH * BigInt(PEOPLE), EACH * BigInt(PEOPLE)]);
    process.stdout.write(`liabilities: ${PEOPLE} people, 3 kills, 0 halves\n`);
  },
  LIMIT_MS,
);
