/** Parts of the help center, in their order. */
export const TOPICS = ['trading', 'results', 'money', 'account'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * The articles of the help center, most asked for first. Their words are files, `src/web/help/articles/<id>/<locale>.md`: a title, a summary,
 * which is also the answer among the frequent questions, and the rest.
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
  { id: 'early-sale', topic: 'trading' },
  { id: 'scheduled', topic: 'trading' },
  { id: 'trading-hours', topic: 'trading' },
  { id: 'practice', topic: 'trading' },
  { id: 'limit-orders', topic: 'trading' },
  { id: 'tick-data', topic: 'results' },
  { id: 'saved-addresses', topic: 'money' },
  { id: 'payment-requests', topic: 'money' },
  { id: 'api-keys', topic: 'account' },
  { id: 'close-account', topic: 'account' },
  { id: 'complaints', topic: 'account' },
  { id: 'lost-phone', topic: 'account' },
  { id: 'events', topic: 'trading' },
  { id: 'event-results', topic: 'results' },
  { id: 'fiat', topic: 'money' },
  { id: 'price-sources', topic: 'results' },
  { id: 'price-outage', topic: 'trading' },
  { id: 'corrections', topic: 'results' },
  { id: 'passkeys', topic: 'account' },
  { id: 'password', topic: 'account' },
  { id: 'devices', topic: 'account' },
  { id: 'change-email', topic: 'account' },
  { id: 'real-mail', topic: 'account' },
  { id: 'suggest', topic: 'account' },
  { id: 'ask-support', topic: 'account' },
  { id: 'reality-check', topic: 'account' },
  { id: 'system-status', topic: 'account' },
  { id: 'liabilities', topic: 'money' },
] as const satisfies readonly { readonly id: string; readonly topic: Topic }[];
export type ArticleId = (typeof ARTICLES)[number]['id'];

export const ARTICLE_IDS = ARTICLES.map(({ id }) => id) as [ArticleId, ...ArticleId[]];

/** Why an article did not help. */
export const HELP_REASONS = ['unclear', 'incomplete', 'wrong', 'other'] as const;
export type HelpReason = (typeof HELP_REASONS)[number];

/** Articles that are shown as popular, by the views of so many days. */
export const MOST_POPULAR = 6;
export const POPULAR_DAYS = 30;
