import { isDeepStrictEqual } from 'node:util';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Network } from '#domain/cashier/networks.ts';
import { DAY_MS } from '#domain/time.ts';
import { limitPassed, type WalletLimits } from '#domain/treasury/wallet-limits.ts';
import {
  WalletRefused,
  type AttemptTerms,
  type PaymentTerms,
  type SignedPayment,
  type WalletFacts,
  type WalletSigner,
} from './signer-terms.ts';
import type { CoinAttemptTerms, CoinTerms, SignedCoins } from './coin-terms.ts';
import type { CoinWallet } from './coin-wallet.ts';
import { keyOf } from './grown-book.ts';
import type { WalletBook } from './wallet-book.ts';
import type { WalletKeys } from './wallet-keys.ts';

interface WalletParts {
  readonly keys: WalletKeys;
  readonly book: WalletBook;
  /** Pays in coins of the Bitcoin family. */
  readonly coins: CoinWallet;
  readonly networks: readonly Network[];
  /** Of withdrawals, 10^-6. */
  readonly limits: WalletLimits;
  /** The most that the fee of a transaction may be, and as much is given for one sweep, wei. */
  readonly mostFee: bigint;
  readonly now: () => number;
}

/** How often `mostFee` may be given for sweeps in 24 h. */
const GAS_GIVEN_A_DAY = 200n;
/** The first four bytes of the hash of `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb';

/**
 * The rules of the wallet, in the process that holds its keys: what it accepts counts against limits that only its own settings raise, and one
 * name of a payment has one content, one nonce and, for each attempt, one transaction. It asks no database and no node.
 */
export class Wallet implements WalletSigner {
  readonly #parts: WalletParts;

  constructor(parts: WalletParts) {
    this.#parts = parts;
  }

  async wallet(): Promise<WalletFacts> {
    const { keys, mostFee, coins } = this.#parts;
    const { address } = keys.wallet;
    return { address, xpub: keys.xpub, mostFee: mostFee.toString(), coins: await coins.facts() };
  }

  acceptCoins(payment: CoinTerms): Promise<void> {
    return this.#parts.coins.acceptCoins(payment);
  }

  signCoins(payment: CoinTerms, attempt: CoinAttemptTerms): Promise<SignedCoins> {
    return this.#parts.coins.signCoins(payment, attempt);
  }

  async accept(payment: PaymentTerms): Promise<void> {
    const { book, now } = this.#parts;
    const known = book.find(keyOf(payment));
    if (known !== null) return sameAs(known.payment, payment);
    const why = this.#whyNot(payment);
    if (why !== null) throw new WalletRefused(why);
    book.accept(payment, now());
  }

  async sign(payment: PaymentTerms, attempt: AttemptTerms): Promise<SignedPayment> {
    const { book, mostFee, now } = this.#parts;
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
    if (last !== undefined && last.nonce !== attempt.nonce) throw new WalletRefused('a payment has one nonce');
    const [maxFee, tip] = [BigInt(attempt.maxFee), BigInt(attempt.tip)];
    if (tip > maxFee) throw new WalletRefused('the tip is more than the fee');
    if (BigInt(attempt.gas) * maxFee > mostFee) throw new WalletRefused('the fee is above its limit');
    const from = this.#payer(payment);
    const holder = book.ofNonce(payment.network, from.address, attempt.nonce);
    if (holder !== null && holder !== key) throw new WalletRefused('the nonce is of another payment');
    const signed = await this.#transaction(payment, { attempt, from });
    book.sign(key, { attempt, signed, at: now() });
    return signed;
  }

  #whyNot(payment: PaymentTerms): string | null {
    const { networks } = this.#parts;
    const network = networks.find(({ id }) => id === payment.network);
    if (network === undefined) return 'the network is none of ours';
    if (payment.kind !== 'gas' && !network.tokens.some(({ coin }) => coin === payment.coin))
      return 'no such coin there';
    if (BigInt(payment.amount) === 0n) return 'it is a payment of nothing';
    if (payment.kind === 'withdrawal') return this.#whyNotOut(payment);
    return payment.kind === 'gas' ? this.#whyNoGas(BigInt(payment.amount)) : null;
  }

  #whyNotOut({ to, saved, people, amount }: PaymentTerms & { readonly kind: 'withdrawal' }): string | null {
    const { book, limits, now } = this.#parts;
    const isSaved = saved.some((one) => one.toLowerCase() === to.toLowerCase());
    if (!isSaved && people === 0) return 'the address is not saved, and nobody approved it';
    const before = book
      .acceptedSince('withdrawal', now() - DAY_MS)
      .map(({ payment, at }) => ({ at, amount: BigInt(payment.amount) }));
    const limit = limitPassed(limits, { amount: BigInt(amount), now: now(), before });
    return limit === null ? null : `the limit of the ${limit} is reached`;
  }

  #whyNoGas(amount: bigint): string | null {
    const { book, mostFee, now } = this.#parts;
    if (amount > mostFee) return 'it is more than a fee';
    const given = book
      .acceptedSince('gas', now() - DAY_MS)
      .reduce((sum, { payment }) => sum + BigInt(payment.amount), amount);
    return given > mostFee * GAS_GIVEN_A_DAY ? 'enough was given for sweeps today' : null;
  }

  #payer(payment: PaymentTerms): PrivateKeyAccount {
    return payment.kind === 'sweep' ? this.#parts.keys.child(payment.child) : this.#parts.keys.wallet;
  }

  async #transaction(
    payment: PaymentTerms,
    { attempt, from }: { readonly attempt: AttemptTerms; readonly from: PrivateKeyAccount },
  ): Promise<SignedPayment> {
    const { keys, networks } = this.#parts;
    const network = networks.find(({ id }) => id === payment.network);
    if (network === undefined) throw new WalletRefused('the network is none of ours');
    const shared = {
      type: 'eip1559',
      chainId: network.chainId,
      nonce: attempt.nonce,
      gas: BigInt(attempt.gas),
      maxFeePerGas: BigInt(attempt.maxFee),
      maxPriorityFeePerGas: BigInt(attempt.tip),
    } as const;
    const raw =
      payment.kind === 'gas'
        ? await from.signTransaction({
            ...shared,
            to: keys.child(payment.child).address,
            value: BigInt(payment.amount),
          })
        : await from.signTransaction({ ...shared, ...tokenCall(network, payment, keys.wallet.address) });
    const { keccak256 } = await import('viem');
    return { from: from.address, raw, hash: keccak256(raw) };
  }
}

/** The call that moves a token: a withdrawal to its person, a sweep to the wallet itself. */
function tokenCall(
  network: Network,
  payment: Exclude<PaymentTerms, { readonly kind: 'gas' }>,
  wallet: `0x${string}`,
): { readonly to: `0x${string}`; readonly data: `0x${string}` } {
  const token = network.tokens.find(({ coin }) => coin === payment.coin);
  if (token === undefined) throw new WalletRefused('no such coin there');
  const isOut = payment.kind === 'withdrawal';
  const units = BigInt(payment.amount) * (isOut ? 10n ** BigInt(token.decimals - 6) : 1n);
  const to = (isOut ? payment.to : wallet).slice(2).toLowerCase();
  const data = `${TRANSFER}${to.padStart(64, '0')}${units.toString(16).padStart(64, '0')}` as const;
  return { to: token.address as `0x${string}`, data: data as `0x${string}` };
}

function sameAs(known: PaymentTerms, asked: PaymentTerms): void {
  // Which addresses are saved, and who approved, was looked at when it was accepted.
  const core = (of: PaymentTerms) => (of.kind === 'withdrawal' ? { ...of, saved: [], people: 0 } : of);
  if (!isDeepStrictEqual(core(known), core(asked)))
    throw new WalletRefused('the payment was accepted with other terms');
}
