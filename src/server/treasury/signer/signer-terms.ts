import { z } from 'zod';
import { coinAttemptForm, coinTermsForm, coinWalletForm, type CoinSigner } from './coin-terms.ts';

const id = z.uuid();
const run = z.int().min(1).max(9);
const network = z.string().regex(/^[a-z][a-z0-9]{1,19}$/);
const coin = z.enum(['USDT', 'USDC']);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const whole = z.string().regex(/^(0|[1-9]\d{0,38})$/);
/** Child of the key of deposit addresses. */
const child = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/**
 * What the wallet's signer makes a payment of. It builds the transaction itself: there is no way to have bytes signed. Where a payment goes is a
 * saved address that stands in the request, or took people to approve (withdrawal); an address of our own (the others).
 */
export const paymentForm = z.discriminatedUnion('kind', [
  /** From the wallet to a person. `amount`: 10^-6; `saved`: addresses that the person has saved; `people`: how many approved it. */
  z.strictObject({
    kind: z.literal('withdrawal'),
    id,
    run,
    network,
    coin,
    to: address,
    amount: whole,
    saved: z.array(address).max(100),
    people: z.int().min(0).max(2),
  }),
  /** From the wallet to a deposit address, for the fee of its sweep. `amount`: of the native coin, 10^-18. */
  z.strictObject({ kind: z.literal('gas'), id, run, network, child, amount: whole }),
  /** From a deposit address to the wallet. `amount`: in the token's smallest unit. */
  z.strictObject({ kind: z.literal('sweep'), id, run, network, coin, child, amount: whole }),
]);
export type PaymentTerms = z.output<typeof paymentForm>;

/** One version of a payment's transaction: all have the nonce of the first. Fees in wei per unit of gas. */
export const attemptForm = z.strictObject({
  no: z.int().min(1).max(50),
  nonce: z.int().nonnegative(),
  gas: z.int().min(21_000).max(2_000_000),
  maxFee: whole,
  tip: whole,
});
export type AttemptTerms = z.output<typeof attemptForm>;

const no = z.int();
/** One line of JSON each. */
export const walletQuestion = z.discriminatedUnion('ask', [
  z.strictObject({ no, ask: z.literal('wallet') }),
  z.strictObject({ no, ask: z.literal('accept'), payment: paymentForm }),
  z.strictObject({ no, ask: z.literal('sign'), payment: paymentForm, attempt: attemptForm }),
  z.strictObject({ no, ask: z.literal('acceptCoins'), payment: coinTermsForm }),
  z.strictObject({ no, ask: z.literal('signCoins'), payment: coinTermsForm, attempt: coinAttemptForm }),
]);
export type WalletQuestion = z.output<typeof walletQuestion>;

/**
 * The wallet's own address, the public key of deposit addresses whose secret is here, the most that a transaction's fee may be, wei, and from
 * where networks of the Bitcoin family are paid. A signer of an older version knows none of those.
 */
export const walletForm = z.strictObject({
  address,
  xpub: z.string(),
  mostFee: whole,
  coins: z.array(coinWalletForm).default([]),
});
export type WalletFacts = z.output<typeof walletForm>;

/** A transaction that anybody may send. */
export const signedForm = z.strictObject({
  from: address,
  raw: z.string().regex(/^0x[0-9a-f]+$/),
  hash: z.string().regex(/^0x[0-9a-f]{64}$/),
});
export type SignedPayment = z.output<typeof signedForm>;

/** The wallet's signer does not answer: what waits for it is asked again. */
export class WalletAway extends Error {
  override readonly name = 'WalletAway';

  constructor(path: string, options?: ErrorOptions) {
    super(`The wallet's signer does not answer at ${path}.`, options);
  }
}

/** The wallet's signer makes no such payment. */
export class WalletRefused extends Error {
  override readonly name = 'WalletRefused';
}

/** Who makes payments of terms, and the same one for the same terms. */
export interface WalletSigner extends CoinSigner {
  wallet(): Promise<WalletFacts>;
  /** Takes a payment on: from then on `sign` makes it. A repeat changes nothing; throws WalletRefused. */
  accept(payment: PaymentTerms): Promise<void>;
  /** The bytes of a payment that was accepted: the same for the same terms, whenever it is asked. Throws WalletRefused at any other terms. */
  sign(payment: PaymentTerms, attempt: AttemptTerms): Promise<SignedPayment>;
}
