import { z } from 'zod';
import { MOST_INPUTS } from '#domain/treasury/coin-fees.ts';

const whole = z.string().regex(/^(0|[1-9]\d{0,18})$/);
const network = z.string().regex(/^[a-z][a-z0-9-]{1,19}$/);
/** In any of the spellings of the family: what it pays is read from it when it is signed. */
const address = z.string().regex(/^[0-9A-Za-z]{14,100}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A withdrawal in a coin of the Bitcoin family, as the wallet's signer takes it. `units`: in the coin's smallest; `saved`: addresses that the
 * person has saved; `people`: how many approved it.
 */
export const coinPaymentForm = z.strictObject({
  kind: z.literal('coins'),
  id: z.uuid(),
  run: z.literal(1),
  network,
  to: address,
  units: whole,
  saved: z.array(address).max(100),
  people: z.int().min(0).max(2),
});
export type CoinPaymentTerms = z.output<typeof coinPaymentForm>;

/** Outputs at deposit addresses that come together in the wallet, which nobody names. */
export const coinSweepForm = z.strictObject({
  kind: z.literal('coinSweep'),
  id: z.uuid(),
  run: z.literal(1),
  network,
});
export type CoinSweepTerms = z.output<typeof coinSweepForm>;

export const coinTermsForm = z.discriminatedUnion('kind', [coinPaymentForm, coinSweepForm]);
export type CoinTerms = z.output<typeof coinTermsForm>;

/** Child of the key of deposit addresses; only what a sweep spends has one. */
const child = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .optional();

/** One version of its transaction: all spend the same outputs, so that one of them at most is ever mined. */
export const coinAttemptForm = z.strictObject({
  no: z.int().min(1).max(50),
  inputs: z
    .array(z.strictObject({ txid: hash, vout: z.int().min(0).max(100_000), units: whole, child }))
    .min(1)
    .max(MOST_INPUTS),
  fee: whole,
  /** What comes back to the wallet; 0: nothing does. */
  change: whole,
});
export type CoinAttemptTerms = z.output<typeof coinAttemptForm>;

/** A transaction that anybody may send, and the address whose outputs it spends. */
export const signedCoinsForm = z.strictObject({
  from: address,
  raw: z.string().regex(/^[0-9a-f]+$/),
  hash,
});
export type SignedCoins = z.output<typeof signedCoinsForm>;

/**
 * From where a network is paid, the most that a transaction's fee may be, in the coin's smallest unit, and the public key of deposit addresses
 * whose secret is there; null: there is none, and nothing is swept.
 */
export const coinWalletForm = z.strictObject({
  network,
  address,
  mostFee: whole,
  xpub: z.string().nullable().default(null),
});
export type CoinWalletFacts = z.output<typeof coinWalletForm>;

/** Who pays in coins. Throws WalletRefused as the signer of other networks does. */
export interface CoinSigner {
  acceptCoins(payment: CoinTerms): Promise<void>;
  /** The bytes of a payment that was accepted: the same for the same terms, whenever it is asked. */
  signCoins(payment: CoinTerms, attempt: CoinAttemptTerms): Promise<SignedCoins>;
}
