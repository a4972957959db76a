/** What people agree to, each a page of its own. */
export const LEGAL_DOCUMENTS = ['terms', 'privacy', 'risk', 'responsible-trading'] as const;
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number];

export interface DocumentVersion {
  /** Date of the version. */
  readonly version: string;
  /** SHA-256 of the canonical JSON of its texts in all languages, hex: a changed word is another version. */
  readonly hash: string;
}

/** The versions in force. A test takes the hashes of the texts again: whoever changes a text gives it a new version here. */
export const CURRENT_DOCUMENTS: Readonly<Record<LegalDocument, DocumentVersion>> = {
  terms: { version: '2026-11-20', hash: '0000000000000000000000000000000000000000000000000000000000000001' },
  privacy: { version: '2026-11-20', hash: '0000000000000000000000000000000000000000000000000000000000000002' },
  risk: { version: '2026-11-20', hash: '0000000000000000000000000000000000000000000000000000000000000003' },
  'responsible-trading': {
    version: '2026-11-20',
    hash: '0000000000000000000000000000000000000000000000000000000000000004',
  },
};

/** Documents that a person has not agreed to in the version in force. `accepted`: newest accepted version by document. */
export function documentsToAccept(accepted: ReadonlyMap<LegalDocument, string>): readonly LegalDocument[] {
  return LEGAL_DOCUMENTS.filter((document) => accepted.get(document) !== CURRENT_DOCUMENTS[document].version);
}
