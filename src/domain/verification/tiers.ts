import { usdt, type Usdt } from '../money.ts';
import type { VerificationReason } from '../refusals.ts';
import type { DocumentName, DocumentStatus } from './documents.ts';

export type DocumentStatuses = Readonly<Record<DocumentName, DocumentStatus>>;

interface Step {
  /** What must be approved, besides that of the steps before. */
  readonly documents: readonly DocumentName[];
  /** Highest sum of withdrawals of a calendar month, 10^-6; null: any. */
  readonly monthOut: Usdt | null;
}

/** What a withdrawal asks for, by what leaves in a month. */
export const WITHDRAWAL_STEPS: readonly Step[] = [
  { documents: ['governmentId'], monthOut: usdt(2_000_000_000n) },
  { documents: ['proofOfResidence', 'selfieWithId'], monthOut: usdt(20_000_000_000n) },
  { documents: ['complianceVideo'], monthOut: null },
];

/** The documents that must be approved for `monthOut` (10^-6), all withdrawals of the month together. */
export function documentsFor(monthOut: Usdt): readonly DocumentName[] {
  const last = WITHDRAWAL_STEPS.findIndex((step) => step.monthOut === null || monthOut <= step.monthOut);
  return WITHDRAWAL_STEPS.slice(0, last + 1).flatMap(({ documents }) => documents);
}

/** How much may leave in a month by what is approved, 10^-6; null: any. */
export function monthOutOf(statuses: DocumentStatuses): Usdt | null {
  let most: Usdt | null = usdt(0n);
  for (const { documents, monthOut } of WITHDRAWAL_STEPS) {
    if (!documents.every((document) => statuses[document] === 'APPROVED')) return most;
    most = monthOut;
  }
  return most;
}

const REASONS = {
  NONE: 'document_PENDING_DOCUMENT',
  PENDING_DOCUMENT: 'document_PENDING_DOCUMENT',
  PENDING_APPROVE: 'document_PENDING_APPROVE',
  REJECTED: 'document_REJECTED',
  APPROVED_REJECTED: 'document_REJECTED',
  BLOCKED: 'document_BLOCKED',
  APPROVED: null,
} as const satisfies Readonly<Record<DocumentStatus, VerificationReason | null>>;

/** The first document that holds `monthOut` back, and how; null: none does. A blocked one holds everything back. */
export function refusalOfDocuments(
  statuses: DocumentStatuses,
  monthOut: Usdt,
): { readonly document: DocumentName; readonly reason: VerificationReason } | null {
  const all = Object.keys(statuses) as DocumentName[];
  const blocked = all.find((document) => statuses[document] === 'BLOCKED');
  for (const document of blocked === undefined ? documentsFor(monthOut) : [blocked]) {
    const reason = REASONS[statuses[document]];
    if (reason !== null) return { document, reason };
  }
  return null;
}
