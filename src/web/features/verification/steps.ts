import type { DocumentName } from '#domain/verification/documents.ts';
import type { Profile } from '#web/api/profile.ts';
import type { DocumentView } from '#web/documents/use-documents.ts';
import { wantedOf } from '#web/documents/wanted.ts';

export type StepId = 'email' | 'name' | DocumentName;
/** How a step is shown. FINAL: refused for good; LOCKED: another one comes first; OPTIONAL: nobody has asked for it. */
export type StepLook = DocumentView['status'] | 'FINAL' | 'LOCKED' | 'OPTIONAL';

export interface Step {
  readonly id: StepId;
  readonly look: StepLook;
}

const NAME_LOOKS: Readonly<Record<Profile['verifications']['name'], StepLook>> = {
  PENDING_NAME: 'NONE',
  PENDING_APPROVE: 'PENDING_APPROVE',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  BLOCKED: 'BLOCKED',
};

export function lookOf({ document, status, isFinal, closed }: DocumentView): StepLook {
  if (status === 'REJECTED' && isFinal) return 'FINAL';
  const isLocked = closed === 'NAME_REQUIRED' || closed === 'GOVERNMENT_ID_REQUIRED' || closed === 'VIDEO_UNAVAILABLE';
  if (isLocked && (status === 'NONE' || status === 'PENDING_DOCUMENT')) return 'LOCKED';
  return document === 'complianceVideo' && status === 'NONE' ? 'OPTIONAL' : status;
}

/** All steps in their order. */
export function stepsOf({ email, name }: Profile['verifications'], views: readonly DocumentView[]): readonly Step[] {
  return [
    { id: 'email', look: email ? 'APPROVED' : 'NONE' },
    { id: 'name', look: NAME_LOOKS[name] },
    ...views.map((view) => ({ id: view.document, look: lookOf(view) })),
  ];
}

/** Where the person goes on: what they were asked for, else the first that is to do, else the first that waits. */
export function nextOf(steps: readonly Step[], views: readonly DocumentView[]): StepId {
  const wanted = wantedOf(views)?.document;
  const first = (look: StepLook) => steps.find((step) => step.look === look)?.id;
  return wanted ?? first('REJECTED') ?? first('NONE') ?? first('PENDING_APPROVE') ?? 'governmentId';
}
