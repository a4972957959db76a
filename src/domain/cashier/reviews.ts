/** What the person is told of a withdrawal that people refused. */
export const REFUSAL_WORDS = ['address', 'documents', 'funds', 'contact', 'asked'] as const;
export type RefusalWord = (typeof REFUSAL_WORDS)[number];
