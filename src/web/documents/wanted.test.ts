import { expect, it } from 'vitest';
import type { DocumentView } from './use-documents.ts';
import { wantedOf } from './wanted.ts';

const view = (status: DocumentView['status'], isFinal = false) => ({ status, isFinal });

it.each([
  [[view('PENDING_DOCUMENT'), view('APPROVED_REJECTED'), view('REJECTED')], 2],
  [[view('PENDING_DOCUMENT'), view('APPROVED_REJECTED')], 1],
  [[view('APPROVED'), view('PENDING_DOCUMENT')], 1],
  // What was refused for good, or is blocked, is nothing that they could send again.
  [[view('REJECTED', true), view('BLOCKED'), view('NONE'), view('PENDING_APPROVE')], null],
])('of %j it is number %s', (views, at) => {
  expect(wantedOf(views)).toBe(at === null ? null : views[at]);
});
