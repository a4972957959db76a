import type { Role } from '#domain/identity/actor.ts';
import { isStaff } from '#domain/identity/policy.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { Locale } from './i18n/locales.ts';
import { PAGES } from './routes.ts';
import type { PageId, PageRow } from './routes.ts';

export type SiteName = keyof PublicConfig['origins'];

const ROWS = new Map<PageId, PageRow>(PAGES.map((page) => [page.id, page]));

/** The row of a page. */
export function pageOf(id: PageId): PageRow {
  const row = ROWS.get(id);
  if (row === undefined) throw new Error(`no page ${id}`);
  return row;
}

/** Path of a page in a locale: `/en/trading/demo`. */
export function pathOf(id: PageId, locale: Locale): string {
  const { path } = pageOf(id);
  return path === '' ? `/${locale}` : `/${locale}/${path}`;
}

/** Is this page made for a signed-in person? Those of the dashboard all are. */
export function needsPerson(page: PageRow): boolean {
  return page.signedIn === true || page.site === 'dashboard';
}

/** Has somebody of this role anything on a page? Unknown (null) counts as yes: who it is comes after the page. */
export function isFor(page: PageRow, role: Role | null): boolean {
  return page.traders !== true || role === null || !isStaff(role);
}

/** The page a path names, whatever its locale; null when there is none. */
export function pageAt(pathname: string): PageRow | null {
  const rest = pathname
    .split('/')
    .slice(2)
    .filter((part) => part !== '')
    .join('/');
  return PAGES.find((page) => page.path === rest) ?? null;
}

/** The same page in another locale. */
export function inLocale(pathname: string, locale: Locale): string {
  const rest = pathname
    .split('/')
    .slice(2)
    .filter((part) => part !== '');
  return ['', locale, ...rest].join('/');
}

/** Where an address belongs when its page stands on another of our sites; null when it is right. */
export function elsewhere(config: PublicConfig, url: URL): string | null {
  const page = pageAt(url.pathname);
  if (page === null || config.origins[page.site] === url.origin) return null;
  return `${config.origins[page.site]}${url.pathname}${url.search}`;
}

/** Address of a path on one of our sites: relative where it is the main site, absolute elsewhere. */
export function link(config: PublicConfig, site: SiteName, path: string): string {
  return config.origins[site] === config.origins.main ? path : `${config.origins[site]}${path}`;
}
