export { compareWallet } from './reconcile/compare.ts';
export { lastingDifferences } from './reconcile/store-reconcile.ts';
