export { compareAny } from './reconcile/compare-any.ts';
export { openPayoutWallet, type OpeningParts } from './open-wallet.ts';
export { WalletClient } from './signer/wallet-client.ts';
export { lastingDifferences } from './reconcile/store-reconcile.ts';
