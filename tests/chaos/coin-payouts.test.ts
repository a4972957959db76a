/** kill -9 in the middle of a withdrawal in coins, or of a sweep: it is neither lost nor paid twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import type { CrashPoint } from '#server/crash-points.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { checkLedger, openBooks } from '#server/ledger/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import type { LinePort } from '#server/net/line-port.ts';
import { listenForPayments } from '#server/treasury/signer/wallet-port.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { coinDepositAt, dueCoins, PAID, received } from '#tests/worlds/coin-payout-world.ts';
import { HAS_COIN_CHAIN, startCoinChain, type CoinWorld } from '#tests/worlds/coin-world.ts';
import { openWallet } from '#tests/worlds/payout-world.ts';
import { bundleOf } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { LIMIT_MS } from './size.ts';

/** Before it is mined, and when it is final. */
const SENDING: readonly CrashPoint[] = [
  'payout.accepted',
  'payout.reserved',
  'payout.signed',
  'payout.stored',
  'payout.sent',
  'payout.told',
];
const ENDING: readonly CrashPoint[] = ['journal.posted', 'payout.settled', 'payout.committed'];

/** The same of a sweep. */
const SWEEPING: readonly CrashPoint[] = [
  'journal.posted',
  'sweep.begun',
  'payout.signed',
  'payout.stored',
  'payout.sent',
];

let db: TestDatabase;
let chain: CoinWorld;
let port: LinePort;
let folder: string;
let bundle: string;

/** Looks once at what is to be sent; how the process ended. */
const look = (crash?: CrashPoint) => {
  const env = { RPC_LOCAL_COIN: chain.url, RPC_LOCAL_COIN_COOKIE: chain.cookieFile };
  return runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder, ...env }, crash });
};

describe.runIf(HAS_COIN_CHAIN)('money in coins', () => {
  beforeAll(async () => {
    chain = await startCoinChain();
    await chain.mine(10);
    db = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), 'tikvo-coin-payouts-'));
    bundle = await bundleOf(fileURLToPath(new URL('./payout-process.ts', import.meta.url)));
    const { signer } = await openWallet(folder);
    const log = { warn: () => undefined, error: () => undefined };
    const path = join(folder, 'wallet.sock');
    port = await listenForPayments({ signer, path, mode: 0o600, log, onFault: () => undefined });
    await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
    await look();
    await chain.mine(LOCAL_COIN_NETWORK.confirmations);
    await look();
  }, LIMIT_MS);
  afterAll(async () => {
    await port.close();
    await db.drop();
    await chain.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    `that is withdrawn is paid once after kill -9 at ${SENDING.length + ENDING.length} places`,
    async () => {
      for (const point of [...SENDING, ...ENDING]) {
        const { id, to } = await dueCoins(db, chain);
        if (ENDING.includes(point)) {
          await look();
          await chain.mine(LOCAL_COIN_NETWORK.confirmations);
        }
        expect(await look(point), point).toBe('SIGKILL');
        // The next process brings it on, and the one after that when it is final.
        expect(await look(), point).toBe(0);
        await chain.mine(LOCAL_COIN_NETWORK.confirmations);
        expect([await look(), await look()], point).toEqual([0, 0]);
        const { rows } = await db.pool.query(
          `SELECT w.state, w.tx_hash = p.tx_hash AS same, (SELECT count(*)::int FROM coin_attempt a WHERE a.payment = w.id) AS attempts
           FROM withdrawal w JOIN coin_payment p USING (id) WHERE w.id = $1`,
          [id],
        );
        expect(rows, point).toEqual([{ state: 'PAID', same: true, attempts: 1 }]);
        expect(await received(chain, to), point).toBe(PAID);
      }
      const all = SENDING.length + ENDING.length;
      const { invariants } = await checkLedger(db.pool, { window: 'all' });
      expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
      process.stdout.write(`withdrawals in coins: ${all} kills, 0 lost, 0 doubled\n`);
    },
    LIMIT_MS,
  );

  it(
    `that was deposited is swept once after kill -9 at ${SWEEPING.length + ENDING.length} places`,
    async () => {
      const [{ xpub } = { xpub: '' }] = readConfig({ RPC_LOCAL_COIN: chain.url }).coinNetworks;
      const both = [
        ...SWEEPING.map((point) => ({ point, isEnding: false })),
        ...ENDING.map((point) => ({ point, isEnding: true })),
      ];
      for (const [no, { point, isEnding }] of both.entries()) {
        const before = await hotBalance(db.pool, 'local-coin/LTC');
        const { depositId, units } = await coinDepositAt({ db, chain, xpub }, no, '0.25');
        await chain.mine(LOCAL_COIN_NETWORK.confirmations);
        if (isEnding) {
          await look();
          await chain.mine(LOCAL_COIN_NETWORK.confirmations);
        }
        expect(await look(point), point).toBe('SIGKILL');
        expect(await look(), point).toBe(0);
        await chain.mine(LOCAL_COIN_NETWORK.confirmations);
        expect([await look(), await look()], point).toEqual([0, 0]);
        const { rows } = await db.pool.query<{ state: string; fee: string; attempts: number }>(
          `SELECT p.state, a.fee, (SELECT count(*)::int FROM coin_attempt WHERE payment = p.id) AS attempts
           FROM deposit d JOIN coin_payment p ON p.id = d.sweep JOIN coin_attempt a ON a.tx_hash = p.tx_hash WHERE d.id = $1`,
          [depositId],
        );
        expect(rows, point).toMatchObject([{ state: 'DONE', attempts: 1 }]);
        expect(await hotBalance(db.pool, 'local-coin/LTC'), point).toBe(before + units - BigInt(rows[0]?.fee ?? 0));
      }
      const { rows } = await db.pool.query(`SELECT count(*)::int AS count FROM coin_payment WHERE kind = 'sweep'`);
      expect(rows).toEqual([{ count: both.length }]);
      const { invariants } = await checkLedger(db.pool, { window: 'all' });
      expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
      process.stdout.write(`sweeps of coins: ${both.length} kills, 0 lost, 0 doubled\n`);
    },
    LIMIT_MS,
  );
});
