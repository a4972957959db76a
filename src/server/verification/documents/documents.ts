import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Usdt } from '#domain/money.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { reviewTimesOf, tiersOf } from '#domain/settings/settings.ts';
import type { ReviewTimes } from '#domain/verification/review-clock.ts';
import {
  DOCUMENTS,
  moveDocument,
  NO_DOCUMENT,
  refusalOfUpload,
  sidesOf,
  type DocumentName,
} from '#domain/verification/documents.ts';
import { monthOutOf, type DocumentStatuses } from '#domain/verification/tiers.ts';
import { moneyWords, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { DocumentsWire, DocumentWire } from '#protocol/verification/documents.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { Documents } from './contract.ts';
import { phoneOf } from '../hand-over/hand-overs.ts';
import { linkTo } from './links.ts';
import type { DocumentParts } from './parts.ts';
import {
  findDocument,
  insertReview,
  listDocuments,
  lockDocuments,
  newestReviews,
  placesOf,
  saveDocument,
  type DocumentRow,
  type ReviewRow,
} from './store.ts';
import { giveToReview, listFiles, lockFile, lockUnsent, removeFiles, type FileRow } from './store-files.ts';
import { isHeld } from './store-reviews.ts';
import { listViews } from './store-views.ts';
import { forgetDocuments } from './upkeep.ts';
import { closedBy, createUploads, fileToWire } from './uploads.ts';

export function createDocuments(parts: DocumentParts): Documents {
  const { db } = parts;
  return {
    ...createUploads(parts),
    read: (userId) => read(parts, userId),
    statusesOf,
    isHeld,
    forget: (userId) => forgetDocuments(parts, userId),
    send: (userId, sending) => send(parts, userId, sending),
    appeal: (userId, document) => appeal(parts, userId, document),
    link: async (userId, id) => {
      const file = await transaction(db, (tx) => lockFile(tx, userId, id));
      return file?.state === 'READY' ? ok(linkTo(parts, id)) : refused({ code: 'NotFound' });
    },
    views: async (userId) => {
      const views = await listViews(db, userId);
      return views.map(({ document, staff, what, at }) => ({
        document,
        officer: lettersOf(staff),
        what,
        at: toIso(at),
      }));
    },
  };
}

/** Tells one officer from another to a person, and not who they are. */
function lettersOf(staff: string): string {
  return staff.slice(-4);
}

/** How each document of a person stands. */
export async function statusesOf(db: Queryable, userId: string): Promise<DocumentStatuses> {
  const rows = await listDocuments(db, userId);
  const statusOf = (name: DocumentName) => rows.find(({ document }) => document === name)?.status ?? 'NONE';
  return {
    governmentId: statusOf('governmentId'),
    selfieWithId: statusOf('selfieWithId'),
    proofOfResidence: statusOf('proofOfResidence'),
    complianceVideo: statusOf('complianceVideo'),
  };
}

interface Known {
  readonly rows: readonly DocumentRow[];
  readonly reviews: readonly ReviewRow[];
  readonly files: readonly FileRow[];
  readonly places: ReadonlyMap<string, number>;
  readonly nameGiven: boolean;
  readonly videoTaken: boolean;
  readonly times: ReviewTimes;
}

async function read(parts: DocumentParts, userId: string): Promise<DocumentsWire> {
  const { db } = parts;
  const [rows, reviews, phone, nameGiven, videoTaken] = await Promise.all([
    listDocuments(db, userId),
    newestReviews(db, userId),
    phoneOf(db, userId, parts.clock.now()),
    parts.nameGiven(db, userId),
    parts.videoTaken(),
  ]);
  const shown = reviews.map(({ id, appealOf }) => appealOf ?? id);
  const waiting = reviews.filter(({ outcome }) => outcome === null).map(({ id }) => id);
  const [files, places] = await Promise.all([listFiles(db, userId, shown), placesOf(db, waiting)]);
  const known: Known = {
    rows,
    reviews,
    files,
    places,
    nameGiven,
    videoTaken,
    times: reviewTimesOf(parts.settings.values),
  };
  const tiers = tiersOf(parts.settings.values);
  const words = (amount: Usdt | null) => (amount === null ? null : moneyWords(amount));
  return {
    nameGiven,
    monthOut: words(monthOutOf(await statusesOf(db, userId), tiers)),
    tiers: tiers.map(({ documents, monthOut }) => ({ documents: [...documents], monthOut: words(monthOut) })),
    documents: DOCUMENTS.map((document) => toWire(known, document)),
    phone,
  };
}

function toWire(known: Known, document: DocumentName): DocumentWire {
  const state = known.rows.find((row) => row.document === document) ?? { ...NO_DOCUMENT, validUntil: null };
  const review = known.reviews.find((one) => one.document === document) ?? null;
  const governmentId = known.rows.find((row) => row.document === 'governmentId')?.status ?? 'NONE';
  const isOpen = review !== null && review.outcome === null;
  const refusal = refusalOfUpload({ document, state, governmentId, nameGiven: known.nameGiven });
  const noVideo = document === 'complianceVideo' && !known.videoTaken ? ('VIDEO_UNAVAILABLE' as const) : null;
  const shown = review === null ? null : (review.appealOf ?? review.id);
  const ofIt = known.files.filter((file) => file.document === document);
  return {
    document,
    status: state.status,
    isFinal: state.isFinal,
    canAppeal: state.status === 'REJECTED' && state.isFinal && !state.isAppealed,
    closed: (refusal as DocumentWire['closed']) ?? noVideo,
    timesBack: state.timesBack,
    form: review?.form ?? null,
    sentAt: toIsoOrNull(review?.sentAt ?? null),
    dueAt: isOpen ? toIso(review.sentAt + known.times.reviewMs) : null,
    supportFrom: isOpen ? toIso(review.sentAt + known.times.supportMs) : null,
    place: isOpen ? (known.places.get(review.id) ?? 1) : null,
    decidedAt: toIsoOrNull(review?.decidedAt ?? null),
    reason: review?.reason ?? null,
    mark: review?.mark ?? null,
    validUntil: state.validUntil,
    sent: ofIt.filter((file) => file.review !== null && file.review === shown).map(fileToWire),
    unsent: ofIt.filter((file) => file.review === null).map(fileToWire),
  };
}

async function send(
  parts: DocumentParts,
  userId: string,
  { document, form, files }: Parameters<Documents['send']>[1],
): Promise<Outcome<DocumentsWire>> {
  const now = parts.clock.now();
  const sides = sidesOf(document, form);
  if (sides === null) return refused({ code: 'InvalidRequest', fields: { form: 'unknown' } });
  const refusal = await transaction(parts.db, async (tx) => {
    await lockDocuments(tx, userId);
    if (await isSent(tx, { userId, document, form, files })) return null;
    const reason = await closedBy(parts, tx, { userId, document });
    if (reason !== null) return { code: 'UploadError', reason, document } as const;
    const unsent = await lockUnsent(tx, userId, document);
    const chosen = unsent.filter(({ id, state }) => state === 'READY' && files.includes(id));
    const lacks = sides.some((side) => !chosen.some((file) => file.side === side));
    if (lacks || chosen.length !== sides.length || files.length !== sides.length) {
      return { code: 'InvalidRequest', fields: { files: 'missing' } } as const;
    }
    const from = await findDocument(tx, userId, document);
    const moved = moveDocument(from, { type: 'send' });
    if (!moved.ok) throw new Error(`A document that is taken cannot be sent: ${moved.why}.`);
    const review = uuidv7();
    await insertReview(tx, { id: review, userId, document, form, now });
    await giveToReview(tx, { ids: chosen.map(({ id }) => id), review, now });
    const over = unsent.filter((file) => !chosen.includes(file)).map(({ id }) => id);
    if (over.length > 0) await removeFiles(tx, over, now);
    await saveDocument(tx, { userId, from, next: moved.next, now });
    await record(tx, [{ kind: 'document.sent', userId, document }]);
    await writeOwn(parts, tx, { userId, document, action: 'document.sent' });
    return null;
  });
  return refusal === null ? ok(await read(parts, userId)) : refused(refusal);
}

/** Was just this sent, and its answer lost? */
async function isSent(
  tx: PoolClient,
  asked: {
    readonly userId: string;
    readonly document: DocumentName;
    readonly form: string;
    readonly files: readonly string[];
  },
): Promise<boolean> {
  const { userId, document, form, files } = asked;
  const review = (await newestReviews(tx, userId)).find((one) => one.document === document);
  if (review === undefined || review.outcome !== null || review.form !== form) return false;
  const sent = (await listFiles(tx, userId, [review.id])).filter((file) => file.review === review.id);
  return sent.length === files.length && sent.every(({ id }) => files.includes(id));
}

async function appeal(parts: DocumentParts, userId: string, document: DocumentName): Promise<Outcome<DocumentsWire>> {
  const now = parts.clock.now();
  const isDone = await transaction(parts.db, async (tx) => {
    await lockDocuments(tx, userId);
    const from = await findDocument(tx, userId, document);
    const review = (await newestReviews(tx, userId)).find((one) => one.document === document);
    // Asked twice, it is under way.
    if (from.isAppealed && from.status === 'PENDING_APPROVE') return true;
    const moved = moveDocument(from, { type: 'appeal' });
    if (!moved.ok || review === undefined) return false;
    await insertReview(tx, { id: uuidv7(), userId, document, form: review.form, now, appealOf: review.id });
    await saveDocument(tx, { userId, from, next: moved.next, now });
    await record(tx, [{ kind: 'document.sent', userId, document }]);
    await writeOwn(parts, tx, { userId, document, action: 'document.appealed' });
    return true;
  });
  return isDone ? ok(await read(parts, userId)) : refused({ code: 'NotFound' });
}

async function writeOwn(
  { audit }: DocumentParts,
  tx: PoolClient,
  { userId, document, action }: { readonly userId: string; readonly document: DocumentName; readonly action: string },
): Promise<void> {
  await audit.write(tx, {
    actorId: userId,
    role: 'USER',
    action,
    objectType: 'document',
    objectId: document,
    subjectId: userId,
  });
}
