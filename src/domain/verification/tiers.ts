import { usdt, type Usdt } from '../money.ts';
import type { VerificationReason } from '../refusals.ts';
import type { DocumentName, DocumentStatus } from './documents.ts';

export type DocumentStatuses = Readonly<Record<DocumentName, DocumentStatus>>;

export interface WithdrawalStep {
  /** What must be approved, besides that of the steps before. */
  readonly documents: readonly DocumentName[];
  /** Highest sum of withdrawals of a calendar month, 10^-6; null: any. */
  readonly monthOut: Usdt | null;
}

/** What a withdrawal asks for, by what leaves in a month: `byId` with the government ID, `byAddress` with address and selfie too (10^-6). */
export function withdrawalSteps(byId: Usdt, byAddress: Usdt): readonly WithdrawalStep[] {
  return [
    { documents: ['governmentId'], monthOut: byId },
    { documents: ['proofOfResidence', 'selfieWithId'], monthOut: byAddress },
    { documents: ['complianceVideo'], monthOut: null },
  ];
}

/** As they are while an operator has set nothing else. */
export const STANDARD_TIERS = { byId: usdt(2_000_000_000n), byAddress: usdt(20_000_000_000n) } as const;
export const WITHDRAWAL_STEPS = withdrawalSteps(STANDARD_TIERS.byId, STANDARD_TIERS.byAddress);

/** The documents that must be approved for `monthOut` (10^-6), all withdrawals of the month together. */
export function documentsFor(monthOut: Usdt, steps = WITHDRAWAL_STEPS): readonly DocumentName[] {
  const last = steps.findIndex((step) => step.monthOut === null || monthOut <= step.monthOut);
  return steps.slice(0, last + 1).flatMap(({ documents }) => documents);
}

/** How much may leave in a month by what is approved, 10^-6; null: any. */
export function monthOutOf(statuses: DocumentStatuses, steps = WITHDRAWAL_STEPS): Usdt | null {
  let most: Usdt | null = usdt(0n);
  for (const { documents, monthOut } of steps) {
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
  steps = WITHDRAWAL_STEPS,
): { readonly document: DocumentName; readonly reason: VerificationReason } | null {
  const all = Object.keys(statuses) as DocumentName[];
  const blocked = all.find((document) => statuses[document] === 'BLOCKED');
  for (const document of blocked === undefined ? documentsFor(monthOut, steps) : [blocked]) {
    const reason = REASONS[statuses[document]];
    if (reason !== null) return { document, reason };
  }
  return null;
}
