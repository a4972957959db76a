export { balancesOf, houseAccounts, openAccounts, personAccounts } from './accounts.ts';
export { grantSandbox, openBooks, topUpDemo } from './house-money.ts';
export { checkLedger } from './invariants.ts';
export type { LedgerReport } from './invariants.ts';
export { post, postNew } from './post.ts';
