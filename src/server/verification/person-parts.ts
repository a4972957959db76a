import type { Pool } from 'pg';
import { ok, refused } from '#domain/outcome.ts';
import type { Audit } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { chip, number, recordLink, sentence, text, time } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { LegalNames } from './contract.ts';
import { doubtName } from './legal-names.ts';
import { casesOfPerson } from './cases/store-cases.ts';
import { NAMES } from './documents/desk-words.ts';
import { reviewsOfPerson } from './documents/store-reviews.ts';

/** On the page of a person: their document has another name than they gave. */
export function doubtNameAct(parts: {
  readonly db: Pool;
  readonly audit: Pick<Audit, 'write'>;
  readonly legalNames: Pick<LegalNames, 'of'>;
}): ActSeat {
  return {
    desk: 'people',
    id: 'doubt_name',
    label: 'Ask for the legal name anew',
    text: 'The name counts no more: the person is told, gives it again, and places nothing until it is approved.',
    permission: 'verification.decide',
    rule: 'The government ID has another name than the person gave.',
    order: 64,
    refuses: async ({ id }) =>
      (await parts.legalNames.of(parts.db, id)).status === 'APPROVED' ? null : 'The name is not approved.',
    run: async ({ id: userId, by, reason }) => {
      const isDone = await transaction(parts.db, (tx) => doubtName(parts, tx, { userId, by, reason }));
      return isDone ? ok('The person is told.') : refused({ code: 'ActRefused', why: 'The name is not approved.' });
    },
  };
}

/** On the page of a person: what they sent for review, and every case about their name. */
export function personParts({ db }: { readonly db: Pool }): readonly PartSeat[] {
  return [reviewsPart(db), casesPart(db)];
}

function reviewsPart(db: Pool): PartSeat {
  return {
    desk: 'people',
    id: 'reviews',
    title: 'Documents',
    permission: 'verification.read',
    place: 'tab',
    order: 50,
    table: {
      columns: [
        { id: 'document', label: 'Document', head: true },
        { id: 'outcome', label: 'Outcome', head: true },
        { id: 'reason', label: 'Reason' },
        { id: 'sent', label: 'Sent', end: true },
        { id: 'decided', label: 'Decided', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const found = await reviewsOfPerson(db, { userId: id, after, limit: limit + 1 });
        return rowPage(found, limit, (one) => ({
          id: one.id,
          cells: [
            recordLink('documents', one.id, NAMES[one.document]),
            one.outcome === null ? chip('Waits', 'info') : chip(sentence(one.outcome)),
            text(one.reason === null ? null : sentence(one.reason)),
            time(one.sentAt),
            time(one.decidedAt),
          ],
        }));
      },
    },
  };
}

function casesPart(db: Pool): PartSeat {
  return {
    desk: 'people',
    id: 'cases',
    title: 'Name cases',
    permission: 'people.risk',
    place: 'tab',
    order: 51,
    table: {
      columns: [
        { id: 'case', label: 'Case', head: true },
        { id: 'outcome', label: 'Outcome', head: true },
        { id: 'score', label: 'Likeliest', end: true },
        { id: 'hits', label: 'Hits', end: true },
        { id: 'opened', label: 'Opened', end: true },
        { id: 'ended', label: 'Ended', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const found = await casesOfPerson(db, { userId: id, after, limit: limit + 1 });
        return rowPage(found, limit, (one) => ({
          id: one.id,
          cells: [
            recordLink('cases', one.id, 'Open the case'),
            one.outcome === null ? chip('Open', 'warn') : chip(sentence(one.outcome)),
            text(one.score.toFixed(2)),
            number(one.hits),
            time(one.openedAt),
            time(one.endedAt),
          ],
        }));
      },
    },
  };
}
