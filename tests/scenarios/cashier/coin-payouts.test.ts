import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from '#server/deposits/store-unswept.ts';
import { balancesOf, checkLedger, openBooks } from '#server/ledger/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import { Networks, type OpenCoinNetwork } from '#server/networks/index.ts';
import { sendCoinsOnce } from '#server/treasury/coins/sender.ts';
import type { CoinPaymentTerms } from '#server/treasury/signer/coin-terms.ts';
import type { SendingParts } from '#server/treasury/parts.ts';
import { Reconciler } from '#server/treasury/reconcile/reconciler.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { scratch } from '#tests/scratch.ts';
import { dueCoins, PAID, received } from '#tests/worlds/coin-payout-world.ts';
import { HAS_COIN_CHAIN, startCoinChain, type CoinWorld } from '#tests/worlds/coin-world.ts';
import { openWallet } from '#tests/worlds/payout-world.ts';

let db: TestDatabase;
let chain: CoinWorld;
let folder: string;
let networks: Networks;
let at: OpenCoinNetwork;
let parts: SendingParts;
let aheadMs = 0;
const clock = { now: () => systemClock.now() + aheadMs };
const told: string[] = [];
const tell = (_: unknown, text?: string) => void told.push(text ?? '');
const log = { info: tell, warn: tell, error: tell };
const NEEDED = LOCAL_COIN_NETWORK.confirmations;

const look = () => sendCoinsOnce(parts, at);
const finish = async () => {
  await look();
  await chain.mine(NEEDED);
  await look();
};
const rowOf = async (id: string) =>
  (await db.pool.query('SELECT state, tx_hash, broadcast_at, ended_at FROM withdrawal WHERE id = $1', [id])).rows[0];
const stateOf = async (id: string) => (await rowOf(id)).state as string;
const attempts = async (id: string) =>
  (await db.pool.query('SELECT no, fee::int, tx_hash, answer FROM coin_attempt WHERE payment = $1 ORDER BY no', [id]))
    .rows;
const pausedBy = async () => (await parts.payouts.walletOf(db.pool, 'local-coin'))?.paused;
const compares = () => new Reconciler({ ...parts, networks }).look(at);

describe.runIf(HAS_COIN_CHAIN)('a withdrawal in coins', () => {
  beforeAll(async () => {
    chain = await startCoinChain();
    // Rewards that may be spent, each by itself.
    await chain.mine(10);
    db = await testDatabase();
    folder = mkdtempSync(join(scratch(), 'tikvo-coin-payouts-'));
    const { signer } = await openWallet(folder);
    // Two addresses of one node: every one of them is told.
    const config = readConfig({
      RPC_LOCAL_COIN: `${chain.url},${chain.url}/`,
      RPC_LOCAL_COIN_COOKIE: chain.cookieFile,
    });
    networks = new Networks({ config, clock, log });
    at = networks.coins[0] ?? expect.fail();
    const payouts = createPayouts({ clock, ...UNGUARDED });
    parts = {
      db: db.pool,
      clock,
      log,
      payouts,
      signer,
      deposited: async () => [],
      unswept: { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep },
    };
    await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
    // A sandbox opens by itself: the chain fills the wallet, then the books have it.
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

  it('is signed, sent, and paid when it is final: journals 13 and 14 at the price that was told', async () => {
    expect(await hotBalance(db.pool, 'local-coin/LTC')).toBe(4_000_000_000n);
    const { id, to, userId } = await dueCoins(db, chain);
    await look();
    expect(await rowOf(id)).toMatchObject({ state: 'BROADCAST', tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await chain.mine(NEEDED - 1);
    await look();
    expect([await stateOf(id), await received(chain, to), await compares()]).toEqual(['BROADCAST', PAID, true]);
    await chain.mine();
    await look();
    expect(await rowOf(id)).toMatchObject({ state: 'PAID', ended_at: expect.any(Date) });
    const [{ fee, answer }] = await attempts(id);
    expect(answer).toBe('taken taken');
    expect(await hotBalance(db.pool, 'local-coin/LTC')).toBe(4_000_000_000n - PAID - BigInt(fee));
    expect((await balancesOf(db.pool, { ownerId: userId, realm: 'real' })).cash).toBe(0n);
    const { rows } = await db.pool.query(
      `SELECT kind, asset, (credits - debits)::text AS balance FROM account WHERE kind IN ('fx', 'network_fee') ORDER BY kind, asset`,
    );
    expect(rows).toEqual([
      { kind: 'fx', asset: 1, balance: '24000000' },
      { kind: 'fx', asset: 3, balance: String(-PAID) },
      { kind: 'network_fee', asset: 3, balance: String(-fee) },
    ]);
    expect(await compares()).toBe(true);
  });

  it('gets a higher fee for the same outputs when it is stuck, and counts once, whichever of the two is mined', async () => {
    for (const through of [0, 1]) {
      const { id, to } = await dueCoins(db, chain);
      await look();
      // Blocks without it.
      for (let block = 0; block < 61; block += 1) await chain.mineOnly([]);
      await look();
      const both = await attempts(id);
      expect(both.map(({ no, answer }) => [no, answer])).toEqual([
        [1, 'taken taken'],
        [2, 'taken taken'],
      ]);
      expect(both[1].fee).toBeGreaterThan(both[0].fee * 1.25);
      expect((await rowOf(id)).tx_hash).toBe(both[1].tx_hash);
      const { rows } = await db.pool.query('SELECT raw FROM coin_attempt WHERE payment = $1 ORDER BY no', [id]);
      await chain.mineOnly([rows[through].raw]);
      expect(await compares()).toBe(true);
      await chain.mine(NEEDED - 1);
      await look();
      expect([await stateOf(id), await received(chain, to)], `${through}`).toEqual(['PAID', PAID]);
      expect((await rowOf(id)).tx_hash).toBe(both[through].tx_hash);
      const { rows: paid } = await db.pool.query('SELECT tx_hash FROM coin_payment WHERE id = $1', [id]);
      expect(paid).toEqual([{ tx_hash: both[through].tx_hash }]);
    }
    expect(await compares()).toBe(true);
  }, 120_000);

  it('goes back to waiting where its block is taken back, and is told to the nodes again where they lost it', async () => {
    const { id, to } = await dueCoins(db, chain);
    await look();
    const block = await chain.mine();
    await chain.client.call('invalidateblock', [block]);
    await look();
    expect([await stateOf(id), await received(chain, to), await compares()]).toEqual(['BROADCAST', 0n, true]);
    aheadMs += 61_000;
    await finish();
    expect([await stateOf(id), await received(chain, to), (await attempts(id)).length]).toEqual(['PAID', PAID, 1]);
    expect(await compares()).toBe(true);
  });

  it('waits where the signer does not take it, or the wallet has too little, and holds nobody else up', async () => {
    const [unsaved, huge, good] = [
      await dueCoins(db, chain, { isSaved: false }),
      await dueCoins(db, chain, { units: 9_000_000_000n }),
      await dueCoins(db, chain),
    ];
    await finish();
    expect([await stateOf(unsaved.id), await stateOf(huge.id), await stateOf(good.id)]).toEqual([
      'APPROVED',
      'APPROVED',
      'PAID',
    ]);
    expect(told.filter((text) => text === 'a withdrawal waits').length).toBeGreaterThan(1);
    await db.pool.query(`UPDATE withdrawal SET state = 'CANCELLED', ended_at = now() WHERE id = ANY($1::uuid[])`, [
      [unsaved.id, huge.id],
    ]);
  });

  it('is not sent again, and pauses payouts, where another transaction has spent its outputs', async () => {
    const { id } = await dueCoins(db, chain);
    await look();
    const { rows } = await db.pool.query(
      `SELECT i.txid, i.vout, o.units::text FROM coin_input i JOIN coin_output o USING (network, txid, vout) WHERE payment = $1`,
      [id],
    );
    // A thief with the key: another wallet of the same keys that knows nothing of the payment.
    const thief = await openWallet(folder, 'thief');
    const to = await chain.address();
    const terms: CoinPaymentTerms = {
      kind: 'coins',
      id,
      run: 1,
      network: 'local-coin',
      to,
      units: '1000000',
      saved: [to],
      people: 0,
    };
    const into = rows.reduce((sum, { units }) => sum + BigInt(units), 0n);
    await thief.signer.acceptCoins(terms);
    const inputs = rows.map((row) => ({ ...row }));
    const change = String(into - 1_000_000n - 90_000n);
    const { raw } = await thief.signer.signCoins(terms, { no: 1, inputs, fee: '90000', change });
    await chain.mineOnly([raw]);
    await look();
    expect([await pausedBy(), await stateOf(id)]).toEqual(['spent', 'BROADCAST']);
    expect(told.some((text) => text.includes('none of ours'))).toBe(true);
    const next = await dueCoins(db, chain);
    await finish();
    expect(await stateOf(next.id)).toBe('APPROVED');
    expect([await compares(), await pausedBy()]).toEqual([false, 'spent']);
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found, name }) => found > 0 && name !== 'I9')).toEqual([]);
  });
});
