/** kill -9 in the middle of a fiat deposit: it is begun once, credited once, and not lost. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock as clock } from '#server/clock.ts';
import type { CrashPoint } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { insertPerson } from '#server/identity/store.ts';
import { balancesOf, checkLedger, openBooks } from '#server/ledger/index.ts';
import { letNameThrough } from '#server/verification/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { bundleOf } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { LIMIT_MS } from './size.ts';

/** What it brings, 10^-6. */
const BRINGS = 104_260_000n;
/** Where, and what the person has then. */
const POINTS: readonly (readonly [CrashPoint, bigint])[] = [
  ['fiat.stored', 0n],
  ['journal.posted', 0n],
  ['fiat.settled', 0n],
  ['fiat.committed', BRINGS],
];

let db: TestDatabase;
let folder: string;
let bundle: string;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-fiat-'));
  bundle = await bundleOf(fileURLToPath(new URL('./fiat-process.ts', import.meta.url)));
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function payer(): Promise<string> {
  const userId = randomUUID();
  const now = clock.now();
  await transaction(db.pool, async (tx) => {
    const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
    await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + 3_600_000 });
    await tx.query('UPDATE app_user SET email_confirmed_at = now() WHERE id = $1', [userId]);
    await letNameThrough(tx, userId);
  });
  return userId;
}

const run = (userId: string, crash?: CrashPoint) =>
  runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder, PERSON: userId }, crash });
const cashOf = async (userId: string) => (await balancesOf(db.pool, { ownerId: userId, realm: 'real' })).cash;

it(
  `kill -9 at ${POINTS.length} places of a fiat deposit`,
  async () => {
    for (const [point, held] of POINTS) {
      const userId = await payer();
      expect(await run(userId, point), point).toBe('SIGKILL');
      expect(await cashOf(userId), point).toBe(held);
      // The next process, and one more: credited, and once.
      expect([await run(userId), await run(userId)], point).toEqual([0, 0]);
      expect(await cashOf(userId), point).toBe(BRINGS);
      const { rows } = await db.pool.query('SELECT state FROM fiat_order WHERE user_id = $1', [userId]);
      expect(rows, point).toEqual([{ state: 'CREDITED' }]);
    }
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
    process.stdout.write(`fiat: ${POINTS.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
