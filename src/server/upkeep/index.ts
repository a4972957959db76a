export { watchAudit } from './audit-watch.ts';
export { startUpkeep } from './start.ts';
export { watchLedger, watchLedgerOnce } from './ledger-watch.ts';
