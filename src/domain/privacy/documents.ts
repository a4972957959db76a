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
  terms: { version: '2026-11-20', hash: '9b9706c362275d9a3d08c0986fb129a90a281247d9ca5cdd3aff6acf4c44406b' },
  privacy: { version: '2026-11-20', hash: '47d09d0e4ed058e6aaf3890a30783a5fec91222f3ec71cfc03a278944f53b2b7' },
  risk: { version: '2026-11-20', hash: '221b7cefb5675bf1393ae66a1a891d1d8feaff9fce6e83fb6cbf4250fe5815a7' },
  'responsible-trading': {
    version: '2026-11-20',
    hash: '61279d07259edf9b768bc85acd83f1236c681099418ea4e92e844c617c15d632',
  },
};

/** Documents that a person has not agreed to in the version in force. `accepted`: newest accepted version by document. */
export function documentsToAccept(accepted: ReadonlyMap<LegalDocument, string>): readonly LegalDocument[] {
  return LEGAL_DOCUMENTS.filter((document) => accepted.get(document) !== CURRENT_DOCUMENTS[document].version);
}
