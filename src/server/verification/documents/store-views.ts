import type { DocumentName } from '#domain/verification/documents.ts';
import type { ViewWire } from '#protocol/verification/documents.ts';
import type { Queryable } from '#server/db/index.ts';

export type ViewKind = ViewWire['what'];

/** A look of staff at a document. */
export interface View {
  readonly userId: string;
  readonly document: DocumentName;
  readonly review: string;
  readonly staff: string;
  readonly role: string;
  readonly what: ViewKind;
  /** ms. */
  readonly now: number;
}

export async function insertView(tx: Queryable, view: View): Promise<void> {
  await tx.query(
    'INSERT INTO document_view (user_id, document, review, staff, role, what, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [view.userId, view.document, view.review, view.staff, view.role, view.what, new Date(view.now)],
  );
}

/** A look as it is read again. `at`: ms. */
export interface ViewRow extends Pick<View, 'document' | 'review' | 'staff' | 'what'> {
  readonly id: string;
  readonly at: number;
}

/** Looks at the documents of a person, newest first. */
export async function listViews(db: Queryable, userId: string): Promise<readonly ViewRow[]> {
  const { rows } = await db.query<Omit<ViewRow, 'at'> & { at: Date }>(
    'SELECT id::text, review, document, staff, what, at FROM document_view WHERE user_id = $1 ORDER BY at DESC, document_view.id DESC LIMIT 200',
    [userId],
  );
  return rows.map(({ at, ...view }) => ({ ...view, at: at.getTime() }));
}
