import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CURRENT_DOCUMENTS, LEGAL_DOCUMENTS, type LegalDocument } from '#domain/privacy/documents.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { SECTIONS } from './sections.ts';

type Texts = Readonly<Record<string, string>>;
const read = (locale: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../i18n/locales/${locale}/legal.json`), 'utf8')) as Texts;

/** SHA-256 over the canonical JSON of a document in all languages. */
function hashOf(document: LegalDocument): string {
  const texts = Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      Object.fromEntries(Object.entries(read(locale)).filter(([key]) => key.startsWith(`${document}.`))),
    ]),
  );
  return createHash('sha256').update(canonicalJson(texts)).digest('hex');
}

describe('legal documents', () => {
  it('have the texts that their versions name: a changed text needs a new version and this hash', () => {
    const found = Object.fromEntries(LEGAL_DOCUMENTS.map((document) => [document, hashOf(document)]));
    const named = Object.fromEntries(LEGAL_DOCUMENTS.map((document) => [document, CURRENT_DOCUMENTS[document].hash]));
    expect(named).toEqual(found);
  });

  it.each(LEGAL_DOCUMENTS)('show every section of %s', (document) => {
    const written = Object.keys(read('en')).filter((key) => new RegExp(`^${document}\\.\\d+\\.text$`).test(key));
    expect(SECTIONS[document].map((section) => `${section}.text`)).toEqual(written);
  });

  it('are whole texts in every language', () => {
    const letters = (locale: string) => Object.values(read(locale)).join('').length;
    for (const locale of LOCALES) expect(letters(locale), locale).toBeGreaterThan(letters('en') / 4);
  });
});
