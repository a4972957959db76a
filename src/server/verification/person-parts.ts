import type { Pool } from 'pg';
import { chip, number, recordLink, sentence, text, time } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { casesOfPerson } from './cases/store-cases.ts';
import { NAMES } from './documents/desk-words.ts';
import { reviewsOfPerson } from './documents/store-reviews.ts';

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
