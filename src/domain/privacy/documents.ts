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
  terms: { version: '2026-11-28', hash: '0ab8ee838ed0d44e4404b457a4ecd2e4bd04b707bcd7fbfd49ba1801f6cd8d1d' },
  privacy: { version: '2026-11-28', hash: '098cdfbe424666ede4d02d1eb73b9901cc86777914f6749ee1f60e2393381da2' },
  risk: { version: '2026-11-28', hash: '7fa6bcb344dcdb80629ee690f65ffc827cbeb6a2398784490c72d9af0b816d6c' },
  'responsible-trading': {
    version: '2026-11-28',
    hash: '7494a1bd52050419952addbed8207b64c47ff07f32835aa5edaca2c7541ef80d',
  },
};

/** Documents that a person has not agreed to in the version in force. `accepted`: newest accepted version by document. */
export function documentsToAccept(accepted: ReadonlyMap<LegalDocument, string>): readonly LegalDocument[] {
  return LEGAL_DOCUMENTS.filter((document) => accepted.get(document) !== CURRENT_DOCUMENTS[document].version);
}
