import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { coinUnits } from '#domain/treasury/coin-amounts.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { bringToWallet } from '#server/ledger/treasury/moves.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { insertOutputs, writeMark } from './store-outputs.ts';

/** What the wallet of a test chain begins with: several outputs, for one that is spent is only good again when its change is final. */
const OUTPUTS = 4;
const COINS = 10;
const ENOUGH = (coinUnits(String(COINS)) ?? 0n) * BigInt(OUTPUTS);
/** Networks that were asked for coins: they are there with the next block. */
const asked = new WeakSet<OpenCoinNetwork>();

/** Fills the wallet of a test chain, and opens its network for withdrawals once the coins are there and in the books. */
export async function openTestCoinWallet(parts: SendingParts, at: OpenCoinNetwork, wallet: string): Promise<void> {
  const { id: network, coin } = at.network;
  if (network !== LOCAL_COIN_NETWORK.id) return;
  const { height, hash, outputs } = await at.payers[0].scan(wallet);
  const has = outputs.reduce((sum, { units }) => sum + units, 0n);
  if (has < ENOUGH) {
    if (asked.has(at)) return;
    asked.add(at);
    const missing = ENOUGH - has;
    for (let given = 0n; given < missing; given += ENOUGH / BigInt(OUTPUTS))
      await at.readers[0].giveTestCoin(wallet, COINS);
    return;
  }
  await transaction(parts.db, async (tx) => {
    await parts.payouts.openWallet(tx, { network, address: wallet });
    await insertOutputs(tx, network, outputs);
    await writeMark(tx, network, { height, hash });
    await bringToWallet(tx, { ref: `${network}/${coin}`, amount: usdt(has), asset: coin });
  });
  parts.log.info({ network, wallet }, 'withdrawals are open on the test chain of coins');
}
