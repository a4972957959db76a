/** Money that the house brings to an open wallet, or takes out of it: booked by two people, once a transaction. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { toDecimal, usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { systemClock as clock } from '#server/clock.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from '#server/deposits/store-unswept.ts';
import { depositedAt } from '#server/deposits/store-addresses.ts';
import { LocalFaucet } from '#server/networks/local/faucet.ts';
import { Networks } from '#server/networks/index.ts';
import { compareAny } from '#server/treasury/index.ts';
import { Reconciler } from '#server/treasury/reconcile/reconciler.ts';
import { sendOnce } from '#server/treasury/sending/sender.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { scratch } from '#tests/scratch.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { dueWithdrawal, openWallet, USDT } from '#tests/worlds/payout-world.ts';

let chain: ChainWorld;
let server: TestServer;
let office: Office;
let cashiers: Person[];
let folder: string;
let wallet: Hex;
let signer: Awaited<ReturnType<typeof openWallet>>['signer'];
let networks: Networks;
const payouts = createPayouts({ clock, ...UNGUARDED });
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  chain = await startChain();
  folder = mkdtempSync(join(scratch(), 'tikvo-moves-'));
  ({ signer, address: wallet } = await openWallet(folder));
  server = await startTestServer({ env: { ADMIN_ORIGIN, RPC_LOCAL: chain.url } });
  office = officeOf(server);
  cashiers = [await personOf(server, 'CASHIER'), await personOf(server, 'CASHIER')];
  networks = new Networks({
    config: { networks: [{ network: LOCAL_NETWORK, rpc: [chain.url] }] },
    clock,
    log: quiet,
  });
  // The faucet fills it, then it is open.
  await look();
  await chain.mine(LOCAL_NETWORK.confirmations);
  await look();
  await chain.mine();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

function network() {
  const [at] = networks.all;
  if (at === undefined) throw new Error('no local network');
  return at;
}
const look = () =>
  sendOnce(
    {
      db: server.pool,
      clock,
      log: quiet,
      payouts,
      signer,
      deposited: depositedAt,
      unswept: { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep },
    },
    network(),
  );
const differing = async () => {
  const lines = await compareAny({ db: server.pool, payouts }, network(), wallet);
  return lines.filter(({ expected, has }) => expected !== has).map(({ coin, expected, has }) => [coin, has - expected]);
};
async function asks(hash: string, from: 'house' | 'cold' = 'house', who = cashiers[0]!): Promise<string> {
  await proveAgain(server, who.id);
  const body = { reason: 'brought by us', fields: { transaction: hash, from } };
  await looked();
  const { json, text } = await actsBy(office)('wallets/local', 'book', who)(body);
  const why = json['error']?.['details']?.['why'];
  return String(json['said'] ?? why ?? text);
}
/** As the product does every few seconds. */
const looked = () => new Reconciler({ db: server.pool, clock, log: quiet, payouts, networks }).look(network());
const ASKED = 'Asked. It waits in Approvals for a second person.';

/** An address as a log has it. */
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
/** As its owner pays by hand: the chain signs for whoever it is told to be. */
async function byHand(call: object): Promise<string> {
  await chain.rpc.call('anvil_impersonateAccount', [wallet]);
  const hash = await chain.rpc.call('eth_sendTransaction', [{ from: wallet, ...call }]);
  await chain.rpc.call('anvil_stopImpersonatingAccount', [wallet]);
  return String(hash);
}

it('a top-up is booked once it is final, by two people and once, as the chain has it', async () => {
  expect(await differing()).toEqual([]);
  const books = await hotBalance(server.pool, 'local/USDT');
  const hash = await chain.send({ token: USDT, to: wallet, amount: 12_345_678n });
  await chain.mine();
  expect(await asks(hash)).toBe('It is not final yet: try again when it is.');
  await chain.mine(LOCAL_NETWORK.confirmations);
  expect(await differing()).toEqual([['USDT', 12_345_678n]]);
  expect(await asks(hash)).toBe(ASKED);
  // Nothing is booked by one.
  expect(await hotBalance(server.pool, 'local/USDT')).toBe(books);
  const { said } = await approveOpen(server, office, cashiers[1]!);
  expect(said).toBeTruthy();
  expect([await differing(), await hotBalance(server.pool, 'local/USDT')]).toEqual([[], books + 12_345_678n]);
  expect(await asks(hash)).toBe('It is booked already.');
  const list = await office('/api/v2/office/desks/wallets', cashiers[0]!);
  expect(JSON.stringify(rowsOf(list))).toContain('Agrees');
  const moves = await office('/api/v2/office/desks/wallets/local/parts/moves', cashiers[0]!);
  expect(JSON.stringify(rowsOf(moves))).toContain('12.345678 USDT');
  const holds = await office('/api/v2/office/desks/wallets/local/parts/books', cashiers[0]!);
  expect(JSON.stringify(rowsOf(holds))).toContain(`"${toDecimal(usdt(books + 12_345_678n))}"`);
}, 120_000);

it('what is asked for by two at once is booked once', async () => {
  const hash = await chain.send({ token: USDT, to: wallet, amount: 5_000_000n });
  await chain.mine(LOCAL_NETWORK.confirmations + 1);
  expect([await asks(hash), await asks(hash, 'house', cashiers[1]!)]).toEqual([ASKED, ASKED]);
  await approveOpen(server, office, cashiers[1]!);
  // The other request is of the second, and the first approves it: the rule is against it by now.
  await approveOpen(server, office, cashiers[0]!);
  expect(await differing()).toEqual([]);
  const { rows } = await server.pool.query('SELECT way FROM wallet_move WHERE tx_hash = $1', [hash]);
  expect(rows).toEqual([{ way: 'house_in' }]);
}, 120_000);

it('what goes to cold storage by hand and comes back is booked, and payouts go on behind its nonce', async () => {
  const cold: Hex = `0x${'c0'.repeat(20)}`;
  const amount = 40_000_000n.toString(16).padStart(64, '0');
  const hash = await byHand({ to: USDT, data: `0xa9059cbb${word(cold).slice(2)}${amount}` });
  await chain.mine(LOCAL_NETWORK.confirmations + 1);
  expect((await differing()).map(([coin]) => coin)).toEqual(['USDT', 'ETH']);
  expect(await asks(hash)).toBe(ASKED);
  await approveOpen(server, office, cashiers[1]!);
  expect(await differing()).toEqual([]);
  const { id } = await dueWithdrawal({ pool: server.pool } as Parameters<typeof dueWithdrawal>[0]);
  await look();
  await chain.mine(LOCAL_NETWORK.confirmations);
  await look();
  const { rows } = await server.pool.query('SELECT state FROM withdrawal WHERE id = $1', [id]);
  expect(rows).toEqual([{ state: 'PAID' }]);
  const tooMuch = await chain.send({ token: USDT, to: wallet, amount: 41_000_000n });
  const back = await chain.send({ token: USDT, to: wallet, amount: 40_000_000n });
  await chain.mine(LOCAL_NETWORK.confirmations + 1);
  expect(await asks(tooMuch, 'cold')).toBe('By the books, cold storage has less USDT than that.');
  for (const [tx, from] of [
    [back, 'cold'],
    [tooMuch, 'house'],
  ] as const) {
    expect(await asks(tx, from)).toBe(ASKED);
    await approveOpen(server, office, cashiers[1]!);
  }
  expect(await differing()).toEqual([]);
  const { invariants } = await checkLedger(server.pool, { window: 'all' });
  expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
}, 120_000);

it('the coin for fees is booked too; what the product made, what is unknown and what is of before is not', async () => {
  const ether = await new LocalFaucet(chain.url).sendEther(wallet, 10n ** 18n);
  await chain.mine(LOCAL_NETWORK.confirmations + 1);
  expect(await asks(ether)).toBe(ASKED);
  await approveOpen(server, office, cashiers[1]!);
  expect(await differing()).toEqual([]);
  const { rows } = await server.pool.query<{ tx_hash: string }>('SELECT tx_hash FROM payout_attempt LIMIT 1');
  expect(await asks(String(rows[0]?.tx_hash))).toBe('The product made it: it is in the books by itself.');
  expect(await asks(`0x${'0'.repeat(64)}`)).toBe('The chain does not have it.');
  expect(await asks('12.50')).toBe('That is no hash of a transaction.');
  const elsewhere = await chain.send({ token: USDT, to: `0x${'e0'.repeat(20)}`, amount: 1n });
  await chain.mine(LOCAL_NETWORK.confirmations + 1);
  expect(await asks(elsewhere)).toBe('It has moved nothing of the wallet.');
  const first = await chain.rpc.call('eth_getBlockByNumber', ['0x2', true]);
  const [old] = (first as { transactions: { hash: string }[] }).transactions;
  expect(await asks(old?.hash ?? randomUUID())).toBe('It has moved nothing of the wallet.');
  // What the faucet gave before the wallet was opened is in the books.
  const begun = await chain.rpc.call('eth_getLogs', [
    { fromBlock: '0x0', address: USDT, topics: [null, null, word(wallet)] },
  ]);
  const [given] = begun as { transactionHash: string }[];
  expect(await asks(String(given?.transactionHash))).toMatch(
    /^The wallet and its books don’t differ by that much USDT/,
  );
  // A hand of the database's owner cannot book one twice either.
  await expect(
    transaction(server.pool, (tx) =>
      tx.query(`INSERT INTO wallet_move SELECT network, tx_hash, way, moved, request, booked_at FROM wallet_move`),
    ),
  ).rejects.toThrow('wallet_move_pkey');
}, 120_000);
