import type { BaseParts, Subject } from '#server/subject.ts';
import { approvalsSeat, type ApprovalsSeatParts } from './office-seat.ts';
import { createApprovals, type ApprovalParts } from './approvals.ts';

export const APPROVALS = {
  create: (parts: Pick<BaseParts, 'clock' | 'audit' | 'vault'> & Pick<ApprovalParts, 'roleOf'>) => ({
    approvals: createApprovals(parts),
  }),
  office: (parts: ApprovalsSeatParts) => approvalsSeat(parts),
} satisfies Subject;
