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
  terms: { version: '2026-11-21', hash: 'fb318d819010858d5ff0bbae99d2e27e4fbe1694aa12881404f26c12232e00c1' },
  privacy: { version: '2026-11-22', hash: '23824f9df12c8177c6b08c8c406e1320519732a3354bf5ca7487b1192e023439' },
  risk: { version: '2026-11-21', hash: '98c8fe73305c889ff0d9763c8fdde5feaaf22a2735512f8adae70ad5b6b7ec31' },
  'responsible-trading': {
    version: '2026-11-21',
    hash: 'cc8961f6ee7c2c0f7548c06777583f8833cf1ba9c7f0190f3a23c3cc63dfe829',
  },
};

/** Documents that a person has not agreed to in the version in force. `accepted`: newest accepted version by document. */
export function documentsToAccept(accepted: ReadonlyMap<LegalDocument, string>): readonly LegalDocument[] {
  return LEGAL_DOCUMENTS.filter((document) => accepted.get(document) !== CURRENT_DOCUMENTS[document].version);
}
