import { describe, expect, it } from 'vitest';
import type { DocumentView } from '#web/documents/use-documents.ts';
import { lookOf, nextOf, stepsOf } from './steps.ts';

const view = (document: DocumentView['document'], over: Partial<DocumentView> = {}) =>
  ({ document, status: 'NONE', isFinal: false, closed: null, ...over }) as DocumentView;
const ALL = ['governmentId', 'selfieWithId', 'proofOfResidence', 'complianceVideo'] as const;
const views = (over: Partial<Record<DocumentView['document'], Partial<DocumentView>>> = {}) =>
  ALL.map((document) => view(document, over[document]));
const done = { email: true, name: 'APPROVED' } as const;
const next = (verifications: Parameters<typeof stepsOf>[0], list: readonly DocumentView[]) =>
  nextOf(stepsOf(verifications, list), list);

describe('a step', () => {
  it.each([
    [view('selfieWithId', { closed: 'GOVERNMENT_ID_REQUIRED' }), 'LOCKED'],
    [view('governmentId', { status: 'REJECTED', isFinal: true }), 'FINAL'],
    [view('governmentId', { status: 'REJECTED' }), 'REJECTED'],
    [view('complianceVideo'), 'OPTIONAL'],
    [view('complianceVideo', { status: 'PENDING_DOCUMENT' }), 'PENDING_DOCUMENT'],
    [view('complianceVideo', { closed: 'VIDEO_UNAVAILABLE' }), 'LOCKED'],
  ])('%# is shown as it stands', (of, look) => {
    expect(lookOf(of)).toBe(look);
  });
});

describe('a person goes on', () => {
  it('with the first that is to do', () => {
    expect(next({ email: false, name: 'PENDING_NAME' }, views())).toBe('email');
    expect(next({ email: true, name: 'PENDING_NAME' }, views())).toBe('name');
    expect(next(done, views({ governmentId: { status: 'PENDING_APPROVE' } }))).toBe('selfieWithId');
  });

  it('with what they were asked for before anything else', () => {
    const list = views({ proofOfResidence: { status: 'REJECTED' } });
    expect(next({ email: false, name: 'APPROVED' }, list)).toBe('proofOfResidence');
    expect(next({ email: true, name: 'REJECTED' }, views())).toBe('name');
  });

  it('with what waits when nothing is to do', () => {
    const sent = { status: 'PENDING_APPROVE' } as const;
    const list = views({ governmentId: { status: 'APPROVED' }, selfieWithId: sent, proofOfResidence: sent });
    expect(next(done, list)).toBe('selfieWithId');
  });
});
