export { balancesOf, houseAccounts, openAccounts, personAccounts } from './accounts.ts';
export { openBooks, topUpDemo } from './house-money.ts';
export { checkLedger } from './invariants.ts';
export type { LedgerReport } from './invariants.ts';
export { post } from './post.ts';
