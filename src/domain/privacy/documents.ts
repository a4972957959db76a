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
  terms: { version: '2026-11-28', hash: '5d61a0f21fc1dd65bba723b04c8f7541429b28c21adbf837820896549c8762be' },
  privacy: { version: '2026-11-28', hash: '0e88ecdf56dd51ea3b8650534c1d8eecccaebfd23989e73e4d56586782a3aa85' },
  risk: { version: '2026-11-28', hash: '54e949dd3f4082007f4adf704435541a3071550a7ac1d09a7e1c04c3b94e619d' },
  'responsible-trading': {
    version: '2026-11-28',
    hash: 'cbccd242d40494ced13ddff1e2fcde03f1ab6a48bf877906ff84f36cb24f83a6',
  },
};

/** Documents that a person has not agreed to in the version in force. `accepted`: newest accepted version by document. */
export function documentsToAccept(accepted: ReadonlyMap<LegalDocument, string>): readonly LegalDocument[] {
  return LEGAL_DOCUMENTS.filter((document) => accepted.get(document) !== CURRENT_DOCUMENTS[document].version);
}
