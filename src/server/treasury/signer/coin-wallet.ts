import { isDeepStrictEqual } from 'node:util';
import type { CoinNetwork } from '#domain/cashier/coin-networks.ts';
import { DAY_MS } from '#domain/time.ts';
import { limitPassed } from '#domain/treasury/wallet-limits.ts';
import { spentKey, type CoinBook } from './coin-book.ts';
import type { CoinKey } from './coin-keys.ts';
import type { CoinAttemptTerms, CoinPaymentTerms, CoinSigner, CoinWalletFacts, SignedCoins } from './coin-terms.ts';
import { keyOf } from './grown-book.ts';
import { WalletRefused } from './signer-terms.ts';

interface CoinWalletParts {
  /** By the id of the network; a network without one is not paid. */
  readonly keys: ReadonlyMap<string, CoinKey>;
  readonly book: CoinBook;
  readonly networks: readonly CoinNetwork[];
  readonly now: () => number;
}

/** May be replaced by one with a higher fee (BIP-125). */
const REPLACEABLE = 0xff_ff_ff_fd;

/**
 * The rules of the wallet for coins of the Bitcoin family, beside those of `Wallet`: limits in the coin itself, one content for each name of a
 * payment, and the same inputs in each of its transactions. Change goes to the wallet's own address, which nobody names.
 */
export class CoinWallet implements CoinSigner {
  readonly #parts: CoinWalletParts;

  constructor(parts: CoinWalletParts) {
    this.#parts = parts;
  }

  async facts(): Promise<CoinWalletFacts[]> {
    const { keys, networks } = this.#parts;
    const facts: CoinWalletFacts[] = [];
    for (const network of networks) {
      const key = keys.get(network.id);
      if (key === undefined) continue;
      const { address } = await ownOf(network, key);
      facts.push({ network: network.id, address, mostFee: key.mostFee.toString() });
    }
    return facts;
  }

  async acceptCoins(payment: CoinPaymentTerms): Promise<void> {
    const { book, now } = this.#parts;
    const known = book.find(keyOf(payment));
    if (known !== null) return sameAs(known.payment, payment);
    const why = await this.#whyNot(payment);
    if (why !== null) throw new WalletRefused(why);
    book.accept(payment, now());
  }

  async signCoins(payment: CoinPaymentTerms, attempt: CoinAttemptTerms): Promise<SignedCoins> {
    const { book, now } = this.#parts;
    const key = keyOf(payment);
    const known = book.find(key);
    if (known === null) throw new WalletRefused('the payment was not accepted');
    sameAs(known.payment, payment);
    const same = known.signed.find((one) => one.attempt.no === attempt.no);
    if (same !== undefined) {
      if (!isDeepStrictEqual(same.attempt, attempt)) throw new WalletRefused('the attempt was signed with other terms');
      return same.signed;
    }
    const last = known.signed.at(-1)?.attempt;
    if (attempt.no !== (last?.no ?? 0) + 1) throw new WalletRefused('attempts are signed one after the other');
    if (last !== undefined && !isDeepStrictEqual(last.inputs, attempt.inputs)) {
      throw new WalletRefused('a payment spends the same outputs each time');
    }
    const { network, own } = this.#at(payment.network);
    this.#look(payment, { attempt, mostFee: own.mostFee, leastOutput: network.leastOutput });
    for (const one of attempt.inputs) {
      const holder = book.holder(spentKey(payment.network, one));
      if (holder !== null && holder !== key) throw new WalletRefused('an output is spent by another payment');
    }
    const signed = await transactionOf({ payment, attempt, network, own });
    book.sign(key, { attempt, signed, at: now() });
    return signed;
  }

  #at(id: string): { readonly network: CoinNetwork; readonly own: CoinKey } {
    const network = this.#parts.networks.find((one) => one.id === id);
    const own = this.#parts.keys.get(id);
    if (network === undefined || own === undefined) throw new WalletRefused('the network is none of ours');
    return { network, own };
  }

  async #whyNot({ network: id, to, units, saved, people }: CoinPaymentTerms): Promise<string | null> {
    const { book, now } = this.#parts;
    const { network, own } = this.#at(id);
    const { address } = await ownOf(network, own);
    const { Address, OutScript } = await import('@scure/btc-signer');
    let script: string;
    try {
      script = hex(OutScript.encode(Address(spellingOf(network)).decode(to)));
    } catch {
      return 'the address is none of this network';
    }
    if (script === hex(OutScript.encode(Address(spellingOf(network)).decode(address))))
      return 'it pays the wallet itself';
    if (BigInt(units) < network.leastOutput) return 'it is less than nodes pass on';
    if (!saved.includes(to) && people === 0) return 'the address is not saved, and nobody approved it';
    const before = book
      .since(now() - DAY_MS, (one) => one.network === id)
      .map(({ payment, at }) => ({ at, amount: BigInt(payment.units) }));
    const limit = limitPassed(own.limits, { amount: BigInt(units), now: now(), before });
    return limit === null ? null : `the limit of the ${limit} is reached`;
  }

  /** All that goes in comes out: paid, as a fee below its limit, or as change that can be spent again. */
  #look(
    { units }: CoinPaymentTerms,
    {
      attempt,
      mostFee,
      leastOutput,
    }: { readonly attempt: CoinAttemptTerms; readonly mostFee: bigint; readonly leastOutput: bigint },
  ): void {
    const [fee, change] = [BigInt(attempt.fee), BigInt(attempt.change)];
    const names = new Set(attempt.inputs.map(({ txid, vout }) => `${txid}:${vout}`));
    if (names.size !== attempt.inputs.length) throw new WalletRefused('an output is spent twice');
    const into = attempt.inputs.reduce((sum, one) => sum + BigInt(one.units), 0n);
    if (into !== BigInt(units) + fee + change) throw new WalletRefused('what goes in is not what comes out');
    if (fee > mostFee) throw new WalletRefused('the fee is above its limit');
    if (change !== 0n && change < leastOutput) throw new WalletRefused('the change is less than nodes pass on');
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
/** What the library calls a network; a key is never written in its own form. */
const spellingOf = ({ prefix, base58 }: CoinNetwork) => ({ bech32: prefix, ...base58, wif: 0 });

async function ownOf(network: CoinNetwork, { publicKey }: CoinKey) {
  const { p2wpkh } = await import('@scure/btc-signer');
  const { address, script } = p2wpkh(publicKey, spellingOf(network));
  if (address === undefined) throw new Error(`the key of ${network.id} has no address`);
  return { address, script };
}

async function transactionOf({
  payment,
  attempt,
  network,
  own,
}: {
  readonly payment: CoinPaymentTerms;
  readonly attempt: CoinAttemptTerms;
  readonly network: CoinNetwork;
  readonly own: CoinKey;
}): Promise<SignedCoins> {
  const { Transaction } = await import('@scure/btc-signer');
  const { address, script } = await ownOf(network, own);
  const made = new Transaction({ version: 2 });
  for (const { txid, vout, units } of attempt.inputs) {
    made.addInput({ txid, index: vout, sequence: REPLACEABLE, witnessUtxo: { script, amount: BigInt(units) } });
  }
  made.addOutputAddress(payment.to, BigInt(payment.units), spellingOf(network));
  if (BigInt(attempt.change) > 0n) made.addOutput({ script, amount: BigInt(attempt.change) });
  made.sign(own.secret);
  made.finalize();
  return { from: address, raw: made.hex, hash: made.id };
}

function sameAs(known: CoinPaymentTerms, asked: CoinPaymentTerms): void {
  // Which addresses are saved, and who approved, was looked at when it was accepted.
  if (!isDeepStrictEqual({ ...known, saved: [], people: 0 }, { ...asked, saved: [], people: 0 }))
    throw new WalletRefused('the payment was accepted with other terms');
}
