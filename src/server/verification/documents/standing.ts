import type { PoolClient } from 'pg';
import { z } from 'zod';
import { DOCUMENTS, moveDocument, type DocumentEvent, type DocumentName } from '#domain/verification/documents.ts';
import type { ActDefinition, ActKind, Approved } from '#server/approvals/index.ts';
import { actorOf, type Staff } from '#server/audit/index.ts';
import { record } from '#server/facts/index.ts';
import type { DocumentParts } from './parts.ts';
import { findDocument, lockDocuments, newestReviews, saveDocument } from './store.ts';
import { endReview } from './store-reviews.ts';

type MoveParts = Pick<DocumentParts, 'audit' | 'clock'>;

interface Asked {
  readonly userId: string;
  readonly document: DocumentName;
  readonly reason: string;
}

/** An approved document counts no more: another one is wanted. false: it is not approved. */
export function doubtDocument(
  parts: MoveParts,
  tx: PoolClient,
  asked: Asked & { readonly by: Staff },
): Promise<boolean> {
  return move(parts, tx, { ...asked, event: { type: 'doubt' } });
}

const FIELDS = z.object({ userId: z.uuid(), document: z.enum(DOCUMENTS), isOn: z.boolean() });
type BlockFields = z.infer<typeof FIELDS>;

/** A document is forged, or its person may send none: two people. So is the end of that. */
export const DOCUMENT_BLOCKED: ActKind<BlockFields> = {
  name: 'document.blocked',
  title: 'Block a document, or let it be sent again',
  fields: FIELDS,
  people: 2,
  roles: new Set(['COMPLIANCE'] as const),
  about: ({ userId }) => userId,
};

/** Why a document is not blocked or let free now, in a sentence; null: it can be. */
export async function refusesBlock(tx: PoolClient, { userId, document, isOn }: BlockFields): Promise<string | null> {
  const { ok } = moveDocument(await findDocument(tx, userId, document), { type: isOn ? 'block' : 'unblock' });
  return ok ? null : isOn ? 'It is blocked already.' : 'It is not blocked.';
}

export function documentBlockedAct(parts: MoveParts): ActDefinition<BlockFields> {
  return {
    ...DOCUMENT_BLOCKED,
    refuses: (tx, fields) => refusesBlock(tx, fields),
    execute: async (tx, { userId, document, isOn }, by) => {
      const event = { type: isOn ? 'block' : 'unblock' } as const;
      return { done: await move(parts, tx, { userId, document, event, by, reason: by.reason }) };
    },
  };
}

/** Moves a document without a review; one that is open ends by it. The person is told. false: the table of states has no such move. */
async function move(
  { audit, clock }: MoveParts,
  tx: PoolClient,
  { userId, document, event, by, reason }: Asked & { readonly event: DocumentEvent; readonly by: Staff | Approved },
): Promise<boolean> {
  const now = clock.now();
  await lockDocuments(tx, userId);
  const from = await findDocument(tx, userId, document);
  const moved = moveDocument(from, event);
  if (!moved.ok) return false;
  const open = (await newestReviews(tx, userId)).find((one) => one.document === document && one.outcome === null);
  if (open !== undefined) {
    await endReview(tx, { id: open.id, outcome: 'dropped', reason: null, mark: null, by: null, now });
  }
  await saveDocument(tx, { userId, from, next: moved.next, now });
  await record(tx, [
    { kind: 'document.decided', userId, document, status: moved.next.status, isFinal: false, reason: null },
  ]);
  await audit.write(tx, {
    ...actorOf(by),
    action: `document.${event.type}`,
    objectType: 'document',
    objectId: document,
    subjectId: userId,
    reason,
  });
  return true;
}
