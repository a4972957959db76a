import { GrownBook } from './grown-book.ts';
import {
  coinAttemptForm,
  coinTermsForm,
  signedCoinsForm,
  type CoinAttemptTerms,
  type CoinTerms,
  type SignedCoins,
} from './coin-terms.ts';

export const spentKey = (network: string, { txid, vout }: { readonly txid: string; readonly vout: number }) =>
  `${network} ${txid}:${vout}`;

/** Payments in coins: an attempt takes the outputs that it spends. */
export class CoinBook extends GrownBook<CoinTerms, CoinAttemptTerms, SignedCoins> {
  constructor(path: string) {
    super(path, {
      payment: coinTermsForm,
      attempt: coinAttemptForm,
      signed: signedCoinsForm,
      takes: ({ network }, { inputs }) => inputs.map((one) => spentKey(network, one)),
    });
  }
}
