import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from '#server/deposits/store-unswept.ts';
import { checkLedger, openBooks } from '#server/ledger/index.ts';
import { holdingsOf } from '#server/ledger/treasury/store-holdings.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import { Networks, type OpenCoinNetwork } from '#server/networks/index.ts';
import { compareCoinWallet } from '#server/treasury/coins/compare.ts';
import { sendCoinsOnce } from '#server/treasury/coins/sender.ts';
import type { SendingParts } from '#server/treasury/parts.ts';
import { readWalletKeys } from '#server/treasury/signer/wallet-keys.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { scratch } from '#tests/scratch.ts';
import { coinDepositAt, dueCoins, received } from '#tests/worlds/coin-payout-world.ts';
import { HAS_COIN_CHAIN, startCoinChain, type CoinWorld } from '#tests/worlds/coin-world.ts';
import { openWallet } from '#tests/worlds/payout-world.ts';

let db: TestDatabase;
let chain: CoinWorld;
let folder: string;
let at: OpenCoinNetwork;
let parts: SendingParts;
let aheadMs = 0;
const clock = { now: () => systemClock.now() + aheadMs };
const told: string[] = [];
const tell = (_: unknown, text?: string) => void told.push(text ?? '');
const log = { info: tell, warn: tell, error: tell };
const NEEDED = LOCAL_COIN_NETWORK.confirmations;
/** A quarter of a coin. */
const QUARTER = 25_000_000n;

const look = () => sendCoinsOnce(parts, at);
const finish = async () => {
  await look();
  await chain.mine(NEEDED);
  await look();
};
const deposit = (no: number, coins = '0.25') => coinDepositAt({ db, chain, xpub: at.xpub }, no, coins);
/** Has the wallet what its books expect, to the unit? */
const compares = async () => {
  const { address } = (await parts.payouts.walletOf(db.pool, 'local-coin')) ?? { address: '' };
  return (await compareCoinWallet(parts, at, address)).every(({ expected, has }) => expected === has);
};
const hot = () => hotBalance(db.pool, 'local-coin/LTC');
const booked = async (kind: string) => {
  const { rows } = await db.pool.query(
    `SELECT (debits - credits)::bigint::text AS has FROM account WHERE kind = $1 AND asset = 3 AND owner_id IS NULL`,
    [kind],
  );
  return BigInt(rows[0]?.has ?? 0);
};
interface SweepRow {
  readonly id: string;
  readonly state: string;
  readonly units: string;
  readonly fee: string;
  readonly raw: string;
  readonly attempts: number;
}
const sweeps = async (): Promise<readonly SweepRow[]> =>
  (
    await db.pool.query(
      `SELECT p.id, p.state, p.units, a.fee, a.raw, a.no::int AS attempts FROM coin_payment p
       JOIN LATERAL (SELECT * FROM coin_attempt WHERE payment = p.id ORDER BY no DESC LIMIT 1) a ON true
       WHERE p.kind = 'sweep' ORDER BY p.taken_at, p.id`,
    )
  ).rows;
const last = async () => (await sweeps()).at(-1) ?? expect.fail('nothing was swept');
const sweptBy = async (id: string) =>
  (await db.pool.query('SELECT sweep FROM deposit WHERE id = $1', [id])).rows[0].sweep as string | null;

describe.runIf(HAS_COIN_CHAIN)('deposits of coins', () => {
  beforeAll(async () => {
    chain = await startCoinChain();
    await chain.mine(20);
    db = await testDatabase();
    folder = mkdtempSync(join(scratch(), 'tikvo-coin-sweeps-'));
    const { signer } = await openWallet(folder);
    const config = readConfig({ RPC_LOCAL_COIN: chain.url, RPC_LOCAL_COIN_COOKIE: chain.cookieFile });
    const networks = new Networks({ config, clock, log });
    at = networks.coins[0] ?? expect.fail();
    const payouts = createPayouts({ clock, ...UNGUARDED });
    const unswept = { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep };
    parts = { db: db.pool, clock, log, payouts, signer, deposited: async () => [], unswept };
    await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
    await look();
    await chain.mine(NEEDED);
    await look();
  }, 180_000);
  afterAll(async () => {
    await db.drop();
    await chain.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => (told.length = 0));

  it('come into the wallet together, less the fee of one transaction, and pay people from there', async () => {
    expect((await parts.signer.wallet()).coins[0]?.xpub).toBe(at.xpub);
    const before = await hot();
    const [one, two] = [await deposit(1), await deposit(2)];
    await chain.mine(NEEDED - 1);
    await look();
    const first = await last();
    expect([first.state, first.units, await booked('treasury_transit')]).toEqual(['OPEN', '50000000', 2n * QUARTER]);
    expect([await sweptBy(one.depositId), await sweptBy(two.depositId)]).toEqual([first.id, first.id]);
    // Another at an address that was swept: it goes with the next.
    const three = await deposit(1);
    expect([await compares(), await hot(), await sweptBy(three.depositId)]).toEqual([true, before, null]);
    await chain.mine(NEEDED);
    await look();
    await finish();
    const done = await sweeps();
    expect(done.map(({ state, units }) => [state, units])).toEqual([
      ['DONE', '50000000'],
      ['DONE', '25000000'],
    ]);
    const fees = done.reduce((sum, { fee }) => sum + BigInt(fee), 0n);
    expect([await hot(), await booked('network_fee')]).toEqual([before + 3n * QUARTER - fees, fees]);
    expect([await booked('treasury_deposit'), await booked('treasury_transit'), await compares()]).toEqual([
      0n,
      0n,
      true,
    ]);
    const { id, to } = await dueCoins(db, chain);
    await finish();
    const { rows } = await db.pool.query('SELECT state FROM withdrawal WHERE id = $1', [id]);
    expect([rows[0].state, await received(chain, to), await compares()]).toEqual(['PAID', QUARTER, true]);
  }, 120_000);

  it('stay where they are while they are not credited, not final, or not worth their fee', async () => {
    const count = (await sweeps()).length;
    const [held, small, young] = [await deposit(3), await deposit(4, '0.00006'), await deposit(5)];
    await db.pool.query(`UPDATE deposit SET state = 'QUARANTINE', reason = 'over_limit' WHERE id = $1`, [
      held.depositId,
    ]);
    await chain.mine(NEEDED - 2);
    await look();
    expect([(await sweeps()).length, await sweptBy(small.depositId), await sweptBy(young.depositId)]).toEqual([
      count,
      null,
      null,
    ]);
    await chain.mine();
    await finish();
    expect([await sweptBy(held.depositId), await sweptBy(small.depositId)]).toEqual([null, null]);
    expect(await last()).toMatchObject({ state: 'DONE', units: '25000000' });
    expect(await holdingsOf(db.pool, 'local-coin')).toEqual([
      { coin: 'LTC', hot: await hot(), deposits: QUARTER + 6_000n, transit: 0n, cold: 0n },
    ]);
    await db.pool.query(`UPDATE deposit SET state = 'CREDITED', reason = NULL WHERE id = $1`, [held.depositId]);
    await finish();
    expect([await booked('treasury_deposit'), await compares()]).toEqual([6_000n, true]);
  }, 120_000);

  it('get a higher fee when they are stuck, and count once, whichever transaction is mined', async () => {
    const before = await hot();
    await deposit(6);
    await chain.mine(NEEDED);
    await look();
    const first = await last();
    for (let block = 0; block < 61; block += 1) await chain.mineOnly([]);
    await look();
    const second = await last();
    expect([second.id, second.attempts, BigInt(second.fee) > BigInt(first.fee)]).toEqual([first.id, 2, true]);
    await chain.mineOnly([first.raw]);
    expect(await compares()).toBe(true);
    await chain.mine(NEEDED);
    await look();
    expect([(await last()).state, await hot()]).toEqual(['DONE', before + QUARTER - BigInt(first.fee)]);
    expect(await compares()).toBe(true);
  }, 120_000);

  it('are told to the nodes again where the chain takes their block back', async () => {
    const before = await hot();
    await deposit(7);
    await chain.mine(NEEDED);
    await look();
    const { raw, fee } = await last();
    const block = await chain.mineOnly([raw]);
    await chain.client.call('invalidateblock', [block]);
    await look();
    expect([(await last()).state, await hot(), await compares()]).toEqual(['OPEN', before, true]);
    aheadMs += 61_000;
    await finish();
    expect([(await last()).state, await hot()]).toEqual(['DONE', before + QUARTER - BigInt(fee)]);
  });

  it('pause payouts where somebody else has spent one, and what is left is swept anew', async () => {
    const before = await hot();
    const [stolen, left] = [await deposit(8), await deposit(9)];
    await chain.mine(NEEDED);
    await look();
    const sweep = await last();
    await chain.mineOnly([await theft(stolen, 8)]);
    await look();
    expect((await last()).state).toBe('FAILED');
    expect([await sweptBy(stolen.depositId), await sweptBy(left.depositId)]).toEqual([sweep.id, null]);
    expect((await parts.payouts.walletOf(db.pool, 'local-coin'))?.paused).toBe('spent');
    expect(told.some((text) => text.includes('none of ours'))).toBe(true);
    expect([await booked('treasury_transit'), await compares()]).toEqual([0n, true]);
    await look();
    expect((await sweeps()).filter(({ state }) => state === 'OPEN')).toEqual([]);
    await parts.payouts.pause(db.pool, 'local-coin', null);
    await finish();
    const next = await last();
    expect([next.state, next.units, await hot()]).toEqual(['DONE', '25000000', before + QUARTER - BigInt(next.fee)]);
    expect([await sweptBy(left.depositId), await compares()]).toEqual([next.id, true]);
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found, name }) => found > 0 && name !== 'I9')).toEqual([]);
  });
});

/** A transaction that whoever has the deposit key too could make. */
async function theft({ txid, vout, units }: Awaited<ReturnType<typeof deposit>>, child: number): Promise<string> {
  const keys = await readWalletKeys(join(folder, 'keys', 'wallet.json'), { make: true });
  const own = keys.coins.get('local-coin')?.deposits;
  if (own === null || own === undefined) throw new Error('there is no key of deposit addresses');
  const { secret, publicKey } = own.child(child);
  const { prefix, base58 } = LOCAL_COIN_NETWORK;
  const spelling = { bech32: prefix, ...base58, wif: 0 };
  const made = new Transaction({ version: 2 });
  const { script } = p2wpkh(publicKey, spelling);
  made.addInput({ txid, index: vout, witnessUtxo: { script, amount: units } });
  made.addOutputAddress(await chain.address(), units - 10_000n, spelling);
  made.sign(secret);
  made.finalize();
  return made.hex;
}
