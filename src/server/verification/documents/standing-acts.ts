import type { Pool } from 'pg';
import { ok, refused } from '#domain/outcome.ts';
import { DOCUMENTS } from '#domain/verification/documents.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { transaction } from '#server/db/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { askSecond } from '#server/desk/index.ts';
import { NAMES } from './desk-words.ts';
import type { Reviews } from './reviews.ts';
import { DOCUMENT_BLOCKED, doubtDocument } from './standing.ts';

interface ActParts {
  readonly db: Pool;
  readonly approvals: Pick<Approvals, 'ask'>;
  readonly reviews: Reviews;
}

const FIELD = {
  name: 'document',
  label: 'Document',
  kind: 'choice',
  options: DOCUMENTS.map((value) => ({ value, label: NAMES[value] })),
} as const;
const UNKNOWN = refused({ code: 'InvalidRequest', fields: { document: 'unknown' } });
const documentOf = (fields: Readonly<Record<string, string>>) =>
  DOCUMENTS.find((one) => one === fields['document']) ?? null;

/** On the page of a person: what becomes of a document of theirs without a review. */
export function standingActs(parts: ActParts): readonly ActSeat[] {
  return [doubtAct(parts), blockAct(parts, true), blockAct(parts, false)];
}

function doubtAct({ db, reviews }: ActParts): ActSeat {
  return {
    desk: 'people',
    id: 'doubt_document',
    label: 'Ask for a document anew',
    text: 'An approved document counts no more. The person is told, and sends another.',
    permission: 'verification.decide',
    rule: 'There is doubt about a document that was approved.',
    order: 61,
    fields: [FIELD],
    refuses: () => Promise.resolve(null),
    run: async ({ id: userId, by, reason, fields }) => {
      const document = documentOf(fields);
      if (document === null) return UNKNOWN;
      const isDone = await transaction(db, (tx) => doubtDocument(reviews.parts, tx, { userId, document, by, reason }));
      return isDone ? ok('The person is told.') : refused({ code: 'ActRefused', why: 'It is not approved.' });
    },
  };
}

function blockAct(parts: ActParts, isOn: boolean): ActSeat {
  return {
    desk: 'people',
    id: isOn ? 'block_document' : 'unblock_document',
    label: isOn ? 'Block a document' : 'Unblock a document',
    text: isOn
      ? 'No other one of its kind is taken, and nothing is withdrawn. What waits for review ends.'
      : 'Another one of its kind is asked for.',
    permission: 'verification.decide',
    rule: 'A second person approves it.',
    people: 2,
    ...(isOn ? { danger: true as const } : {}),
    order: isOn ? 62 : 63,
    fields: [FIELD],
    refuses: () => Promise.resolve(null),
    run: ({ id: userId, by, reason, fields }) => {
      const document = documentOf(fields);
      if (document === null) return Promise.resolve(UNKNOWN);
      return askSecond(parts, DOCUMENT_BLOCKED, { fields: { userId, document, isOn }, by, reason });
    },
  };
}
