import type { PageRow } from '../page-rows.ts';
import { ARTICLES, type ArticleId } from '#domain/help/articles.ts';

/** An article of the help center. It stands in no navigation. */
export type ArticlePage = `help-${ArticleId}`;
export type HelpPage = 'help' | 'faq' | 'support' | 'suggest-feature' | 'status' | 'liabilities' | ArticlePage;

const page = (id: HelpPage, row: Pick<PageRow, 'path' | 'file' | 'nav'> & Partial<PageRow>): PageRow => ({
  id,
  site: 'main',
  namespaces: ['common', 'seo', 'help'],
  ...row,
});

/** Where people find answers, where they ask, and where they say what is missing. */
export const HELP_PAGES: readonly PageRow[] = [
  page('help', { path: 'help', file: 'pages/help/help.tsx', nav: ['footer'] }),
  page('faq', { path: 'faq', file: 'pages/help/faq.tsx', nav: ['footer'] }),
  ...ARTICLES.map(({ id }) => page(`help-${id}`, { path: `help/${id}`, file: 'pages/help/article.tsx', nav: [] })),
  page('support', {
    path: 'support',
    file: 'pages/help/support.tsx',
    // Beside its own the words for payments and predictions that a ticket may be about.
    namespaces: ['common', 'seo', 'support', 'kit', 'errors', 'cashier', 'withdraw', 'deposit', 'trading', 'history'],
    nav: ['footer'],
  }),
  page('status', {
    path: 'status',
    file: 'pages/help/status.tsx',
    namespaces: ['common', 'seo', 'status'],
    nav: ['footer'],
  }),
  page('liabilities', {
    path: 'proof-of-liabilities',
    file: 'pages/help/liabilities.tsx',
    namespaces: ['common', 'seo', 'liabilities', 'errors'],
    nav: ['footer'],
  }),
  page('suggest-feature', {
    path: 'suggest-feature',
    file: 'pages/help/suggest-feature.tsx',
    namespaces: ['common', 'seo', 'ideas', 'kit', 'errors'],
    nav: ['footer'],
  }),
];
