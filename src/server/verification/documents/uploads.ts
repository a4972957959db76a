import { createHash, randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { FieldFault, UploadReason } from '#domain/refusals.ts';
import { refusalOfUpload, sidesOf, FORMS, type DocumentName } from '#domain/verification/documents.ts';
import { LARGEST_FILE } from '#protocol/pages/numbers.ts';
import type { FileWire } from '#protocol/verification/documents.ts';
import { transaction } from '#server/db/index.ts';
import { inTurn } from '#server/pictures/draw-apart.ts';
import type { Documents, FileAhead } from './contract.ts';
import type { DocumentParts } from './parts.ts';
import { drawAnew } from './redraw.ts';
import { newFileKey, openFileKey, openPart, sealObject, sealPart } from '#server/vault/sealed-bytes.ts';
import { findDocument, lockDocuments } from './store.ts';
import {
  insertFile,
  insertPart,
  listParts,
  lockFile,
  lockUnsent,
  markReady,
  markWriting,
  removeFiles,
  type FileRow,
} from './store-files.ts';

/** Hidden by whoever asks for what is not theirs: it is as if it were not there. */
const NOT_FOUND = refused({ code: 'NotFound' });
const fault = (fields: Readonly<Record<string, FieldFault>>) => refused({ code: 'InvalidRequest', fields });

export function fileToWire(file: Pick<FileRow, 'id' | 'side' | 'size' | 'received' | 'state' | 'media'>): FileWire {
  const { id, side, size, received, state, media } = file;
  return { id, side, size, received, ready: state === 'READY', media };
}

/** Why a document of a person is not taken now; null: it is. Its caller holds the person's documents, or shows them. */
export async function closedBy(
  parts: DocumentParts,
  tx: PoolClient,
  { userId, document }: { readonly userId: string; readonly document: DocumentName },
): Promise<UploadReason | null> {
  const state = await findDocument(tx, userId, document);
  const { status: governmentId } = await findDocument(tx, userId, 'governmentId');
  const nameGiven = await parts.nameGiven(tx, userId);
  const reason = refusalOfUpload({ document, state, governmentId, nameGiven });
  if (reason !== null || document !== 'complianceVideo') return reason;
  return (await parts.videoTaken()) ? null : 'VIDEO_UNAVAILABLE';
}

/** Files on their way: they come in parts, which go on where they stopped, and are kept when they are whole and good. */
export function createUploads(parts: DocumentParts): Pick<Documents, 'begin' | 'addPart' | 'finish' | 'drop'> {
  const { db, clock } = parts;
  return {
    begin: (userId, ahead) => begin(parts, userId, ahead),
    addPart: (userId, part) => addPart(parts, userId, part),
    finish: (userId, id) => inTurn(() => finish(parts, userId, id)),
    drop: async (userId, id) => {
      const file = await transaction(db, async (tx) => {
        const found = await lockFile(tx, userId, id);
        if (found === null || found.review !== null) return null;
        await removeFiles(tx, [id], clock.now());
        return found;
      });
      if (file === null) return NOT_FOUND;
      if (file.object !== null) await parts.objects.remove(file.object);
      return ok(null);
    },
  };
}

async function begin(parts: DocumentParts, userId: string, ahead: FileAhead): Promise<Outcome<FileWire>> {
  const { document, side, size } = ahead;
  if (size > LARGEST_FILE[document]) return fault({ size: 'too_large' });
  if (!Object.keys(FORMS[document]).some((form) => sidesOf(document, form)?.includes(side))) {
    return fault({ side: 'unknown' });
  }
  const now = parts.clock.now();
  const sha256 = Buffer.from(ahead.sha256, 'hex');
  return transaction(parts.db, async (tx): Promise<Outcome<FileWire>> => {
    await lockDocuments(tx, userId);
    const reason = await closedBy(parts, tx, { userId, document });
    if (reason !== null) return refused({ code: 'UploadError', reason, document });
    const before = (await lockUnsent(tx, userId, document)).find((file) => file.side === side);
    if (before !== undefined && before.size === size && before.sha256.equals(sha256)) return ok(fileToWire(before));
    if (before !== undefined) await removeFiles(tx, [before.id], now);
    const file = { id: uuidv7(), userId, document, side, size, sha256 };
    await insertFile(tx, { ...file, key: await newFileKey(parts.vault, tx, userId), now });
    return ok(fileToWire({ ...file, received: 0, state: 'OPEN', media: null }));
  });
}

async function addPart(
  { db, vault, clock }: DocumentParts,
  userId: string,
  { id, at, bytes }: { readonly id: string; readonly at: number; readonly bytes: Buffer },
): Promise<Outcome<FileWire>> {
  return transaction(db, async (tx): Promise<Outcome<FileWire>> => {
    const file = await lockFile(tx, userId, id);
    const key = file === null ? null : await openFileKey(vault, tx, file);
    if (file === null || key === null) return NOT_FOUND;
    // It came before, and its answer was lost.
    if (file.state !== 'OPEN' || at < file.received) return ok(fileToWire(file));
    if (at > file.received) return fault({ at: 'too_large' });
    const received = at + bytes.length;
    if (received > file.size) return fault({ part: 'too_large' });
    const sealed = sealPart(bytes, { key, file: id, at });
    await insertPart(tx, { file: id, at, sealed, received, now: clock.now() });
    return ok(fileToWire({ ...file, received }));
  });
}

/**
 * The name of the object is stored before the object is written, and the file counts only when it is: a process that ends in between leaves
 * a row by which the object is written again, or removed.
 */
async function finish(parts: DocumentParts, userId: string, id: string): Promise<Outcome<FileWire>> {
  const { db, clock, vault, objects } = parts;
  const begun = await transaction(db, async (tx) => {
    const file = await lockFile(tx, userId, id);
    const key = file === null ? null : await openFileKey(vault, tx, file);
    if (file === null || key === null) return NOT_FOUND;
    if (file.state === 'READY') return ok({ file, key, object: '' });
    if (file.received < file.size) return fault({ received: 'too_small' });
    const object = file.object ?? randomBytes(16).toString('hex');
    await markWriting(tx, { id, object, now: clock.now() });
    return ok({ file, key, object });
  });
  if (!begun.ok) return begun;
  const { file, key, object } = begun.value;
  if (file.state === 'READY') return ok(fileToWire(file));
  const bytes = Buffer.concat(
    (await listParts(db, id)).map(({ at, sealed }) => openPart(sealed, { key, file: id, at })),
  );
  const isWhole = createHash('sha256').update(bytes).digest().equals(file.sha256);
  const drawn = isWhole ? await drawAnew(file.document, bytes) : null;
  if (drawn === null || !drawn.ok) {
    const kept = await transaction(db, async (tx) => {
      const found = await lockFile(tx, userId, id);
      // Said twice at once: the other one kept it, and its parts went.
      if (found?.state === 'READY') return found;
      await removeFiles(tx, [id], clock.now());
      return null;
    });
    if (kept !== null) return ok(fileToWire(kept));
    if (drawn === null) return fault({ sha256: 'malformed' });
    return refused({ code: 'UploadError', reason: drawn.reason, document: file.document });
  }
  const { kept } = drawn;
  await objects.put(object, sealObject(kept.bytes, { key, object }));
  const isKept = await transaction(db, (tx) =>
    markReady(tx, { id, object, media: kept.media, width: kept.width, height: kept.height, now: clock.now() }),
  );
  if (!isKept) {
    await objects.remove(object);
    return NOT_FOUND;
  }
  return ok(fileToWire({ ...file, state: 'READY', media: kept.media }));
}
