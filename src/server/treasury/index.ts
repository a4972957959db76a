export { compareAny } from './reconcile/compare-any.ts';
export { lastingDifferences } from './reconcile/store-reconcile.ts';
