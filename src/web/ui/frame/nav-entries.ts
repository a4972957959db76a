import { LEGAL_DOCUMENTS } from '#domain/privacy/documents.ts';
import type { ArticlePage } from '../../help/pages.ts';
import { PAGES } from '../../routes.ts';
import type { NavPlace, PageId, PageRow } from '../../page-rows.ts';
import { pageOf } from '../../site.ts';
import { FOR_KNOWN, FOR_VISITORS } from './account-links.tsx';

/** A page that has a name in the navigation. */
export type NavPage = PageRow & { readonly id: Exclude<PageId, ArticlePage | 'blog-post'> };
const isNamed = (page: PageRow): page is NavPage => !page.id.startsWith('help-') && page.id !== 'blog-post';

/** Pages that stand in a place of the navigation, in the order of the route table. */
export function pagesIn(place: NavPlace): readonly NavPage[] {
  return PAGES.filter(isNamed).filter((page) => page.nav.includes(place));
}

/** Demo pages that have a sister of one's own money. */
const OWN: Partial<Record<PageId, PageId>> = {
  'trading-demo': 'trading',
  'events-demo': 'events',
  'history-demo': 'history',
};

export interface NavEntry {
  readonly page: NavPage;
  /** Classes that show it to whom it is for. */
  readonly className: string;
}

/** The same, each with whom it is for: somebody who signed in is led to their own account, and finds the demo in the menu of the balance. */
export function entriesIn(place: NavPlace): readonly NavEntry[] {
  return pagesIn(place).flatMap((page) => {
    const own = PAGES.filter(isNamed).find(({ id }) => id === OWN[page.id]);
    if (own === undefined) return [{ page, className: '' }];
    return [
      { page, className: FOR_VISITORS },
      { page: own, className: FOR_KNOWN },
    ];
  });
}

export const FOOTER_COLUMNS = ['trade', 'learn', 'company', 'legal'] as const;
export type FooterColumn = (typeof FOOTER_COLUMNS)[number];

const LEGAL: readonly string[] = LEGAL_DOCUMENTS;
const TRADE: readonly PageId[] = ['events', 'assets', 'trading', 'history', 'news'];
const COMPANY: readonly PageId[] = ['about', 'blog', 'status', 'feeds'];

/** The column of the footer that a page stands in: what explains something stands under "Learn". */
export function columnOf(page: PageRow): FooterColumn {
  if (LEGAL.includes(page.id)) return 'legal';
  if (page.demo === true || page.group !== undefined || TRADE.includes(page.id)) return 'trade';
  return COMPANY.includes(page.id) ? 'company' : 'learn';
}

/** Which entry names the page one is on: its own, else the one of the account for all that belongs to it. null: none. */
export function currentOf(entries: readonly NavEntry[], here: PageId | null): PageId | null {
  if (here === null) return null;
  if (entries.some(({ page }) => page.id === here)) return here;
  // One event belongs to their list.
  if (here === 'event' || here === 'event-demo') return currentOf(entries, here === 'event' ? 'events' : 'events-demo');
  return pageOf(here).site === 'dashboard' && entries.some(({ page }) => page.id === 'account') ? 'account' : null;
}
