import type { PoolClient } from 'pg';
import {
  moveDocument,
  type DocumentEvent,
  type DocumentName,
  type DocumentSide,
  type NoMove,
} from '#domain/verification/documents.ts';
import type { FinalReason, RetryReason } from '#domain/verification/reasons.ts';
import { reviewTimesOf } from '#domain/settings/settings.ts';
import { reviewClock, type ReviewClock } from '#domain/verification/review-clock.ts';
import type { LinkWire } from '#protocol/verification/documents.ts';
import { actorOf, type Staff } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { linkTo } from './links.ts';
import type { DocumentParts } from './parts.ts';
import { findDocument, lockDocuments, saveDocument, type Mark, type ReviewRow } from './store.ts';
import { listFiles } from './store-files.ts';
import { endReview, findReview, listEarlier, listWaiting, takeReview } from './store-reviews.ts';
import { insertView, type ViewKind } from './store-views.ts';

/** A review as the queue shows it. */
export interface Waiting extends ReviewRow {
  readonly clock: ReviewClock;
  /** Somebody works on it now: their id. */
  readonly heldBy: string | null;
}

export interface OpenReview extends Waiting {
  readonly files: readonly { readonly id: string; readonly side: DocumentSide; readonly media: string }[];
  readonly timesBack: number;
  readonly earlier: readonly ReviewRow[];
  /** Who refused it for good, where this is the appeal. */
  readonly refusedBy: string | null;
}

export type Decision =
  | { readonly outcome: 'approved'; readonly validUntil: string | null }
  | { readonly outcome: 'retry'; readonly reason: RetryReason; readonly mark: Mark | null }
  | { readonly outcome: 'final'; readonly reason: FinalReason; readonly mark: Mark | null };

/** Why a decision has no effect. `taken`: somebody else works on it. */
export type NoDecision = NoMove | 'no_review' | 'taken';

/** The desk of documents: what staff do. All of it is in the audit log, and each look is told to the person. */
export interface Reviews {
  waiting(): Promise<readonly Waiting[]>;
  waitingOf(review: ReviewRow): Waiting;
  /** What was sent before of the same document, newest first. */
  earlier(review: ReviewRow): Promise<readonly ReviewRow[]>;
  /** The pictures of a review, each with an address of a minute or why there is none. */
  pictures(
    id: string,
    by: Staff,
  ): Promise<
    readonly {
      readonly file: string;
      readonly side: DocumentSide;
      readonly media: string;
      readonly link: LinkWire | NoDecision;
    }[]
  >;
  /** Why this officer decides nothing on it now; null: they may. */
  whyNot(id: string, by: Staff): Promise<NoDecision | null>;
  readonly parts: DocumentParts;
  /** Opens a review and holds it for 15 min; `over`: also from whoever works on it. null: there is none. */
  open(id: string, by: Staff, over: boolean): Promise<OpenReview | null>;
  /** An address of a picture of a review that the officer holds, for a minute. */
  link(id: string, file: string, by: Staff): Promise<LinkWire | NoDecision>;
  decide(id: string, decision: Decision, by: Staff): Promise<'done' | NoDecision>;
}

/** Officers do not meet: a review is one's own for so long after opening it. */
const TAKEN_MS = 15 * 60_000;
const LONGEST_QUEUE = 500;

export function createReviews(parts: DocumentParts): Reviews {
  const { db } = parts;
  const waiting = (row: ReviewRow) => waitingOf(parts, row);
  return {
    waiting: async () => (await listWaiting(db, LONGEST_QUEUE)).map(waiting),
    waitingOf: waiting,
    earlier: (review) => listEarlier(db, review),
    pictures: async (id, by) => {
      const review = await findReview(db, id);
      if (review === null) return [];
      const shown = review.appealOf ?? review.id;
      const files = (await listFiles(db, review.userId, [shown])).filter((file) => file.review === shown);
      const seen = [];
      for (const { id: file, side, media } of files) {
        seen.push({ file, side, media: media ?? '', link: await link(parts, { id, file, by }) });
      }
      return seen;
    },
    whyNot: async (id, by) => {
      const review = await findReview(db, id);
      if (review === null) return 'no_review';
      if (review.outcome !== null) return 'not_now';
      const { heldBy } = waitingOf(parts, review);
      if (heldBy !== null && heldBy !== by.userId) return 'taken';
      const from = await findDocument(db, review.userId, review.document);
      const moved = moveDocument(from, { type: 'approve', officer: by.userId, person: review.userId });
      return moved.ok ? null : moved.why;
    },
    parts,
    open: (id, by, over) => open(parts, { id, by, over }),
    link: (id, file, by) => link(parts, { id, file, by }),
    decide: (id, decision, by) => decide(parts, { id, by, decision }),
  };
}

function waitingOf({ clock, settings }: DocumentParts, row: ReviewRow): Waiting {
  const now = clock.now();
  const isHeld = row.takenUntil !== null && row.takenUntil > now;
  return {
    ...row,
    clock: reviewClock(row.sentAt, now, reviewTimesOf(settings.values)),
    heldBy: isHeld ? row.takenBy : null,
  };
}

interface Asked {
  readonly id: string;
  readonly by: Staff;
}

async function open(
  parts: DocumentParts,
  { id, by, over }: Asked & { readonly over: boolean },
): Promise<OpenReview | null> {
  const { db, clock } = parts;
  const now = clock.now();
  return transaction(db, async (tx) => {
    const found = await findReview(tx, id);
    if (found === null) return null;
    const isOwn = found.userId === by.userId;
    if (!isOwn) await takeReview(tx, { id, by: by.userId, now, until: now + TAKEN_MS, over });
    const review = (await findReview(tx, id)) ?? found;
    const shown = review.appealOf ?? review.id;
    const files = (await listFiles(tx, review.userId, [shown])).filter((file) => file.review === shown);
    const { timesBack, refusedBy } = await findDocument(tx, review.userId, review.document);
    // One look is one line: who works on it reads it again and again.
    if (waitingOf(parts, found).heldBy !== by.userId) await note(parts, tx, { review, by, what: 'opened' });
    return {
      ...waitingOf(parts, review),
      files: files.map((file) => ({ id: file.id, side: file.side, media: file.media ?? '' })),
      timesBack,
      earlier: await listEarlier(tx, review),
      refusedBy: review.appealOf === null ? null : refusedBy,
    };
  });
}

async function link(
  parts: DocumentParts,
  { id, file, by }: Asked & { readonly file: string },
): Promise<LinkWire | NoDecision> {
  const { db } = parts;
  return transaction(db, async (tx) => {
    const review = await findReview(tx, id);
    if (review === null) return 'no_review';
    if (review.userId === by.userId) return 'own';
    // Of one that waits only whoever works on it sees the picture; what was decided may be looked at again.
    if (review.outcome === null && waitingOf(parts, review).heldBy !== by.userId) return 'taken';
    const shown = review.appealOf ?? review.id;
    const files = await listFiles(tx, review.userId, [shown]);
    if (!files.some((one) => one.id === file && one.review === shown)) return 'no_review';
    await note(parts, tx, { review, by, what: 'picture' });
    return linkTo(parts, file);
  });
}

const WHAT = { approved: 'approved', retry: 'sent_back', final: 'refused' } as const;

async function decide(
  parts: DocumentParts,
  { id, by, decision }: Asked & { readonly decision: Decision },
): Promise<'done' | NoDecision> {
  const { db, clock } = parts;
  const now = clock.now();
  return transaction(db, async (tx) => {
    const known = await findReview(tx, id);
    if (known === null) return 'no_review';
    await lockDocuments(tx, known.userId);
    const review = (await findReview(tx, id)) ?? known;
    const { userId, document } = review;
    if (review.outcome !== null) return 'not_now';
    const { heldBy } = waitingOf(parts, review);
    if (heldBy !== null && heldBy !== by.userId) return 'taken';
    const from = await findDocument(tx, userId, document);
    const moved = moveDocument(from, eventOf(decision, { officer: by.userId, person: userId }));
    if (!moved.ok) return moved.why;
    const reason = decision.outcome === 'approved' ? null : decision.reason;
    const mark = decision.outcome === 'approved' ? null : decision.mark;
    if (!(await endReview(tx, { id, outcome: decision.outcome, reason, mark, by: by.userId, now }))) return 'not_now';
    const validUntil = decision.outcome === 'approved' ? decision.validUntil : null;
    await saveDocument(tx, { userId, from, next: moved.next, validUntil, now });
    const told = { userId, document, status: moved.next.status, isFinal: moved.next.isFinal, reason };
    await record(tx, [{ kind: 'document.decided', ...told }]);
    await note(parts, tx, { review, by, what: WHAT[decision.outcome], ...(reason === null ? {} : { reason }) });
    return 'done';
  });
}

function eventOf(decision: Decision, hand: { readonly officer: string; readonly person: string }): DocumentEvent {
  switch (decision.outcome) {
    case 'approved':
      return { type: 'approve', ...hand };
    case 'retry':
      return { type: 'send_back', reason: decision.reason, ...hand };
    case 'final':
      return { type: 'refuse', reason: decision.reason, ...hand };
  }
}

/** A look or an act of an officer: in the log of the person's documents, and in the audit log. */
async function note(
  { audit, clock }: DocumentParts,
  tx: PoolClient,
  seen: { readonly review: ReviewRow; readonly by: Staff; readonly what: ViewKind; readonly reason?: string },
): Promise<void> {
  const { review, by, what, reason } = seen;
  const { userId, document } = review;
  const view = { userId, document, review: review.id, staff: by.userId, role: by.role, what, now: clock.now() };
  await insertView(tx, view);
  await audit.write(tx, {
    ...actorOf(by),
    action: `document.${what}`,
    objectType: 'document_review',
    objectId: review.id,
    subjectId: userId,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Asks for a document. false: it was asked for or sent before. */
export async function askFor(
  { audit, clock }: DocumentParts,
  tx: PoolClient,
  asked: { readonly userId: string; readonly document: DocumentName; readonly by: Staff; readonly reason: string },
): Promise<boolean> {
  const { userId, document, by, reason } = asked;
  const now = clock.now();
  await lockDocuments(tx, userId);
  const from = await findDocument(tx, userId, document);
  const moved = moveDocument(from, { type: 'ask' });
  if (!moved.ok) return false;
  await saveDocument(tx, { userId, from, next: moved.next, now });
  const told = { userId, document, status: moved.next.status, isFinal: false, reason: null } as const;
  await record(tx, [{ kind: 'document.decided', ...told }]);
  await audit.write(tx, {
    ...actorOf(by),
    action: 'document.asked',
    objectType: 'document',
    objectId: document,
    subjectId: userId,
    reason,
  });
  return true;
}
