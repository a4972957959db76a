import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { usdt } from '#domain/money.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { endWithdrawal } from '#server/cashier/withdrawals/store-withdrawals.ts';
import { systemClock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from '#server/deposits/store-unswept.ts';
import { depositedAt } from '#server/deposits/store-addresses.ts';
import { balancesOf, checkLedger, openBooks } from '#server/ledger/index.ts';
import { hotBalance, releaseWithdrawal } from '#server/ledger/withdrawals.ts';
import { Networks, type OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '#server/treasury/parts.ts';
import { Reconciler } from '#server/treasury/reconcile/reconciler.ts';
import { lastingDifferences } from '#server/treasury/reconcile/store-reconcile.ts';
import { sendOnce } from '#server/treasury/sending/sender.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { scratch } from '#tests/scratch.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { lyingNode } from '#tests/worlds/lying-node.ts';
import { depositAt, dueWithdrawal, openWallet, USDT } from '#tests/worlds/payout-world.ts';

let db: TestDatabase;
let chain: ChainWorld;
let folder: string;
let wallet: Hex;
let opened: readonly unknown[];
let networks: Networks;
let at: OpenNetwork;
let parts: SendingParts;
let aheadMs = 0;
const clock = { now: () => systemClock.now() + aheadMs };
/** Addresses that a list of sanctions holds by now. */
const listed = new Set<string>();
const told: string[] = [];
const tell = (_: unknown, text?: string) => void told.push(text ?? '');
const log = { info: tell, warn: tell, error: tell };

beforeAll(async () => {
  chain = await startChain();
  db = await testDatabase();
  folder = mkdtempSync(join(scratch(), 'tikvo-payouts-'));
  const { signer, address } = await openWallet(folder);
  wallet = address;
  // Two addresses of one node: every one of them is told.
  networks = new Networks({
    config: { networks: [{ network: LOCAL_NETWORK, rpc: [chain.url, `${chain.url}/`] }] },
    clock,
    log,
  });
  at = networks.find('local') ?? expect.fail();
  const isListedAddress = (_: unknown, address: string) => Promise.resolve(listed.has(address));
  const payouts = createPayouts({ clock, ...UNGUARDED, isListedAddress });
  parts = {
    db: db.pool,
    clock,
    log,
    payouts,
    signer,
    deposited: depositedAt,
    unswept: { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep },
  };
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
  // A sandbox opens by itself: its faucet fills the wallet, then the books have it, and then there is a wallet.
  await look();
  const before = await payouts.walletOf(db.pool, 'local');
  await chain.mine();
  await look();
  opened = [before, await payouts.walletOf(db.pool, 'local'), await hotBalance(db.pool, 'local/USDC')];
});
afterAll(async () => {
  await db.drop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => (told.length = 0));

const look = () => sendOnce(parts, at);
/** The network as other nodes tell of it. */
function openAt(...rpc: string[]): OpenNetwork {
  const [found] = new Networks({ config: { networks: [{ network: LOCAL_NETWORK, rpc }] }, clock, log }).all;
  if (found === undefined) throw new Error('no local network');
  return found;
}
const finish = async () => {
  await look();
  await chain.mine(LOCAL_NETWORK.confirmations);
  await look();
};
const rowOf = async (id: string) =>
  (await db.pool.query('SELECT state, run, tx_hash, broadcast_at, ended_at FROM withdrawal WHERE id = $1', [id]))
    .rows[0];
const stateOf = async (id: string) => (await rowOf(id)).state as string;
const attempts = async (id: string) =>
  (
    await db.pool.query(
      `SELECT a.no, a.tx_hash, a.answer, a.nonce FROM payout_attempt a JOIN payout_nonce n USING (network, wallet, nonce)
       WHERE n.id = $1 ORDER BY n.run, a.no`,
      [id],
    )
  ).rows;
const lasting = () => lastingDifferences(db.pool);
const has = (address: Hex) => at.client.balance(address, USDT);
const pausedBy = async () => (await parts.payouts.walletOf(db.pool, 'local'))?.paused;

it('opens in a sandbox by itself, when its faucet has filled the wallet', () => {
  expect(opened).toEqual([null, expect.objectContaining({ address: wallet, paused: null }), 1_000_000_000_000n]);
});

it('is decided by people where a list came to hold its address since', async () => {
  const { id, to } = await dueWithdrawal(db);
  listed.add(to);
  await finish();
  expect(await rowOf(id)).toMatchObject({ state: 'REVIEW', run: 2, tx_hash: null });
  expect([await has(to), await attempts(id)]).toEqual([0n, []]);
});

describe('a withdrawal that nobody has to look at', () => {
  it('is signed, sent, and paid when it is final; its row says when, and under which hash', async () => {
    const { id, to, userId } = await dueWithdrawal(db);
    const books = await hotBalance(db.pool, 'local/USDT');
    await look();
    expect(await rowOf(id)).toMatchObject({
      state: 'BROADCAST',
      tx_hash: expect.stringMatching(/^0x/),
      ended_at: null,
    });
    expect((await rowOf(id)).broadcast_at).not.toBeNull();
    await chain.mine(LOCAL_NETWORK.confirmations - 1);
    await look();
    // Mined, and not final yet.
    expect([await stateOf(id), await has(to)]).toEqual(['BROADCAST', 24_000_000n]);
    await chain.mine();
    await look();
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'PAID', ended_at: expect.any(Date) });
    expect((await at.client.receipt(row.tx_hash))?.status).toBe('success');
    expect(books - (await hotBalance(db.pool, 'local/USDT'))).toBe(24_000_000n);
    expect((await balancesOf(db.pool, { ownerId: userId, realm: 'real' })).cash).toBe(0n);
    // What its fee came to is known to the wei.
    const { rows } = await db.pool.query('SELECT sum(wei)::text AS wei FROM gas_entry WHERE wallet = $1', [wallet]);
    expect(rows[0].wei).toBe((await at.client.balance(wallet, null)).toString());
  });

  it('is told to every node again, under the same hash, while nobody has mined it', async () => {
    const { id, to } = await dueWithdrawal(db);
    await look();
    const [sent] = await attempts(id);
    expect(sent.answer).toBe('taken taken');
    await chain.rpc.call('anvil_dropTransaction', [sent.tx_hash]);
    await look();
    expect(await at.client.transaction(sent.tx_hash)).toBeNull();
    aheadMs += 11_000;
    await finish();
    expect([await stateOf(id), await has(to), (await attempts(id)).length]).toEqual(['PAID', 24_000_000n, 1]);
  });

  it('is paid once where the chain forks after it was mined', async () => {
    const { id, to } = await dueWithdrawal(db);
    await look();
    await chain.mine(2);
    await chain.reorganise(2);
    await look();
    expect(await stateOf(id)).toBe('BROADCAST');
    aheadMs += 11_000;
    await finish();
    expect([await stateOf(id), await has(to), (await attempts(id)).length]).toEqual(['PAID', 24_000_000n, 1]);
  });

  it('is not sent a second time because one node says that it failed', async () => {
    const node = await lyingNode(chain.url);
    const lying = openAt(node.url, chain.url);
    const { id, to } = await dueWithdrawal(db);
    await look();
    await node.tell('failed');
    await chain.mine(LOCAL_NETWORK.confirmations);
    await sendOnce(parts, lying);
    expect(await rowOf(id)).toMatchObject({ state: 'BROADCAST', run: 1 });
    await node.tell(null);
    await sendOnce(parts, lying);
    await finish();
    expect([await stateOf(id), await has(to), (await attempts(id)).length]).toEqual(['PAID', 24_000_000n, 1]);
    await node.stop();
  });

  it('gets a higher fee under the same nonce when it is stuck, and is paid by one of the two (R-65)', async () => {
    const [first, second] = [await dueWithdrawal(db), await dueWithdrawal(db)];
    await look();
    // Blocks that are too dear for it.
    for (let block = 0; block < 61; block += 1) {
      await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x2540be400']);
      await chain.mine();
    }
    expect(await has(first.to)).toBe(0n);
    await look();
    const [one, other] = await attempts(first.id);
    expect(other).toMatchObject({ no: 2, nonce: one.nonce, answer: 'taken taken' });
    expect(other.tx_hash).not.toBe(one.tx_hash);
    expect((await rowOf(first.id)).tx_hash).toBe(other.tx_hash);
    // The one behind waits for it, and needs no higher fee yet.
    expect(await attempts(second.id)).toHaveLength(1);
    await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
    aheadMs += 11_000;
    await look();
    await finish();
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PAID', 'PAID']);
    expect([await has(first.to), await has(second.to)]).toEqual([24_000_000n, 24_000_000n]);
  });

  it('is due again when the chain refuses it, and the second time waits for people', async () => {
    const { id, to } = await dueWithdrawal(db);
    const code = await chain.rpc.call('eth_getCode', [USDT, 'latest']);
    const failing = async () => {
      await look();
      await chain.rpc.call('anvil_setCode', [USDT, '0x60006000fd']);
      await chain.mine(LOCAL_NETWORK.confirmations);
      await chain.rpc.call('anvil_setCode', [USDT, code]);
    };
    await failing();
    await failing();
    expect(await rowOf(id)).toMatchObject({ run: 2, state: 'BROADCAST' });
    await look();
    expect(await rowOf(id)).toMatchObject({ run: 3, state: 'REVIEW', tx_hash: null });
    expect((await attempts(id)).map(({ no }) => no)).toEqual([1, 1]);
    await db.pool.query(`UPDATE withdrawal SET state = 'APPROVED' WHERE id = $1`, [id]);
    await finish();
    expect([await stateOf(id), await has(to)]).toEqual(['PAID', 24_000_000n]);
  });

  it('waits where the signer does not take it, holds nobody else up, and may be cancelled', async () => {
    const [unsaved, saved] = [await dueWithdrawal(db, { isSaved: false }), await dueWithdrawal(db)];
    await finish();
    expect([await stateOf(unsaved.id), await stateOf(saved.id)]).toEqual(['APPROVED', 'PAID']);
    expect(told).toContain('a withdrawal waits');
    expect(await attempts(unsaved.id)).toEqual([]);
    const terms = { amount: usdt(24_000_000n), fee: usdt(1_000_000n) };
    await transaction(db.pool, async (tx) => {
      await endWithdrawal(tx, { id: unsaved.id, state: 'CANCELLED', now: clock.now() });
      await releaseWithdrawal(tx, { withdrawalId: unsaved.id, ownerId: unsaved.userId, ...terms });
    });
    await look();
  });

  it('brings what people deposited into the wallet, gas first, once, and leaves dust alone', async () => {
    const [one, small] = [
      await depositAt({ db, chain }, 0, 25_000_000n),
      await depositAt({ db, chain }, 1, 9_000_000n),
    ];
    const books = async () => Number(((await hotBalance(db.pool, 'local/USDT')) - before) / 1_000_000n);
    const before = await hotBalance(db.pool, 'local/USDT');
    const reconciler = new Reconciler({ ...parts, networks });
    for (let steps = 0; steps < 6; steps += 1) {
      await look();
      expect(await reconciler.look(at)).toBe(true);
      await chain.mine(steps % 2 === 0 ? 1 : LOCAL_NETWORK.confirmations);
      expect(await reconciler.look(at)).toBe(true);
    }
    await look();
    expect([await has(one), await has(small), await books()]).toEqual([0n, 9_000_000n, 25]);
    const { rows } = await db.pool.query('SELECT address, state FROM sweep');
    expect(rows).toEqual([{ address: one, state: 'DONE' }]);
    // What comes later to both is swept with what was left.
    await depositAt({ db, chain }, 1, 6_000_000n);
    for (let steps = 0; steps < 3; steps += 1) {
      await look();
      await chain.mine(LOCAL_NETWORK.confirmations);
    }
    await look();
    expect([await has(small), await books()]).toEqual([0n, 40]);
    expect(await lasting()).toEqual([]);
  });

  it('finds money that left the wallet behind our back, pauses within two looks, and sends nothing until people say so (R-67)', async () => {
    const reconciler = new Reconciler({ ...parts, networks });
    expect(await reconciler.look(at)).toBe(true);
    // What is mined and not final yet is no difference.
    const { id } = await dueWithdrawal(db);
    await look();
    await chain.mine();
    expect([await reconciler.look(at), await stateOf(id)]).toEqual([true, 'BROADCAST']);
    // A node that stands still has the wallet of earlier, without what was swept into it since.
    const node = await lyingNode(chain.url);
    const late = openAt(node.url);
    await node.tell('behind');
    await depositAt({ db, chain }, 9, 25_000_000n);
    for (let steps = 0; steps < 3; steps += 1) await finish();
    expect(await reconciler.look(at)).toBe(true);
    expect([await reconciler.look(late), await lasting()]).toEqual([true, []]);
    await node.stop();
    // Too much is written down, and stops nobody: anybody can send us something.
    await chain.send({ token: USDT, to: wallet, amount: 5n });
    await finish();
    expect(await reconciler.look(at)).toBe(true);
    expect(await lasting()).toMatchObject([{ coin: 'USDT', owner: 'CASHIER' }]);
    // A million is not there any more, by no hand of ours.
    const taken = await has(wallet);
    await chain.rpc.call('anvil_dealERC20', [wallet, USDT, '0x1']);
    expect([await reconciler.look(at), await pausedBy()]).toEqual([false, null]);
    expect([await reconciler.look(at), await pausedBy()]).toEqual([false, 'books']);
    expect(told.at(-1)).toBe('a wallet has less than its books say: payouts are paused');
    const waiting = await dueWithdrawal(db);
    await finish();
    expect(await stateOf(waiting.id)).toBe('APPROVED');
    await chain.rpc.call('anvil_dealERC20', [wallet, USDT, `0x${(taken - 5n).toString(16)}`]);
    expect([await reconciler.look(at), await pausedBy(), await lasting()]).toEqual([true, 'books', []]);
    await parts.payouts.pause(db.pool, 'local', null);
    await finish();
    expect(await stateOf(waiting.id)).toBe('PAID');
    // A fee that nobody of ours has paid has no price, and is too much.
    const wei = await at.client.balance(wallet, null);
    await chain.rpc.call('anvil_setBalance', [wallet, `0x${(wei - 10n ** 18n).toString(16)}`]);
    await reconciler.look(at);
    await reconciler.look(at);
    expect(await pausedBy()).toBe('books');
    await db.pool.query(`UPDATE payout_wallet SET paused = NULL`);
    await db.pool.query(
      `INSERT INTO gas_entry (network, wallet, why, ref, wei, at) SELECT 'local', $1, 'brought', 'made good', $2 - sum(wei), now() FROM gas_entry`,
      [wallet, (wei - 10n ** 18n).toString()],
    );
    expect(await reconciler.look(at)).toBe(true);
  });

  it('is not sent while its wallet is paused; a nonce that somebody else used pauses it', async () => {
    const { id } = await dueWithdrawal(db);
    await look();
    const [sent] = await attempts(id);
    // Another transaction of the wallet, which nobody here has signed.
    await chain.rpc.call('anvil_dropTransaction', [sent.tx_hash]);
    await chain.rpc.call('anvil_impersonateAccount', [wallet]);
    await chain.rpc.call('eth_sendTransaction', [{ from: wallet, to: wallet, value: '0x1' }]);
    await chain.mine();
    aheadMs += 11_000;
    await look();
    expect(await pausedBy()).toBeNull();
    await chain.mine(LOCAL_NETWORK.confirmations);
    await look();
    expect(await pausedBy()).toBe('nonce');
    expect(told.join()).toContain('none of ours');
    // It is held: nothing is given back and nothing is sent again on doubt.
    expect(await stateOf(id)).toBe('BROADCAST');
    const next = await dueWithdrawal(db);
    await finish();
    expect(await stateOf(next.id)).toBe('APPROVED');
    await expect(db.pool.query(`UPDATE withdrawal SET state = 'APPROVED' WHERE id = $1`, [id])).rejects.toThrow(
      'not taken back',
    );
  });

  it('leaves books in which each cent has its place', async () => {
    const { invariants } = await checkLedger(db.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
  });
});
