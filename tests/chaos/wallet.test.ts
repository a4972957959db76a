/** kill -9 while a wallet is opened, and while what came to it later is booked: it comes into the books once, or not at all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import type { CrashPoint } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { checkLedger, openBooks } from '#server/ledger/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import type { LinePort } from '#server/net/line-port.ts';
import { LocalFaucet } from '#server/networks/local/faucet.ts';
import { listenForPayments } from '#server/treasury/signer/wallet-port.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { openWallet, USDT } from '#tests/worlds/payout-world.ts';
import { bundleOf } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { LIMIT_MS } from './size.ts';

const HAS = 1_000_000_000n;
const MORE = 250_000_000n;
/** How the process says that nothing was opened. */
const NOT = 3;
const POINTS: readonly CrashPoint[] = ['journal.posted', 'wallet.opened'];
const BOOKING: readonly CrashPoint[] = ['journal.posted', 'wallet.moved'];

let db: TestDatabase;
let chain: ChainWorld;
let port: LinePort;
let folder: string;
let bundle: string;

beforeAll(async () => {
  chain = await startChain();
  db = await testDatabase();
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
  folder = mkdtempSync(join(tmpdir(), 'tikvo-wallet-'));
  bundle = await bundleOf(fileURLToPath(new URL('./wallet-process.ts', import.meta.url)));
}, LIMIT_MS);
afterAll(async () => {
  await port.close();
  await db.drop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (env: Readonly<Record<string, string>>, crash?: CrashPoint) =>
  runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder, RPC_LOCAL: chain.url, ...env }, crash });
const open = (crash?: CrashPoint) => run({}, crash);
const books = async () => ({
  wallets: (await db.pool.query('SELECT address FROM payout_wallet')).rows.length,
  usdt: await hotBalance(db.pool, 'local/USDT'),
  gas: (await db.pool.query('SELECT 1 FROM gas_entry')).rows.length,
});

it(
  `kill -9 at ${POINTS.length} places while a wallet is opened, and ${BOOKING.length} while what came later is booked`,
  async () => {
    const { signer, address } = await openWallet(folder);
    const quiet = { warn: () => undefined, error: () => undefined };
    const path = join(folder, 'wallet.sock');
    port = await listenForPayments({ signer, path, mode: 0o600, log: quiet, onFault: () => undefined });
    const nothing = { wallets: 0, usdt: 0n, gas: 0 };
    // Without the coin that fees are paid in, and before what came is final.
    expect([await open(), await books()]).toEqual([NOT, nothing]);
    await new LocalFaucet(chain.url).sendEther(address, 10n ** 18n);
    await chain.send({ token: USDT, to: address, amount: HAS });
    await chain.mine();
    expect([await open(), await books()]).toEqual([NOT, nothing]);
    await chain.mine(LOCAL_NETWORK.confirmations + 1);
    for (const point of POINTS) expect([await open(point), await books()], point).toEqual(['SIGKILL', nothing]);
    const opened = { wallets: 1, usdt: HAS, gas: 1 };
    // Two at once: one of them opens it.
    const both = await Promise.all([open(), open()]);
    expect(new Set(both)).toEqual(new Set([0, NOT]));
    expect([await books(), await open(), await books()]).toEqual([opened, NOT, opened]);
    // The house brings more: booked once, or not at all.
    const moved = await chain.send({ token: USDT, to: address, amount: MORE });
    await chain.mine(LOCAL_NETWORK.confirmations);
    const book = (crash?: CrashPoint) => run({ MOVED: moved }, crash);
    for (const point of BOOKING) expect([await book(point), await books()], point).toEqual(['SIGKILL', opened]);
    expect(new Set(await Promise.all([book(), book()]))).toEqual(new Set([0, NOT]));
    expect([await book(), await books()]).toEqual([NOT, { ...opened, usdt: HAS + MORE }]);
    expect((await db.pool.query('SELECT 1 FROM wallet_difference WHERE ended_at IS NULL')).rowCount).toBe(0);
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
    process.stdout.write(`wallet: ${POINTS.length + BOOKING.length} kills, opened once, booked once\n`);
  },
  LIMIT_MS,
);
