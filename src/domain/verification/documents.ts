import type { UploadReason } from '../refusals.ts';
import type { FinalReason, RetryReason } from './reasons.ts';

/** The documents by which a person shows who they are, in the order in which they are asked for. */
export const DOCUMENTS = ['governmentId', 'selfieWithId', 'proofOfResidence', 'complianceVideo'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** NONE: never asked for nor sent. APPROVED_REJECTED: it was valid once, and a new one is wanted. */
export const DOCUMENT_STATUSES = [
  'NONE',
  'PENDING_DOCUMENT',
  'PENDING_APPROVE',
  'APPROVED',
  'REJECTED',
  'APPROVED_REJECTED',
  'BLOCKED',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** What is photographed, by the form of a document. */
export const FORMS = {
  governmentId: { id_card: ['front', 'back'], passport: ['front'], licence: ['front', 'back'] },
  selfieWithId: { selfie: ['front'] },
  proofOfResidence: { bill: ['front'], statement: ['front'], letter: ['front'] },
  complianceVideo: { video: ['front'] },
} as const satisfies Readonly<Record<DocumentName, Readonly<Record<string, readonly DocumentSide[]>>>>;
export type DocumentSide = 'front' | 'back';
export const DOCUMENT_SIDES: readonly DocumentSide[] = ['front', 'back'];

/** The sides that a form of a document has; null: the document has no such form. */
export function sidesOf(document: DocumentName, form: string): readonly DocumentSide[] | null {
  const forms: Readonly<Record<string, readonly DocumentSide[]>> = FORMS[document];
  return forms[form] ?? null;
}

/** A document of one person. */
export interface DocumentState {
  readonly status: DocumentStatus;
  /** Of REJECTED: no other one is taken. */
  readonly isFinal: boolean;
  /** It was appealed once, which is as often as it may be. */
  readonly isAppealed: boolean;
  /** The officer who refused it for good; the appeal goes to another. */
  readonly refusedBy: string | null;
  /** How often it was sent back since it was last approved or asked for. */
  readonly timesBack: number;
}

export const NO_DOCUMENT: DocumentState = {
  status: 'NONE',
  isFinal: false,
  isAppealed: false,
  refusedBy: null,
  timesBack: 0,
};

interface Officer {
  /** Id of the account of staff. */
  readonly officer: string;
  /** Id of whoever sent the document. */
  readonly person: string;
}

/** What happens to a document, and with whose hand it may. `block` and `unblock` take two people. */
export type DocumentEvent =
  | { readonly type: 'ask' }
  | { readonly type: 'send' }
  | (Officer & { readonly type: 'approve' })
  | (Officer & { readonly type: 'send_back'; readonly reason: RetryReason })
  | (Officer & { readonly type: 'refuse'; readonly reason: FinalReason })
  | { readonly type: 'appeal' }
  | { readonly type: 'expire' }
  | { readonly type: 'doubt' }
  | { readonly type: 'block' }
  | { readonly type: 'unblock' };
export type DocumentEventType = DocumentEvent['type'];

interface Move {
  readonly from: readonly DocumentStatus[];
  readonly to: DocumentStatus;
}

/** The table of states: whatever is not in it has no effect. */
export const MOVES: Readonly<Record<DocumentEventType, Move>> = {
  ask: { from: ['NONE'], to: 'PENDING_DOCUMENT' },
  send: { from: ['NONE', 'PENDING_DOCUMENT', 'REJECTED', 'APPROVED_REJECTED'], to: 'PENDING_APPROVE' },
  approve: { from: ['PENDING_APPROVE'], to: 'APPROVED' },
  send_back: { from: ['PENDING_APPROVE'], to: 'REJECTED' },
  refuse: { from: ['PENDING_APPROVE'], to: 'REJECTED' },
  appeal: { from: ['REJECTED'], to: 'PENDING_APPROVE' },
  expire: { from: ['APPROVED'], to: 'APPROVED_REJECTED' },
  doubt: { from: ['APPROVED'], to: 'APPROVED_REJECTED' },
  block: {
    from: ['NONE', 'PENDING_DOCUMENT', 'PENDING_APPROVE', 'APPROVED', 'REJECTED', 'APPROVED_REJECTED'],
    to: 'BLOCKED',
  },
  unblock: { from: ['BLOCKED'], to: 'PENDING_DOCUMENT' },
};

/** Why an event has no effect. */
export type NoMove =
  | 'not_now'
  /** It was refused for good, or it was not and there is nothing to appeal. */
  | 'final'
  | 'not_final'
  | 'appealed'
  /** Nobody decides on their own document. */
  | 'own'
  /** An appeal is decided by somebody else than the refusal. */
  | 'same_officer';

export type Moved = { readonly ok: true; readonly next: DocumentState } | { readonly ok: false; readonly why: NoMove };

/** The state after an event, or why it has no effect. */
export function moveDocument(state: DocumentState, event: DocumentEvent): Moved {
  const move = MOVES[event.type];
  if (!move.from.includes(state.status)) return { ok: false, why: 'not_now' };
  const why = guard(state, event);
  if (why !== null) return { ok: false, why };
  return { ok: true, next: { ...after(state, event), status: move.to } };
}

function guard(state: DocumentState, event: DocumentEvent): NoMove | null {
  switch (event.type) {
    case 'send':
      return state.isFinal ? 'final' : null;
    case 'appeal':
      if (!state.isFinal) return 'not_final';
      return state.isAppealed ? 'appealed' : null;
    case 'approve':
    case 'send_back':
    case 'refuse':
      if (event.officer === event.person) return 'own';
      return state.refusedBy === event.officer ? 'same_officer' : null;
    case 'ask':
    case 'expire':
    case 'doubt':
    case 'block':
    case 'unblock':
      return null;
  }
}

function after(state: DocumentState, event: DocumentEvent): DocumentState {
  switch (event.type) {
    case 'send_back':
      return { ...state, isFinal: false, refusedBy: null, timesBack: state.timesBack + 1 };
    case 'refuse':
      return { ...state, isFinal: true, refusedBy: event.officer };
    case 'appeal':
      return { ...state, isFinal: false, isAppealed: true };
    case 'approve':
    case 'unblock':
      return NO_DOCUMENT;
    case 'ask':
    case 'send':
    case 'expire':
    case 'doubt':
    case 'block':
      return state;
  }
}

/** What the upload of a document asks of its person. */
export interface UploadGates {
  readonly document: DocumentName;
  readonly state: Pick<DocumentState, 'status' | 'isFinal'>;
  readonly governmentId: DocumentStatus;
  readonly nameGiven: boolean;
}

/** Why a document is not taken now; null: it is. A document that was refused for good is as closed as a blocked one. */
export function refusalOfUpload({ document, state, governmentId, nameGiven }: UploadGates): UploadReason | null {
  if (state.status === 'BLOCKED' || state.isFinal) return 'BLOCKED';
  if (state.status === 'PENDING_APPROVE' || state.status === 'APPROVED') return state.status;
  if (!nameGiven) return 'NAME_REQUIRED';
  const hasId = governmentId === 'PENDING_APPROVE' || governmentId === 'APPROVED';
  return document === 'selfieWithId' && !hasId ? 'GOVERNMENT_ID_REQUIRED' : null;
}
