import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Hex } from 'viem';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { usdt } from '#domain/money.ts';
import { systemClock as clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { insertPerson } from '#server/identity/store.ts';
import { readConfig } from '#server/config/config.ts';
import { deriveAddress } from '#server/deposits/addresses.ts';
import { insertAddress } from '#server/deposits/store-addresses.ts';
import { depositCredited } from '#domain/ledger/deposit-entries.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { grantSandbox, openAccounts, openBooks, post } from '#server/ledger/index.ts';
import { holdWithdrawal } from '#server/ledger/withdrawals.ts';
import { LocalFaucet } from '#server/networks/local/faucet.ts';
import { CoinBook } from '#server/treasury/signer/coin-book.ts';
import { CoinWallet } from '#server/treasury/signer/coin-wallet.ts';
import { WalletBook } from '#server/treasury/signer/wallet-book.ts';
import { readWalletKeys } from '#server/treasury/signer/wallet-keys.ts';
import { Wallet } from '#server/treasury/signer/wallet.ts';
import type { TestDatabase } from '#tests/database.ts';
import type { ChainWorld } from './chain-world.ts';

export const USDT = LOCAL_NETWORK.tokens[0]?.address as Hex;
const MILLION = 1_000_000_000_000n;

/** The wallet of a test, on a folder: what it signs, and where it is. */
export async function openWallet(folder: string, books = 'wallet') {
  const keys = await readWalletKeys(join(folder, 'keys', 'wallet.json'), { make: true });
  const coins = new CoinWallet({
    keys: keys.coins,
    book: new CoinBook(join(folder, books, 'coins.jsonl')),
    networks: [LOCAL_COIN_NETWORK],
    now: Date.now,
  });
  const signer = new Wallet({
    coins,
    keys,
    book: new WalletBook(join(folder, books, 'book.jsonl')),
    networks: [LOCAL_NETWORK],
    limits: { payment: MILLION, hour: MILLION, day: MILLION },
    mostFee: 5n * 10n ** 16n,
    now: Date.now,
  });
  return { signer, address: keys.wallet.address.toLowerCase() as Hex };
}

/** Opens the local network for withdrawals: a wallet with a million USDT and ether, and books that say so. */
export async function fundWallet(db: Pick<TestDatabase, 'pool'>, chain: ChainWorld, address: Hex): Promise<void> {
  await chain.send({ token: USDT, to: address, amount: MILLION });
  await new LocalFaucet(chain.url).sendEther(address, 10n ** 19n);
  await chain.mine();
  await transaction(db.pool, async (tx) => {
    await openBooks(tx, 'sandbox');
    const house = (kind: 'treasury_hot' | 'house_bank', ref: string) =>
      openAccount(tx, { realm: 'real', kind, ownerId: null, ref });
    const [debit, credit] = [await house('treasury_hot', 'local/USDT'), await house('house_bank', '')];
    const transfers = [{ code: 390, debit, credit, amount: usdt(MILLION) }];
    await post(tx, { realm: 'real', kind: 'bankroll', refType: 'test', refId: randomUUID(), transfers });
    await tx.query(`INSERT INTO payout_wallet (network, address, since) VALUES ('local', $1, now())`, [address]);
    await tx.query(
      `INSERT INTO gas_entry (network, wallet, why, ref, wei, at) VALUES ('local', $1, 'brought', 'test', 10::numeric ^ 19, now())`,
      [address],
    );
  });
}

export interface Due {
  readonly id: string;
  readonly userId: string;
  /** Nobody else is paid there. */
  readonly to: Hex;
}

/** A person whose withdrawal of 24 and a fee of 1 is held and approved. `isSaved`: to an address that they have saved. */
export async function dueWithdrawal(db: Pick<TestDatabase, 'pool'>, { isSaved = true } = {}): Promise<Due> {
  const [id, userId] = [randomUUID(), randomUUID()];
  const to: Hex = `0x5aaeb605${randomUUID().replaceAll('-', '')}`;
  const now = clock.now();
  await transaction(db.pool, async (tx) => {
    const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
    await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + 3_600_000 });
    await grantSandbox(tx, { mode: 'sandbox', ownerId: userId, amount: usdt(25_000_000n), refId: userId });
    await holdWithdrawal(tx, { withdrawalId: id, ownerId: userId, amount: usdt(24_000_000n), fee: usdt(1_000_000n) });
    await tx.query(
      `INSERT INTO withdrawal (id, user_id, network, token, address, amount, fee, rule, people, state, requested_at, decided_at)
       VALUES ($1, $2, 'local', 'USDT', $3, 24000000, 1000000, 'automatic', 0, 'APPROVED', now(), now())`,
      [id, userId, to],
    );
    if (!isSaved) return;
    await tx.query(
      `INSERT INTO saved_address (id, user_id, network, address, tag, saved_at, usable_from) VALUES ($1, $2, 'local', $3, '', now(), now())`,
      [randomUUID(), userId, to],
    );
  });
  return { id, userId, to };
}

/** Somebody whose address is child `no` of the deposit key. */
async function newOwner(
  tx: PoolClient,
  { xpub, no, address }: { readonly xpub: string; readonly no: number; readonly address: Hex },
): Promise<string> {
  const now = clock.now();
  const userId = randomUUID();
  const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
  await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + 3_600_000 });
  await tx.query('INSERT INTO deposit_branch (xpub, next) VALUES ($1, 2) ON CONFLICT DO NOTHING', [xpub]);
  await insertAddress(tx, { userId, branch: 'evm', address, xpub, no, madeAt: now });
  return userId;
}

/** The address of somebody new, at child `no` of the deposit key. */
export async function depositorAt(pool: Pool, no: number): Promise<Hex> {
  const { depositXpub: xpub } = readConfig({});
  const address = (await deriveAddress(xpub, no)) as Hex;
  await transaction(pool, (tx) => newOwner(tx, { xpub, no, address }));
  return address;
}

/** A deposit of USDT that is final and credited, at child `no` of the deposit key: to somebody else each time, at the same address. Gives it. */
export async function depositAt(
  { db, chain }: { readonly db: TestDatabase; readonly chain: ChainWorld },
  no: number,
  amount: bigint,
): Promise<Hex> {
  const { depositXpub: xpub } = readConfig({});
  const address = (await deriveAddress(xpub, no)) as Hex;
  const txHash = await chain.send({ token: USDT, to: address, amount });
  await chain.mine();
  await transaction(db.pool, async (tx) => {
    const { rows } = await tx.query<{ userId: string }>(
      'SELECT user_id AS "userId" FROM deposit_address WHERE address = $1',
      [address],
    );
    const userId = rows[0]?.userId ?? (await newOwner(tx, { xpub, no, address }));
    const depositId = randomUUID();
    await tx.query(
      `INSERT INTO deposit (id, user_id, network, tx_hash, log_index, block_no, block_hash, token, coin, address, raw, amount, state, seen_at, changed_at)
       VALUES ($1, $2, 'local', $3, 0, 1, $3, $4, 'USDT', $5, $6::bigint, $6::bigint, 'CREDITED', now(), now())`,
      [depositId, userId, txHash, USDT.toLowerCase(), address, amount.toString()],
    );
    const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
    const from = await openAccount(tx, { realm: 'real', kind: 'treasury_deposit', ownerId: null, ref: 'local/USDT' });
    await post(tx, depositCredited({ depositId, from, to: cash, amount: usdt(amount) }));
  });
  return address;
}
