import { GrownBook, type Booked } from './grown-book.ts';
import {
  attemptForm,
  paymentForm,
  signedForm,
  type AttemptTerms,
  type PaymentTerms,
  type SignedPayment,
} from './signer-terms.ts';

type BookedPayment = Booked<PaymentTerms, AttemptTerms, SignedPayment>;

/** Payments on networks of the Ethereum family: an attempt takes a nonce of the address that it is from. */
export class WalletBook extends GrownBook<PaymentTerms, AttemptTerms, SignedPayment> {
  constructor(path: string) {
    super(path, {
      payment: paymentForm,
      attempt: attemptForm,
      signed: signedForm,
      takes: ({ network }, { nonce }, { from }) => [nonceKey(network, from, nonce)],
    });
  }

  /** The payment that has a nonce of an address; null: nobody's. */
  ofNonce(network: string, from: string, nonce: number): string | null {
    return this.holder(nonceKey(network, from, nonce));
  }

  /** Payments of a kind that were accepted after `since`, ms. */
  acceptedSince(kind: PaymentTerms['kind'], since: number): readonly BookedPayment[] {
    return this.since(since, (payment) => payment.kind === kind);
  }
}

const nonceKey = (network: string, from: string, nonce: number) => `${network} ${from.toLowerCase()} ${nonce}`;
