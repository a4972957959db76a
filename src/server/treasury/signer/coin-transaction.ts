import type { CoinNetwork } from '#domain/cashier/coin-networks.ts';
import type { CoinKey, KeyPair } from './coin-keys.ts';
import type { CoinAttemptTerms, CoinPaymentTerms, SignedCoins } from './coin-terms.ts';
import { WalletRefused } from './signer-terms.ts';

/** May be replaced by one with a higher fee (BIP-125). */
const REPLACEABLE = 0xff_ff_ff_fd;

/** What the library calls a network; a key is never written in its own form. */
export const spellingOf = ({ prefix, base58 }: CoinNetwork) => ({ bech32: prefix, ...base58, wif: 0 });

/** The address of a key on a network, and the script of what it is paid. */
export async function ownOf(network: CoinNetwork, { publicKey }: Pick<KeyPair, 'publicKey'>) {
  const { p2wpkh } = await import('@scure/btc-signer');
  const { address, script } = p2wpkh(publicKey, spellingOf(network));
  if (address === undefined) throw new Error(`the key of ${network.id} has no address`);
  return { address, script };
}

/** The transaction of an attempt; `paid`: who gets something beside the wallet itself, null: nobody does. Throws WalletRefused without a key of an input. */
export async function transactionOf({
  paid,
  attempt,
  network,
  own,
}: {
  readonly paid: CoinPaymentTerms | null;
  readonly attempt: CoinAttemptTerms;
  readonly network: CoinNetwork;
  readonly own: CoinKey;
}): Promise<SignedCoins> {
  const { Transaction } = await import('@scure/btc-signer');
  const { address, script } = await ownOf(network, own);
  const made = new Transaction({ version: 2 });
  const keys = attempt.inputs.map(({ child }) => (child === undefined ? own : childOf(own, child)));
  for (const [place, { txid, vout, units }] of attempt.inputs.entries()) {
    const of = await ownOf(network, keys[place] ?? own);
    const witnessUtxo = { script: of.script, amount: BigInt(units) };
    made.addInput({ txid, index: vout, sequence: REPLACEABLE, witnessUtxo });
  }
  if (paid !== null) made.addOutputAddress(paid.to, BigInt(paid.units), spellingOf(network));
  if (BigInt(attempt.change) > 0n) made.addOutput({ script, amount: BigInt(attempt.change) });
  for (const [place, { secret }] of keys.entries()) made.signIdx(secret, place);
  made.finalize();
  return { from: address, raw: made.hex, hash: made.id };
}

function childOf({ deposits }: CoinKey, no: number): KeyPair {
  if (deposits === null) throw new WalletRefused('there is no key of deposit addresses');
  return deposits.child(no);
}
