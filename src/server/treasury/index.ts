export { compareAny } from './reconcile/compare-any.ts';
export { fieldsOf, WALLET_MOVED, walletMovedAct } from './moved/book-move.ts';
export { readMove } from './moved/read-move.ts';
export { openPayoutWallet, type OpeningParts } from './open-wallet.ts';
export { WalletClient } from './signer/wallet-client.ts';
export { lastingDifferences } from './reconcile/store-reconcile.ts';
