import type { DocumentName } from '#domain/verification/documents.ts';
import { sentence } from '#server/desk/cells.ts';
import type { NoDecision } from './reviews.ts';

/** What staff call each document. */
export const NAMES: Readonly<Record<DocumentName, string>> = {
  governmentId: 'Government ID',
  selfieWithId: 'Selfie with ID',
  proofOfResidence: 'Proof of residence',
  complianceVideo: 'Compliance video',
};

export const options = (words: readonly string[]) => words.map((value) => ({ value, label: sentence(value) }));

/** Why nothing is decided, in a sentence. */
export const SAYS: Readonly<Record<NoDecision, string>> = {
  not_now: 'It was decided already.',
  final: 'It was refused for good.',
  not_final: 'It was not refused for good.',
  appealed: 'It was appealed once.',
  own: 'Nobody decides on their own document.',
  same_officer: 'An appeal is decided by somebody else than the refusal.',
  no_review: 'There is no such review.',
  taken: 'Somebody else works on it. Take it over first.',
};
