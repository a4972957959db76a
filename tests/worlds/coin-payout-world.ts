import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { usdt } from '#domain/money.ts';
import { coinUnits } from '#domain/treasury/coin-amounts.ts';
import { systemClock as clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { coinCredited, type CoinUnits } from '#domain/ledger/coin-entries.ts';
import { deriveCoinAddress } from '#server/deposits/addresses.ts';
import { coinAccount, exchangeOf } from '#server/deposits/coin-accounts.ts';
import { insertAddress } from '#server/deposits/store-addresses.ts';
import { insertPerson } from '#server/identity/store.ts';
import { grantSandbox, openAccounts, post } from '#server/ledger/index.ts';
import { holdWithdrawal } from '#server/ledger/withdrawals.ts';
import type { TestDatabase } from '#tests/database.ts';
import type { CoinWorld } from './coin-world.ts';

/** What one of them pays: 24 dollars at 96 a coin. */
export const PAID = 25_000_000n;

/** A person whose withdrawal of 24, as a quarter of a coin, and a fee of 1 is held and approved. Nobody else is paid at its address. */
export async function dueCoins(db: TestDatabase, chain: CoinWorld, { isSaved = true, units = PAID } = {}) {
  const [id, userId] = [randomUUID(), randomUUID()];
  const to = await chain.address();
  const now = clock.now();
  await transaction(db.pool, async (tx) => {
    const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
    await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + 3_600_000 });
    await grantSandbox(tx, { mode: 'sandbox', ownerId: userId, amount: usdt(25_000_000n), refId: userId });
    await holdWithdrawal(tx, { withdrawalId: id, ownerId: userId, amount: usdt(24_000_000n), fee: usdt(1_000_000n) });
    await tx.query(
      `INSERT INTO withdrawal (id, user_id, network, token, address, amount, fee, rule, people, state, requested_at, decided_at,
         units, rate_stream, rate_seq, rate_at, rate_price, rate_scale)
       VALUES ($1, $2, 'local-coin', 'LTC', $3, 24000000, 1000000, 'automatic', 0, 'APPROVED', now(), now(), $4, 7, 9, now(), 960000, 4)`,
      [id, userId, to, units.toString()],
    );
    if (!isSaved) return;
    await tx.query(
      `INSERT INTO saved_address (id, user_id, network, address, tag, saved_at, usable_from) VALUES ($1, $2, 'local-coin', $3, '', now(), now())`,
      [randomUUID(), userId, to],
    );
  });
  return { id, userId, to };
}

/** What reached an address in blocks, in the smallest unit. */
export async function received(chain: CoinWorld, to: string): Promise<bigint> {
  const text = String(await chain.client.call('getreceivedbyaddress', [to, 1]));
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'));
}

/** A deposit of coins (a decimal) that is final and credited, at child `no` of the deposit key: to somebody else at each child. */
export async function coinDepositAt(
  { db, chain, xpub }: { readonly db: TestDatabase; readonly chain: CoinWorld; readonly xpub: string },
  no: number,
  coins: string,
) {
  const address = await deriveCoinAddress(xpub, { no, prefix: 'rltc' });
  const txid = await chain.send({ [address]: coins });
  const blockHash = await chain.mine();
  const sent = z
    .object({
      vout: z.array(z.object({ n: z.int(), scriptPubKey: z.object({ addresses: z.array(z.string()).default([]) }) })),
    })
    .parse(await chain.client.call('getrawtransaction', [txid, true]));
  const vout = sent.vout.find(({ scriptPubKey }) => scriptPubKey.addresses.includes(address))?.n ?? -1;
  const block = z.object({ height: z.int() }).parse(await chain.client.call('getblockheader', [blockHash]));
  const units = coinUnits(coins) ?? 0n;
  const depositId = randomUUID();
  await transaction(db.pool, async (tx) => {
    const now = clock.now();
    const { rows } = await tx.query<{ userId: string }>(
      'SELECT user_id AS "userId" FROM deposit_address WHERE address = $1',
      [address],
    );
    const userId = rows[0]?.userId ?? randomUUID();
    if (rows.length === 0) {
      const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
      await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + 3_600_000 });
      await tx.query('INSERT INTO deposit_branch (xpub, next) VALUES ($1, 2) ON CONFLICT DO NOTHING', [xpub]);
      await insertAddress(tx, { userId, branch: 'local-coin', address, xpub, no, madeAt: now });
    }
    await tx.query(
      `INSERT INTO deposit (id, user_id, network, tx_hash, log_index, block_no, block_hash, token, coin, address, raw, amount, state, seen_at, changed_at)
       VALUES ($1, $2, 'local-coin', $3, $4, $5, $6, 'native', 'LTC', $7, $8, 24000000, 'CREDITED', now(), now())`,
      [depositId, userId, txid, vout, block.height, blockHash, address, units.toString()],
    );
    const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
    const asset = 'LTC';
    const from = await coinAccount(tx, { asset, kind: 'treasury_deposit', ownerId: null, ref: 'local-coin/LTC' });
    const exchange = await exchangeOf(tx, asset);
    const amount = usdt(24_000_000n);
    await post(
      tx,
      coinCredited({ depositId, from, exchange, units: units as CoinUnits, to: cash, amount, held: null }),
    );
  });
  return { depositId, address, txid, vout, units };
}
