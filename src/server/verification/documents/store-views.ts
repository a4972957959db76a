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

/** Looks at the documents of a person, newest first. `at`: ms. */
export async function listViews(
  db: Queryable,
  userId: string,
): Promise<
  readonly { readonly document: DocumentName; readonly staff: string; readonly what: ViewKind; readonly at: number }[]
> {
  const { rows } = await db.query<{ document: DocumentName; staff: string; what: ViewKind; at: Date }>(
    'SELECT document, staff, what, at FROM document_view WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT 200',
    [userId],
  );
  return rows.map(({ at, ...view }) => ({ ...view, at: at.getTime() }));
}
