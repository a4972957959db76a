import type { Subject } from '#server/subject.ts';
import { auditSeat, type AuditSeatParts } from './office-seat.ts';
import { AUDIT_PERSONAL_DATA } from './personal-data.ts';

export const AUDIT = {
  office: (parts: AuditSeatParts) => auditSeat(parts),
  personalData: AUDIT_PERSONAL_DATA,
} satisfies Subject;
