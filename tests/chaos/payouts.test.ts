/** kill -9 in the middle of a withdrawal that is sent: it is neither lost nor paid twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import type { CrashPoint } from '#server/crash-points.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { LinePort } from '#server/net/line-port.ts';
import { Networks } from '#server/networks/index.ts';
import { listenForPayments } from '#server/treasury/signer/wallet-port.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { depositAt, dueWithdrawal, fundWallet, openWallet, USDT } from '#tests/worlds/payout-world.ts';
import { bundleOf } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { LIMIT_MS, SIZE } from './size.ts';

/** Before it is mined, and when it is final. */
const SENDING: readonly CrashPoint[] = [
  'payout.accepted',
  'payout.reserved',
  'payout.signed',
  'payout.stored',
  'payout.sent',
  'payout.told',
];
/** Of a deposit that is brought into the wallet: before its address has the fee, and before it is signed. */
const SWEEPING: readonly CrashPoint[] = ['sweep.begun', 'sweep.sent'];
const ENDING: readonly CrashPoint[] = ['journal.posted', 'payout.settled', 'payout.committed'];

let db: TestDatabase;
let chain: ChainWorld;
let port: LinePort;
let wallet: Hex;
let folder: string;
let bundle: string;

beforeAll(async () => {
  chain = await startChain();
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-payouts-'));
  bundle = await bundleOf(fileURLToPath(new URL('./payout-process.ts', import.meta.url)));
  const { signer, address } = await openWallet(folder);
  wallet = address;
  const log = { warn: () => undefined, error: () => undefined };
  port = await listenForPayments({
    signer,
    path: join(folder, 'wallet.sock'),
    mode: 0o600,
    log,
    onFault: () => undefined,
  });
  await fundWallet(db, chain, wallet);
}, LIMIT_MS);
afterAll(async () => {
  await port.close();
  await db.drop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Looks once at what is to be sent; how the process ended. */
const look = (crash?: CrashPoint) =>
  runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder, RPC_LOCAL: chain.url }, crash });

it(
  `kill -9 at ${SENDING.length + ENDING.length} places of a withdrawal that is sent, ${SIZE.payouts} at each, and ${SWEEPING.length} of a sweep`,
  async () => {
    const networks = new Networks({
      config: { networks: [{ network: LOCAL_NETWORK, rpc: [chain.url] }] },
      clock: { now: Date.now },
      log: { warn: () => undefined, error: () => undefined },
    });
    const client = networks.find('local')?.client;
    const has = async (address: Hex) => client?.balance(address, USDT);
    const kills = Array.from({ length: SIZE.payouts }, () => [...SENDING, ...ENDING]).flat();
    for (const point of kills) {
      const { id, to } = await dueWithdrawal(db);
      if (ENDING.includes(point)) {
        await look();
        await chain.mine(LOCAL_NETWORK.confirmations);
      }
      expect(await look(point), point).toBe('SIGKILL');
      // The next process brings it on, and the one after that when it is final.
      expect(await look(), point).toBe(0);
      await chain.mine(LOCAL_NETWORK.confirmations);
      expect([await look(), await look()], point).toEqual([0, 0]);
      const { rows } = await db.pool.query(
        'SELECT state, tx_hash IS NOT NULL AS hashed FROM withdrawal WHERE id = $1',
        [id],
      );
      expect(rows, point).toEqual([{ state: 'PAID', hashed: true }]);
      expect(await has(to), point).toBe(24_000_000n);
    }
    const { rows } = await db.pool.query(
      `SELECT count(*)::int AS nonces, max(nonce)::int AS last, count(DISTINCT id)::int AS payments FROM payout_nonce WHERE state = 'DONE'`,
    );
    const all = kills.length;
    expect(rows).toEqual([{ nonces: all, last: all - 1, payments: all }]);
    for (const [no, point] of SWEEPING.entries()) {
      const address = await depositAt({ db, chain }, no, 25_000_000n);
      const before = (await has(wallet)) ?? 0n;
      if (point === 'sweep.sent') {
        await look();
        await chain.mine(LOCAL_NETWORK.confirmations);
      }
      expect(await look(point), point).toBe('SIGKILL');
      for (let steps = 0; steps < 3; steps += 1) {
        expect(await look(), point).toBe(0);
        await chain.mine(LOCAL_NETWORK.confirmations);
      }
      expect(await look(), point).toBe(0);
      expect([await has(address), await has(wallet)], point).toEqual([0n, before + 25_000_000n]);
    }
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
    process.stdout.write(`payouts: ${all + SWEEPING.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
