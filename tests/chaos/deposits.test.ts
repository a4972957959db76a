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
import { addressOf, coinAddressOf } from '#server/deposits/addresses.ts';
import { insertPerson } from '#server/identity/store.ts';
import { balancesOf, checkLedger, openBooks } from '#server/ledger/index.ts';
import { letNameThrough } from '#server/verification/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { Networks } from '#server/networks/index.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { HAS_COIN_CHAIN, startCoinChain, type CoinWorld } from '#tests/worlds/coin-world.ts';
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
let coins: CoinWorld | null = null;
let folder: string;
let bundle: string;

beforeAll(async () => {
  chain = await startChain();
  if (HAS_COIN_CHAIN) coins = await startCoinChain();
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-deposits-'));
  bundle = await bundleOf(fileURLToPath(new URL('./deposit-process.ts', import.meta.url)));
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  await chain.stop();
  await coins?.stop();
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
const coinEnv = ({ url, cookieFile }: CoinWorld) => ({ RPC_LOCAL_COIN: url, RPC_LOCAL_COIN_COOKIE: cookieFile });
/** The same at the chain of coins. */
const lookAtCoins = (world: CoinWorld, crash?: CrashPoint) =>
  runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder, ...coinEnv(world) }, crash });

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

it.runIf(HAS_COIN_CHAIN)(
  `kill -9 at ${POINTS.length} places of a deposit of coins that was replaced first`,
  async () => {
    if (coins === null) throw new Error('no chain of coins');
    const world = coins;
    const [at] = new Networks({
      config: readConfig(coinEnv(world)),
      clock,
      log: { warn: () => undefined, error: () => undefined },
    }).coins;
    if (at === undefined) throw new Error('no network');
    expect(await lookAtCoins(world)).toBe(0);
    for (const [point, held] of POINTS) {
      const { userId } = await depositor();
      const address = await coinAddressOf({ db: db.pool, clock }, userId, at);
      const first = await world.send({ [address]: '0.5' });
      expect(await lookAtCoins(world), point).toBe(0);
      await world.replace(first, { [address]: '0.25' });
      await world.mine(at.network.confirmations);
      expect(await lookAtCoins(world, point), point).toBe('SIGKILL');
      expect(await cashOf(userId), point).toBe(held);
      expect([await lookAtCoins(world), await lookAtCoins(world)], point).toEqual([0, 0]);
      expect(await cashOf(userId), point).toBe(25_000_000n);
      const { rows } = await db.pool.query('SELECT state FROM deposit WHERE user_id = $1 ORDER BY raw', [userId]);
      expect(rows, point).toEqual([{ state: 'CREDITED' }, { state: 'REPLACED' }]);
    }
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
    process.stdout.write(`coins: ${POINTS.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
