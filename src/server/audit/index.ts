export { createAudit } from './audit.ts';
export type { Audit, AuditEntry, AuditRecord } from './audit.ts';
export { actorOf, thisShell } from './by.ts';
export type { By, HouseAct, Shell, Staff } from './by.ts';
export { writeEnded } from './ended.ts';
export { auditHead } from './store.ts';
export { verifyLog } from './verify.ts';
export type { AuditReport, BadRow } from './verify.ts';
