import { isDeepStrictEqual } from 'node:util';
import type { CoinNetwork } from '#domain/cashier/coin-networks.ts';
import { DAY_MS } from '#domain/time.ts';
import { limitPassed } from '#domain/treasury/wallet-limits.ts';
import { spentKey, type CoinBook } from './coin-book.ts';
import type { CoinKey } from './coin-keys.ts';
import type {
  CoinAttemptTerms,
  CoinPaymentTerms,
  CoinSigner,
  CoinSweepTerms,
  CoinTerms,
  CoinWalletFacts,
  SignedCoins,
} from './coin-terms.ts';
import { ownOf, spellingOf, transactionOf } from './coin-transaction.ts';
import { keyOf } from './grown-book.ts';
import { WalletRefused } from './signer-terms.ts';

interface CoinWalletParts {
  /** By the id of the network; a network without one is not paid. */
  readonly keys: ReadonlyMap<string, CoinKey>;
  readonly book: CoinBook;
  readonly networks: readonly CoinNetwork[];
  readonly now: () => number;
}

/** What sweeps can lose is their fees: how many of them there may be in 24 h, and what part of what it brings the fee of one may be. */
const SWEEPS_A_DAY = 200;
const SWEEP_FEE = 20n;

/**
 * The rules of the wallet for coins of the Bitcoin family, beside those of `Wallet`: limits in the coin itself, one content for each name of a
 * payment, and the same inputs in each of its transactions. Change goes to the wallet's own address, which nobody names, and so does all of a sweep.
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
      facts.push({
        network: network.id,
        address,
        mostFee: key.mostFee.toString(),
        xpub: key.deposits?.xpub ?? null,
      });
    }
    return facts;
  }

  async acceptCoins(payment: CoinTerms): Promise<void> {
    const { book, now } = this.#parts;
    const known = book.find(keyOf(payment));
    if (known !== null) return sameAs(known.payment, payment);
    const why = payment.kind === 'coins' ? await this.#whyNot(payment) : this.#whyNoSweep(payment);
    if (why !== null) throw new WalletRefused(why);
    book.accept(payment, now());
  }

  async signCoins(payment: CoinTerms, attempt: CoinAttemptTerms): Promise<SignedCoins> {
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
      if (holder === null || holder === key) continue;
      if (payment.kind !== 'coinSweep' || !this.#isAsBefore(holder, one))
        throw new WalletRefused('an output is spent by another payment');
    }
    const paid = payment.kind === 'coins' ? payment : null;
    const signed = await transactionOf({ paid, attempt, network, own });
    book.sign(key, { attempt, signed, at: now() });
    return signed;
  }

  /**
   * Whichever of two sweeps of one output is mined, it comes to the wallet. But it has the amount that was said first: of two stories about the
   * same inputs, each would have one signature that is good, and both together a fee that nobody looked at.
   */
  #isAsBefore(holder: string, one: CoinAttemptTerms['inputs'][number]): boolean {
    const inputs = this.#parts.book.find(holder)?.signed[0]?.attempt.inputs;
    return inputs?.some((before) => isDeepStrictEqual(before, one)) ?? false;
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
      .flatMap(({ payment, at }) => (payment.kind === 'coins' ? [{ at, amount: BigInt(payment.units) }] : []));
    const limit = limitPassed(own.limits, { amount: BigInt(units), now: now(), before });
    return limit === null ? null : `the limit of the ${limit} is reached`;
  }

  #whyNoSweep({ network: id }: CoinSweepTerms): string | null {
    const { book, now } = this.#parts;
    if (this.#at(id).own.deposits === null) return 'there is no key of deposit addresses';
    const before = book.since(now() - DAY_MS, (one) => one.kind === 'coinSweep' && one.network === id);
    return before.length < SWEEPS_A_DAY ? null : 'there were too many sweeps';
  }

  /** All that goes in comes out: paid, as a fee below its limit, or as change that can be spent again. */
  #look(
    payment: CoinTerms,
    {
      attempt,
      mostFee,
      leastOutput,
    }: { readonly attempt: CoinAttemptTerms; readonly mostFee: bigint; readonly leastOutput: bigint },
  ): void {
    const [fee, change] = [BigInt(attempt.fee), BigInt(attempt.change)];
    const names = new Set(attempt.inputs.map(({ txid, vout }) => `${txid}:${vout}`));
    if (names.size !== attempt.inputs.length) throw new WalletRefused('an output is spent twice');
    const isSweep = payment.kind === 'coinSweep';
    if (attempt.inputs.some(({ child }) => (child !== undefined) !== isSweep))
      throw new WalletRefused('a sweep spends what deposit addresses have, and nothing else does');
    const units = isSweep ? 0n : BigInt(payment.units);
    const into = attempt.inputs.reduce((sum, one) => sum + BigInt(one.units), 0n);
    if (into !== units + fee + change) throw new WalletRefused('what goes in is not what comes out');
    if (fee > mostFee) throw new WalletRefused('the fee is above its limit');
    if (isSweep && fee * SWEEP_FEE > into) throw new WalletRefused('the fee is too much for what is swept');
    if ((isSweep || change !== 0n) && change < leastOutput)
      throw new WalletRefused('the change is less than nodes pass on');
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
function sameAs(known: CoinTerms, asked: CoinTerms): void {
  // Which addresses are saved, and who approved, was looked at when it was accepted.
  const core = (of: CoinTerms) => (of.kind === 'coins' ? { ...of, saved: [], people: 0 } : of);
  if (!isDeepStrictEqual(core(known), core(asked)))
    throw new WalletRefused('the payment was accepted with other terms');
}
