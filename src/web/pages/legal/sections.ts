import type { LegalDocument } from '#domain/privacy/documents.ts';

/** Numbered sections of each document: `terms.1.title`, `terms.1.text`. */
export const SECTIONS = {
  terms: ['terms.1', 'terms.2', 'terms.3', 'terms.4', 'terms.5', 'terms.6', 'terms.7', 'terms.8'],
  privacy: ['privacy.1', 'privacy.2', 'privacy.3', 'privacy.4', 'privacy.5', 'privacy.6', 'privacy.7'],
  risk: ['risk.1', 'risk.2', 'risk.3', 'risk.4', 'risk.5'],
  'responsible-trading': [
    'responsible-trading.1',
    'responsible-trading.2',
    'responsible-trading.3',
    'responsible-trading.4',
    'responsible-trading.5',
    'responsible-trading.6',
  ],
} as const satisfies Readonly<Record<LegalDocument, readonly `${LegalDocument}.${number}`[]>>;
