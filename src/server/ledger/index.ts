export { balancesOf, houseAccounts, openAccounts, personAccounts } from './accounts.ts';
export { openBooks, topUpDemo } from './house-money.ts';
export { post } from './post.ts';
