export { announceFacts } from './announce-facts.ts';
export { watchAudit } from './audit-watch.ts';
export { daily } from './daily.ts';
export { heldOrdersFollowers } from './held-orders.ts';
export type { Job } from './ledger-watch.ts';
export { payBonuses } from './maker-bonus.ts';
export { watchLedger, watchLedgerOnce } from './ledger-watch.ts';
