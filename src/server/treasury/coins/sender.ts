import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { openTestCoinWallet } from './open-test-wallet.ts';
import { readOutputs } from './read-outputs.ts';
import { sweepCoins } from './sweep.ts';
import { takeDueCoins } from './take.ts';
import { watchCoins } from './watch.ts';

/**
 * One look at a network of the Bitcoin family: what is under way is brought on, then what is due is taken and deposits are swept, unless its
 * wallet is paused. A network that the signer has no key of is not paid. true: it is paused.
 */
export async function sendCoinsOnce(parts: SendingParts, at: OpenCoinNetwork): Promise<boolean> {
  const { id: network, leastOutput } = at.network;
  const own = (await parts.signer.wallet()).coins.find((one) => one.network === network);
  if (own === undefined) return false;
  const wallet = await parts.payouts.walletOf(parts.db, network);
  if (wallet === null) {
    await openTestCoinWallet(parts, at, own.address);
    return false;
  }
  if (wallet.address !== own.address) throw new Error("the wallet's signer has another wallet");
  const mark = await readOutputs(parts, at, wallet.address);
  if (mark === null) throw new Error('the outputs of the wallet were never read');
  const bounds = { rate: await at.payers[0].feeRate(), mostFee: BigInt(own.mostFee), leastOutput };
  await watchCoins(parts, at, bounds);
  const isPaused = ((await parts.payouts.walletOf(parts.db, network)) ?? wallet).paused !== null;
  if (isPaused) return true;
  await takeDueCoins(parts, at, { wallet: wallet.address, mark, bounds });
  if (own.xpub !== null) await sweepCoins(parts, at, { wallet: wallet.address, xpub: own.xpub, mark, bounds });
  return false;
}
