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
  terms: { version: '2026-11-28', hash: '7aca24b0cbc870114b04c0522cc313a5da0308849eeecae20bba0678f239a2d9' },
  privacy: { version: '2026-11-28', hash: '166ea18e68013b8eed29b164e4836aaba3d2e42e6f5de4c75e819be3aa6ec1f1' },
  risk: { version: '2026-11-28', hash: '3088d5f04140c373cb0fcf7d38e3531025fa53dfc720647b3c4f5a69beaadb9a' },
  'responsible-trading': {
    version: '2026-11-28',
    hash: '33f9875f1b79c1dd02f5743dc53aaa8d6ca2fd294eb03d5284d08f4964cd2cbf',
  },
};

/** Documents that a person has not agreed to in the version in force. `accepted`: newest accepted version by document. */
export function documentsToAccept(accepted: ReadonlyMap<LegalDocument, string>): readonly LegalDocument[] {
  return LEGAL_DOCUMENTS.filter((document) => accepted.get(document) !== CURRENT_DOCUMENTS[document].version);
}
