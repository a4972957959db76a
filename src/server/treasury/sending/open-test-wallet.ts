import { ledgerAmount } from '#domain/deposits/rules.ts';
import { transaction } from '#server/db/index.ts';
import { bringToWallet } from '#server/ledger/treasury/moves.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { insertGas } from './store.ts';

/** What the wallet of a test chain begins with, of each coin and of the native one. */
const COINS = 1_000_000n;
const WEI = 10n ** 20n;
/** Networks that were asked for money: it is there with the next block. */
const asked = new WeakSet<OpenNetwork>();

/** Fills the wallet of a test chain by its faucet, and opens its network for withdrawals once the money is there and in the books. */
export async function openTestWallet(parts: SendingParts, at: OpenNetwork): Promise<void> {
  const { faucet, client } = at;
  const { id: network, tokens } = at.network;
  if (faucet === null) return;
  const address = (await parts.signer.wallet()).address.toLowerCase() as `0x${string}`;
  const wei = await client.balance(address, null);
  const balances = await Promise.all(
    tokens.map(async (token) => ({ token, has: await client.balance(address, token.address as `0x${string}`) })),
  );
  if (wei === 0n || balances.some(({ has }) => has === 0n)) {
    if (asked.has(at)) return;
    asked.add(at);
    if (wei === 0n) await faucet.sendEther(address, WEI);
    for (const { token, has } of balances) {
      const amount = COINS * 10n ** BigInt(token.decimals);
      if (has === 0n) await faucet.send({ token: token.address, to: address, amount });
    }
    return;
  }
  const now = parts.clock.now();
  await transaction(parts.db, async (tx) => {
    await parts.payouts.openWallet(tx, { network, address });
    await insertGas(tx, { network, wallet: address, why: 'brought', ref: 'first', wei, now });
    for (const { token, has } of balances) {
      await bringToWallet(tx, { ref: `${network}/${token.coin}`, amount: ledgerAmount(has, token.decimals) });
    }
  });
  parts.log.info({ network, wallet: address }, 'withdrawals are open on the test chain');
}
