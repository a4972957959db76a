import { LineClient } from '#server/net/line-client.ts';
import { signedCoinsForm, type CoinAttemptTerms, type CoinTerms, type SignedCoins } from './coin-terms.ts';
import {
  signedForm,
  walletForm,
  WalletAway,
  WalletRefused,
  type AttemptTerms,
  type PaymentTerms,
  type SignedPayment,
  type WalletFacts,
  type WalletSigner,
} from './signer-terms.ts';

/** Its first answer takes a moment: it loads what makes transactions, ms. */
const PATIENCE_MS = 8_000;

/** The wallet's signer of another process. A question that gets no answer throws WalletAway: it may be done, and is asked again. */
export class WalletClient implements WalletSigner {
  readonly #lines: LineClient;

  constructor(path: string) {
    this.#lines = new LineClient(path, {
      away: (where, options) => new WalletAway(where, options),
      patienceMs: PATIENCE_MS,
    });
  }

  async wallet(): Promise<WalletFacts> {
    return walletForm.parse(await this.#ask({ ask: 'wallet' }));
  }

  async accept(payment: PaymentTerms): Promise<void> {
    await this.#ask({ ask: 'accept', payment });
  }

  async sign(payment: PaymentTerms, attempt: AttemptTerms): Promise<SignedPayment> {
    return signedForm.parse(await this.#ask({ ask: 'sign', payment, attempt }));
  }

  async acceptCoins(payment: CoinTerms): Promise<void> {
    await this.#ask({ ask: 'acceptCoins', payment });
  }

  async signCoins(payment: CoinTerms, attempt: CoinAttemptTerms): Promise<SignedCoins> {
    return signedCoinsForm.parse(await this.#ask({ ask: 'signCoins', payment, attempt }));
  }

  async #ask(question: object): Promise<unknown> {
    const answer = await this.#lines.ask(question);
    if ('refused' in answer) throw new WalletRefused(answer.refused);
    return answer.value;
  }
}
