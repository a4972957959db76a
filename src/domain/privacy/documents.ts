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
  terms: { version: '2026-11-28', hash: 'c0529f659b38787df9b8b26d345b684bf70aa136515644aca0dd888924e1e8de' },
  privacy: { version: '2026-11-28', hash: 'bd2948a5c28cc7283a88e47962e09ee770b2ecc5cca6703d847fe670caf751b9' },
  risk: { version: '2026-11-28', hash: 'e4f601110829e88f2ea1281e173da28f9f7a07ff90cadb7ce8fbe226c334c4f2' },
  'responsible-trading': {
    version: '2026-11-28',
    hash: 'e1bd4759d7e8b6bdf52f332a2dcbcd7a9b774ee6a8bec473f3063d8d396c6513',
  },
};

/** Documents that a person has not agreed to in the version in force. `accepted`: newest accepted version by document. */
export function documentsToAccept(accepted: ReadonlyMap<LegalDocument, string>): readonly LegalDocument[] {
  return LEGAL_DOCUMENTS.filter((document) => accepted.get(document) !== CURRENT_DOCUMENTS[document].version);
}
