export { watchAudit } from './audit-watch.ts';
export { startJobs } from './start.ts';
export { watchLedger, watchLedgerOnce } from './ledger-watch.ts';
