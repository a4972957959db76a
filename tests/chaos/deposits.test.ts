/** kill -9 in the middle of a deposit: it is neither lost nor credited twice. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import type { CrashPoint } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { addressOf } from '#server/deposits/addresses.ts';
import { insertPerson } from '#server/identity/store.ts';
import { balancesOf, checkLedger, openBooks } from '#server/ledger/index.ts';
import { letNameThrough } from '#server/verification/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { bundleOf } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { LIMIT_MS } from './size.ts';

/** Where, and what the person has then. */
const POINTS: readonly (readonly [CrashPoint, bigint])[] = [
  ['deposit.seen', 0n],
  ['journal.posted', 0n],
  ['deposit.credited', 0n],
  ['deposit.committed', 25_000_000n],
];
const USDT = LOCAL_NETWORK.tokens[0]?.address as Hex;

let db: TestDatabase;
let chain: ChainWorld;
let folder: string;
let bundle: string;

beforeAll(async () => {
  chain = await startChain();
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-deposits-'));
  bundle = await bundleOf(fileURLToPath(new URL('./deposit-process.ts', import.meta.url)));
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function depositor(): Promise<{ userId: string; address: string }> {
  const userId = randomUUID();
  const now = clock.now();
  await transaction(db.pool, async (tx) => {
    const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
    await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + 3_600_000 });
    await tx.query('UPDATE app_user SET email_confirmed_at = now() WHERE id = $1', [userId]);
    await letNameThrough(tx, userId);
  });
  return { userId, address: await addressOf({ config: readConfig({}), db: db.pool, clock }, userId) };
}

/** Looks once at the chain; how the process ended. */
const look = (crash?: CrashPoint) =>
  runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder, RPC_LOCAL: chain.url }, crash });

const cashOf = async (userId: string) => (await balancesOf(db.pool, { ownerId: userId, realm: 'real' })).cash;

it(
  `kill -9 at ${POINTS.length} places of a deposit`,
  async () => {
    expect(await look()).toBe(0);
    for (const [point, held] of POINTS) {
      const { userId, address } = await depositor();
      await chain.send({ token: USDT, to: address, amount: 25_000_000n });
      await chain.mine(LOCAL_NETWORK.confirmations);
      expect(await look(point), point).toBe('SIGKILL');
      expect(await cashOf(userId), point).toBe(held);
      // The next process, and one more: credited, and once.
      expect([await look(), await look()], point).toEqual([0, 0]);
      expect(await cashOf(userId), point).toBe(25_000_000n);
      const { rows } = await db.pool.query('SELECT state FROM deposit WHERE user_id = $1', [userId]);
      expect(rows, point).toEqual([{ state: 'CREDITED' }]);
    }
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
    process.stdout.write(`deposits: ${POINTS.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
