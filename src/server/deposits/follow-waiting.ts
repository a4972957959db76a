import { uuidv7 } from 'uuidv7';
import { worthOf } from '#domain/deposits/conversion.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { DepositParts } from './parts.ts';
import { rateOf } from './rates.ts';
import { ownersOf } from './store-addresses.ts';
import { findBlockless, replaceOne, writeInputs, writeWaiting } from './store-waiting.ts';

/** Shows payments that no block has yet, and what became of those that none has any more. Nothing here is ever credited. */
export async function followWaiting(parts: DepositParts, at: OpenCoinNetwork): Promise<void> {
  await writeSeen(parts, at);
  for (const one of await findBlockless(parts.db, at.network.id)) {
    const fate = await at.readers[0].fate(one);
    if (fate === 'replaced') await replaceOne(parts.db, { id: one.id, at: parts.clock.now() });
  }
}

async function writeSeen(parts: DepositParts, at: OpenCoinNetwork): Promise<void> {
  const { id: network, coin, pair } = at.network;
  const waiting = await at.readers[0].waiting();
  const owners = await ownersOf(parts.db, [...new Set(waiting.map(({ to }) => to))]);
  const rate = owners.size === 0 ? null : await rateOf(parts, pair);
  const now = parts.clock.now();
  for (const payment of waiting) {
    const userId = owners.get(payment.to);
    if (userId === undefined || payment.value === 0n) continue;
    const amount = rate === null ? usdt(0n) : worthOf(payment.value, rate);
    await transaction(parts.db, async (tx) => {
      const depositId = await writeWaiting(tx, { id: uuidv7(), userId, network, coin, payment, amount, now });
      if (depositId === null) return;
      await writeInputs(tx, { depositId, network, inputs: payment.inputs });
      if (amount > 0n) await record(tx, [{ kind: 'deposit.seen', userId, depositId, amount: amount.toString() }]);
    });
  }
}
