export { createApprovals } from './approvals.ts';
export type { ActDefinition, ActKind, ApprovalRefusal, Approvals, Approved } from './contract.ts';
