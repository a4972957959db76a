export { createAudit } from './audit.ts';
export type { Audit, AuditEntry, AuditRecord } from './audit.ts';
export { verifyLog } from './verify.ts';
export type { AuditReport, BadRow } from './verify.ts';
