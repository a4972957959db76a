import type { Pool } from 'pg';
import { holds } from '#domain/office/permissions.ts';
import { DOCUMENTS } from '#domain/verification/documents.ts';
import type { Cell, OfficeRow } from '#protocol/office/cells.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { chip, line, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat, RecordHead } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat, type Staff } from '#server/desk/index.ts';
import type { LegalNames } from '../contract.ts';
import { NAMES, options, SAYS } from './desk-words.ts';
import { documentActs } from './documents-acts.ts';
import { holdActs } from './legal-hold.ts';
import { readLinesAct } from './printed-lines.ts';
import type { Reviews, Waiting } from './reviews.ts';
import { listDocuments } from './store.ts';
import { countWaiting, findReview, isHeld, listReviews } from './store-reviews.ts';
import { listViews } from './store-views.ts';
import { standingActs } from './standing-acts.ts';

export interface DocumentSeatParts {
  readonly db: Pool;
  readonly clock: { now(): number };
  readonly reviews: Reviews;
  readonly legalNames: LegalNames;
  readonly approvals: Pick<Approvals, 'ask'>;
}

/** The desk of documents: what waits by the time left, the pictures of one, and what an officer decides. */
export function documentsSeat(parts: DocumentSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), picturesPart(parts), earlierPart(parts), personPart(parts)],
    timelines: [
      {
        desk: 'documents',
        permission: 'verification.read',
        read: async ({ id, before, limit }) => {
          const review = await findReview(parts.db, id);
          if (review === null) return [];
          const views = await listViews(parts.db, review.userId);
          return views
            .filter((view) => view.review === id && (before === null || view.at < before))
            .slice(0, limit)
            .map((view) => ({ id: view.id, at: view.at, title: sentence(view.what), by: view.staff }));
        },
      },
    ],
    acts: [
      ...documentActs(parts),
      readLinesAct(parts),
      ...standingActs(parts),
      ...holdActs({ ...parts, audit: parts.reviews.parts.audit }),
    ],
  };
}

function deskOf({ db, clock, reviews }: DocumentSeatParts): DeskSeat {
  return {
    desk: 'documents',
    count: () => countWaiting(db),
    list: {
      columns: [
        { id: 'document', label: 'Document', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'person', label: 'Person' },
        { id: 'form', label: 'Sent as' },
        { id: 'sent', label: 'Sent', end: true },
        { id: 'due', label: 'Due', end: true },
      ],
      filters: [
        { name: 'state', label: 'State', kind: 'choice', options: options(['waiting', 'decided']) },
        {
          name: 'document',
          label: 'Document',
          kind: 'choice',
          options: DOCUMENTS.map((value) => ({ value, label: NAMES[value] })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const { state = 'waiting', document = null } = filter;
        const asked = { isWaiting: state !== 'decided', document, after, limit: limit + 1 };
        const found = (await listReviews(db, asked)).map((row) => reviews.waitingOf(row));
        return rowPage(found, limit, (one) => rowOf(one, clock.now()));
      },
    },
    record: {
      read: async (id, by) => {
        // Who may decide takes what they open; others look on.
        const review = holds(by.role, 'verification.decide')
          ? await reviews.open(id, by, false)
          : await findReview(db, id).then((found) => found && reviews.waitingOf(found));
        return review === null ? null : headOf(review, by);
      },
    },
  };
}

function stateOf(review: Waiting): Cell {
  if (review.outcome !== null) {
    const tone = review.outcome === 'approved' ? 'ok' : review.outcome === 'final' ? 'bad' : 'warn';
    return chip(sentence(review.outcome), tone);
  }
  const tone = { calm: 'info', amber: 'warn', red: 'bad' } as const;
  return chip(review.appealOf === null ? 'Waiting' : 'Appeal', tone[review.clock.colour]);
}

function rowOf(review: Waiting, now: number): OfficeRow {
  const { id, document, userId, form, sentAt, clock } = review;
  const isLate = review.outcome === null && clock.dueAt < now;
  return {
    id,
    cells: [
      strong(NAMES[document]),
      stateOf(review),
      recordLink('people', userId, `${userId.slice(0, 13)}…`),
      text(sentence(form)),
      time(sentAt),
      isLate ? chip('Late', 'bad') : time(clock.dueAt),
    ],
  };
}

function headOf(review: Waiting, by: Staff): RecordHead {
  const { document, userId, sentAt, heldBy } = review;
  const held = heldBy === null ? [] : [heldBy === by.userId ? chip('Yours', 'brand') : chip('Taken', 'warn')];
  return {
    title: NAMES[document],
    subtitle: [recordLink('people', userId, `${userId.slice(0, 13)}…`), time(sentAt)],
    chips: [stateOf(review), ...held],
    subjectId: userId,
  };
}

function factsPart({ db, legalNames, reviews }: DocumentSeatParts): PartSeat {
  return {
    desk: 'documents',
    id: 'case',
    title: 'What to compare',
    permission: 'verification.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const found = await findReview(db, id);
      if (found === null) return [];
      const review = reviews.waitingOf(found);
      const { first, last, status } = await legalNames.of(db, review.userId);
      return [
        line('First name', text(first)),
        line('Last name', text(last)),
        line('Name check', text(sentence(status))),
        line('Sent as', text(sentence(review.form))),
        line('Due', time(review.clock.dueAt)),
        line('Reason', text(review.reason === null ? null : sentence(review.reason))),
      ];
    },
  };
}

/** Each reading makes permissions of a minute, and is written down for the person. */
function picturesPart({ reviews }: DocumentSeatParts): PartSeat {
  return {
    desk: 'documents',
    id: 'pictures',
    title: 'Pictures',
    permission: 'verification.decide',
    place: 'tab',
    order: 1,
    table: {
      columns: [
        { id: 'side', label: 'Side', head: true },
        { id: 'picture', label: 'Picture' },
      ],
      read: async ({ id, by }) => {
        const rows: OfficeRow[] = [];
        for (const { file, side, media, link } of await reviews.pictures(id, by)) {
          const shown: Cell =
            typeof link === 'string' ? text(SAYS[link]) : { t: 'picture', v: link.url, media, label: sentence(side) };
          rows.push({ id: file, cells: [strong(sentence(side)), shown] });
        }
        return { rows, next: null };
      },
    },
  };
}

function earlierPart({ db, reviews }: DocumentSeatParts): PartSeat {
  return {
    desk: 'documents',
    id: 'earlier',
    title: 'Sent before',
    permission: 'verification.read',
    place: 'tab',
    order: 20,
    table: {
      columns: [
        { id: 'document', label: 'Document', head: true },
        { id: 'state', label: 'Outcome', head: true },
        { id: 'reason', label: 'Reason' },
        { id: 'sent', label: 'Sent', end: true },
      ],
      read: async ({ id }) => {
        const review = await findReview(db, id);
        const earlier = review === null ? [] : await reviews.earlier(review);
        const rows = earlier.map((one) => ({
          id: one.id,
          cells: [
            recordLink('documents', one.id, NAMES[one.document]),
            stateOf(reviews.waitingOf(one)),
            text(one.reason === null ? null : sentence(one.reason)),
            time(one.sentAt),
          ],
        }));
        return { rows, next: null };
      },
    },
  };
}

/** On the page of a person: how each document stands. */
function personPart({ db }: DocumentSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'documents',
    title: 'Documents',
    permission: 'verification.read',
    place: 'facts',
    order: 30,
    lines: async ({ id }) => {
      const rows = await listDocuments(db, id);
      const held = (await isHeld(db, id)) ? [line('Records', chip('Legal hold', 'warn'))] : [];
      return [
        ...rows.map(({ document, status, isFinal }) =>
          line(NAMES[document], chip(isFinal ? 'Refused for good' : sentence(status), TONES[status])),
        ),
        ...held,
      ];
    },
  };
}

const TONES = {
  NONE: 'plain',
  PENDING_DOCUMENT: 'info',
  PENDING_APPROVE: 'info',
  APPROVED: 'ok',
  REJECTED: 'warn',
  APPROVED_REJECTED: 'warn',
  BLOCKED: 'bad',
} as const;
