import type { DocumentView } from './use-documents.ts';

const IN_ORDER = ['REJECTED', 'APPROVED_REJECTED', 'PENDING_DOCUMENT'] as const;

/** The document that a person must see to first: one that was sent back, that is no longer valid, or that we asked for. null: none. */
export function wantedOf<V extends Pick<DocumentView, 'status' | 'isFinal'>>(views: readonly V[]): V | null {
  const open = views.filter(({ isFinal }) => !isFinal);
  return (
    IN_ORDER.map((status) => open.find((view) => view.status === status)).find((view) => view !== undefined) ?? null
  );
}
