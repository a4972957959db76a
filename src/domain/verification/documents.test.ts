import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DOCUMENTS,
  DOCUMENT_STATUSES,
  moveDocument,
  MOVES,
  NO_DOCUMENT,
  refusalOfUpload,
  sidesOf,
  type DocumentEvent,
  type DocumentEventType,
  type DocumentState,
  type DocumentStatus,
} from './documents.ts';
import { FINAL_REASONS, isFinalReason, RETRY_REASONS } from './reasons.ts';

const PERSON = 'ada';
const of = (type: DocumentEventType, officer = 'first'): DocumentEvent => {
  const hand = { officer, person: PERSON };
  if (type === 'approve') return { type, ...hand };
  if (type === 'send_back') return { type, reason: 'blurred', ...hand };
  return type === 'refuse' ? { type, reason: 'not_genuine', ...hand } : { type };
};
const at = (status: DocumentStatus, more: Partial<DocumentState> = {}): DocumentState => ({
  ...NO_DOCUMENT,
  status,
  ...more,
});
const TYPES = Object.keys(MOVES) as DocumentEventType[];

/** The table of states, written out once more: status, then what it becomes by each event. */
const TABLE: Readonly<Record<DocumentStatus, Partial<Record<DocumentEventType, DocumentStatus>>>> = {
  NONE: { ask: 'PENDING_DOCUMENT', send: 'PENDING_APPROVE', block: 'BLOCKED' },
  PENDING_DOCUMENT: { send: 'PENDING_APPROVE', block: 'BLOCKED' },
  PENDING_APPROVE: { approve: 'APPROVED', send_back: 'REJECTED', refuse: 'REJECTED', block: 'BLOCKED' },
  APPROVED: { expire: 'APPROVED_REJECTED', doubt: 'APPROVED_REJECTED', block: 'BLOCKED' },
  REJECTED: { send: 'PENDING_APPROVE', block: 'BLOCKED' },
  APPROVED_REJECTED: { send: 'PENDING_APPROVE', block: 'BLOCKED' },
  BLOCKED: { unblock: 'PENDING_DOCUMENT' },
};

/** Does each event in turn. Throws where one has no effect. */
function through(...events: readonly DocumentEvent[]): DocumentState {
  return events.reduce((state, event) => {
    const moved = moveDocument(state, event);
    if (!moved.ok) throw new Error(`${event.type}: ${moved.why}`);
    return moved.next;
  }, NO_DOCUMENT);
}
const whyNot = (state: DocumentState, event: DocumentEvent) => {
  const moved = moveDocument(state, event);
  return moved.ok ? null : moved.why;
};

describe('a document', () => {
  it.each(DOCUMENT_STATUSES)('that is %s moves as the table says, and by nothing else', (status) => {
    for (const type of TYPES) {
      const moved = moveDocument(at(status), of(type));
      expect(moved.ok ? moved.next.status : null, `${status} ${type}`).toBe(TABLE[status][type] ?? null);
    }
  });

  it('is not taken again once it was refused for good; its appeal goes to somebody else, once', () => {
    const refused = through(of('send'), of('refuse'));
    expect(refused).toMatchObject({ status: 'REJECTED', isFinal: true, refusedBy: 'first' });
    expect(whyNot(refused, of('send'))).toBe('final');
    const appealed = through(of('send'), of('refuse'), of('appeal'));
    expect(appealed.status).toBe('PENDING_APPROVE');
    for (const type of ['approve', 'send_back', 'refuse'] as const) {
      expect(whyNot(appealed, of(type, 'first'))).toBe('same_officer');
      expect(whyNot(appealed, of(type, 'second'))).toBeNull();
    }
    const again = through(of('send'), of('refuse'), of('appeal'), of('refuse', 'second'));
    expect(whyNot(again, of('appeal'))).toBe('appealed');
    expect(through(of('send'), of('refuse'), of('appeal'), of('send_back', 'second')).isFinal).toBe(false);
    expect(whyNot(through(of('send'), of('send_back')), of('appeal'))).toBe('not_final');
  });

  it('is decided by nobody who sent it', () => {
    for (const type of ['approve', 'send_back', 'refuse'] as const) {
      expect(whyNot(at('PENDING_APPROVE'), of(type, PERSON))).toBe('own');
    }
  });

  it('counts how often it was sent back, until it is approved', () => {
    const twice = [of('send'), of('send_back'), of('send'), of('send_back', 'second')];
    expect(through(...twice).timesBack).toBe(2);
    expect(through(...twice, of('send'), of('approve')).timesBack).toBe(0);
  });

  it('never leaves the table, and can always become approved or stay blocked', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...TYPES), fc.constantFrom('first', 'second', PERSON)));
    fc.assert(
      fc.property(steps, (events) => {
        let state = NO_DOCUMENT;
        for (const [type, officer] of events) {
          const moved = moveDocument(state, of(type, officer));
          if (moved.ok) state = moved.next;
          expect(DOCUMENT_STATUSES).toContain(state.status);
          expect(state.isFinal && !['REJECTED', 'BLOCKED'].includes(state.status)).toBe(false);
        }
        const open = through(of('send'), of('approve', 'third'));
        expect(open.status).toBe('APPROVED');
        expect(moveDocument(state, of(state.status === 'BLOCKED' ? 'unblock' : 'block')).ok).toBe(true);
      }),
    );
  });
});

describe('the upload of a document', () => {
  const gates = { document: 'governmentId', state: NO_DOCUMENT, governmentId: 'NONE', nameGiven: true } as const;

  it.each([
    ['NONE', null],
    ['PENDING_DOCUMENT', null],
    ['PENDING_APPROVE', 'PENDING_APPROVE'],
    ['APPROVED', 'APPROVED'],
    ['REJECTED', null],
    ['APPROVED_REJECTED', null],
    ['BLOCKED', 'BLOCKED'],
  ] as const)('of one that is %s is answered with %s', (status, answer) => {
    for (const document of DOCUMENTS) {
      expect(refusalOfUpload({ ...gates, document, state: at(status), governmentId: 'APPROVED' })).toBe(answer);
    }
  });

  it('wants the legal name first, and is over after a refusal for good', () => {
    expect(refusalOfUpload({ ...gates, nameGiven: false })).toBe('NAME_REQUIRED');
    expect(refusalOfUpload({ ...gates, state: at('REJECTED', { isFinal: true }) })).toBe('BLOCKED');
  });

  it('takes a selfie only after the government ID was sent', () => {
    for (const governmentId of DOCUMENT_STATUSES) {
      const isThere = governmentId === 'PENDING_APPROVE' || governmentId === 'APPROVED';
      expect(refusalOfUpload({ ...gates, document: 'selfieWithId', governmentId }), governmentId).toBe(
        isThere ? null : 'GOVERNMENT_ID_REQUIRED',
      );
    }
  });

  it('knows the sides of each form', () => {
    expect(sidesOf('governmentId', 'id_card')).toEqual(['front', 'back']);
    expect(sidesOf('governmentId', 'passport')).toEqual(['front']);
    expect(sidesOf('selfieWithId', 'passport')).toBeNull();
  });
});

it('refusals are to be tried again or for good, never both', () => {
  expect(RETRY_REASONS.filter(isFinalReason)).toEqual([]);
  expect(FINAL_REASONS.every(isFinalReason)).toBe(true);
});
