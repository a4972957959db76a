import type { Pool } from 'pg';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { holds } from '#domain/office/permissions.ts';
import { DOCUMENTS, type DocumentName } from '#domain/verification/documents.ts';
import { FINAL_REASONS, RETRY_REASONS } from '#domain/verification/reasons.ts';
import type { Cell, OfficeRow } from '#protocol/office/cells.ts';
import { transaction } from '#server/db/index.ts';
import { chip, line, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat, RecordHead } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat, type Staff } from '#server/desk/index.ts';
import type { LegalNames } from '../contract.ts';
import { askFor, type Decision, type NoDecision, type Reviews, type Waiting } from './reviews.ts';
import { listDocuments, type Mark } from './store.ts';
import { countWaiting, findReview, listReviews } from './store-reviews.ts';
import { listViews } from './store-views.ts';

export interface DocumentSeatParts {
  readonly db: Pool;
  readonly clock: { now(): number };
  readonly reviews: Reviews;
  readonly legalNames: LegalNames;
}

const NAMES: Readonly<Record<DocumentName, string>> = {
  governmentId: 'Government ID',
  selfieWithId: 'Selfie with ID',
  proofOfResidence: 'Proof of residence',
  complianceVideo: 'Compliance video',
};

/** `name_differs` as `Name differs`. */
function sentence(word: string): string {
  const words = word.toLowerCase().replaceAll('_', ' ');
  return `${words.slice(0, 1).toLocaleUpperCase('en')}${words.slice(1)}`;
}
const options = (words: readonly string[]) => words.map((value) => ({ value, label: sentence(value) }));

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
    acts: [approveAct(parts), sendBackAct(parts), refuseAct(parts), takeAct(parts), askAct(parts)],
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
      return rows.map(({ document, status, isFinal }) =>
        line(NAMES[document], chip(isFinal ? 'Refused for good' : sentence(status), TONES[status])),
      );
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

/** Why nothing is decided, in a sentence. */
const SAYS: Readonly<Record<NoDecision, string>> = {
  not_now: 'It was decided already.',
  final: 'It was refused for good.',
  not_final: 'It was not refused for good.',
  appealed: 'It was appealed once.',
  own: 'Nobody decides on their own document.',
  same_officer: 'An appeal is decided by somebody else than the refusal.',
  no_review: 'There is no such review.',
  taken: 'Somebody else works on it. Take it over first.',
};

async function refusesNow({ reviews }: DocumentSeatParts, id: string, by: Staff): Promise<string | null> {
  const why = await reviews.whyNot(id, by);
  return why === null ? null : SAYS[why];
}

async function decided(
  { reviews }: DocumentSeatParts,
  { id, by }: { readonly id: string; readonly by: Staff },
  decision: Decision,
): Promise<Outcome<string>> {
  const done = await reviews.decide(id, decision, by);
  if (done === 'done') return ok('Decided. The person is told.');
  return refused({ code: 'PermissionsError' });
}

const BY_RULE = 'A document is decided within 24 hours, by somebody other than the person who sent it.';
const PLACES = ['top_left', 'top', 'top_right', 'left', 'middle', 'right', 'bottom_left', 'bottom', 'bottom_right'];

/** A ninth of the picture as a mark; null: none was named. */
function markOf({ side, place }: Readonly<Record<string, string>>): Mark | null {
  const at = PLACES.indexOf(place ?? '');
  if (at < 0) return null;
  const third = 333;
  return {
    side: side === 'back' ? 'back' : 'front',
    x: (at % 3) * third,
    y: Math.floor(at / 3) * third,
    width: third,
    height: third,
  };
}

const MARK_FIELDS = [
  { name: 'place', label: 'Where on the picture', kind: 'choice', options: options(PLACES), optional: true },
  { name: 'side', label: 'On which side', kind: 'choice', options: options(['front', 'back']), optional: true },
] as const;

function approveAct(parts: DocumentSeatParts): ActSeat {
  return {
    desk: 'documents',
    id: 'approve',
    label: 'Approve',
    text: 'The document counts from now on, up to its last day if it has one.',
    permission: 'verification.decide',
    rule: BY_RULE,
    order: 10,
    fields: [{ name: 'until', label: 'Last day of the document', kind: 'day', optional: true }],
    refuses: ({ id, by }) => refusesNow(parts, id, by),
    run: ({ fields, ...act }) => {
      const { until } = fields;
      const isWrong = until !== undefined && !/^\d{4}-\d\d-\d\d$/.test(until);
      if (isWrong) return Promise.resolve(refused({ code: 'InvalidRequest', fields: { until: 'malformed' } }));
      return decided(parts, act, { outcome: 'approved', validUntil: until ?? null });
    },
  };
}

function sendBackAct(parts: DocumentSeatParts): ActSeat {
  return {
    desk: 'documents',
    id: 'send_back',
    label: 'Send back',
    text: 'The person sees what is wrong and where, and can send another one at once.',
    permission: 'verification.decide',
    rule: BY_RULE,
    order: 20,
    fields: [{ name: 'what', label: 'What is wrong', kind: 'choice', options: options(RETRY_REASONS) }, ...MARK_FIELDS],
    refuses: ({ id, by }) => refusesNow(parts, id, by),
    run: ({ fields, ...act }) => {
      const reason = RETRY_REASONS.find((one) => one === fields['what']);
      if (reason === undefined)
        return Promise.resolve(refused({ code: 'InvalidRequest', fields: { what: 'unknown' } }));
      return decided(parts, act, { outcome: 'retry', reason, mark: markOf(fields) });
    },
  };
}

function refuseAct(parts: DocumentSeatParts): ActSeat {
  return {
    desk: 'documents',
    id: 'refuse',
    label: 'Refuse for good',
    text: 'No other document of this kind is taken. The person may appeal once, to another officer.',
    permission: 'verification.decide',
    rule: BY_RULE,
    danger: true,
    order: 30,
    fields: [{ name: 'what', label: 'Why', kind: 'choice', options: options(FINAL_REASONS) }, ...MARK_FIELDS],
    refuses: ({ id, by }) => refusesNow(parts, id, by),
    run: ({ fields, ...act }) => {
      const reason = FINAL_REASONS.find((one) => one === fields['what']);
      if (reason === undefined)
        return Promise.resolve(refused({ code: 'InvalidRequest', fields: { what: 'unknown' } }));
      return decided(parts, act, { outcome: 'final', reason, mark: markOf(fields) });
    },
  };
}

function takeAct({ reviews }: DocumentSeatParts): ActSeat {
  return {
    desk: 'documents',
    id: 'take',
    label: 'Take over',
    text: 'The review is yours for 15 minutes, also where somebody else had it.',
    permission: 'verification.decide',
    rule: 'Two officers do not work on the same review.',
    order: 40,
    refuses: async ({ id, by }) => {
      const why = await reviews.whyNot(id, by);
      return why === 'taken' ? null : why === null ? 'It is yours.' : SAYS[why];
    },
    run: async ({ id, by }) => {
      const taken = await reviews.open(id, by, true);
      return taken === null ? refused({ code: 'NotFound' }) : ok('It is yours for 15 minutes.');
    },
  };
}

/** On the page of a person: a document that nobody asked for yet. */
function askAct({ db, reviews }: DocumentSeatParts): ActSeat {
  return {
    desk: 'people',
    id: 'ask_document',
    label: 'Ask for a document',
    text: 'The person is told that we need it.',
    permission: 'verification.decide',
    rule: 'A document can be asked for where none was sent.',
    order: 60,
    fields: [
      {
        name: 'document',
        label: 'Document',
        kind: 'choice',
        options: DOCUMENTS.map((value) => ({ value, label: NAMES[value] })),
      },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ id, by, reason, fields }) => {
      const document = DOCUMENTS.find((one) => one === fields['document']);
      if (document === undefined) return refused({ code: 'InvalidRequest', fields: { document: 'unknown' } });
      const isAsked = await transaction(db, (tx) => askFor(reviews.parts, tx, { userId: id, document, by, reason }));
      return ok(isAsked ? 'The person is told.' : 'It was asked for or sent already.');
    },
  };
}
