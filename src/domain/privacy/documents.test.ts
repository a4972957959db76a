import { describe, expect, it } from 'vitest';
import { CURRENT_DOCUMENTS, LEGAL_DOCUMENTS, documentsToAccept, type LegalDocument } from './documents.ts';

describe('documents to agree to', () => {
  it('are all of them for somebody new', () => {
    expect(documentsToAccept(new Map())).toEqual(LEGAL_DOCUMENTS);
  });

  it('are those whose version has changed', () => {
    const accepted = new Map<LegalDocument, string>(
      LEGAL_DOCUMENTS.map((document) => [document, CURRENT_DOCUMENTS[document].version]),
    );
    expect(documentsToAccept(accepted)).toEqual([]);
    accepted.set('risk', '2020-01-01');
    expect(documentsToAccept(accepted)).toEqual(['risk']);
  });

  it('have a date as version and a hash of 32 bytes', () => {
    for (const { version, hash } of Object.values(CURRENT_DOCUMENTS)) {
      expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});
