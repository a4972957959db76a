import { randomUUID } from 'node:crypto';
import { usdt } from '#domain/money.ts';
import { systemClock as clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { insertPerson } from '#server/identity/store.ts';
import { grantSandbox } from '#server/ledger/index.ts';
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
