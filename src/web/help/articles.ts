/** Parts of the help center, in their order. */
export const TOPICS = ['trading', 'results', 'money', 'account'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * The articles of the help center, most asked for first. Their words are files beside this one, `articles/<id>/<locale>.md`: a title, a
 * summary, which is also the answer among the frequent questions, and the rest.
 */
export const ARTICLES = [
  { id: 'withdrawals', topic: 'money' },
  { id: 'receipt', topic: 'results' },
  { id: 'played-balance', topic: 'money' },
  { id: 'documents', topic: 'account' },
  { id: 'quick-prediction', topic: 'trading' },
  { id: 'payout', topic: 'trading' },
  { id: 'same-price', topic: 'results' },
  { id: 'void', topic: 'results' },
  { id: 'rounds', topic: 'trading' },
  { id: 'deposits', topic: 'money' },
  { id: 'payments', topic: 'money' },
  { id: 'limits', topic: 'account' },
  { id: 'two-step', topic: 'account' },
] as const satisfies readonly { readonly id: string; readonly topic: Topic }[];
export type ArticleId = (typeof ARTICLES)[number]['id'];
