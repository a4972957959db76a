import type { Role } from '#domain/identity/actor.ts';
import { isStaff } from '#domain/identity/policy.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { Locale } from './i18n/locales.ts';
import { OFFICE_PAGE, PAGES } from './routes.ts';
import type { PageId, PageRow } from './page-rows.ts';

export type SiteName = keyof PublicConfig['origins'];

const ROWS = new Map<PageId, PageRow>([...PAGES, OFFICE_PAGE].map((page) => [page.id, page]));

/** The row of a page. */
export function pageOf(id: PageId): PageRow {
  const row = ROWS.get(id);
  if (row === undefined) throw new Error(`no page ${id}`);
  return row;
}

/** Path of a page in a locale: `/en/trading/demo`. `parts`: what is said for each `:name` of its row. */
export function pathOf(id: PageId, locale: Locale, parts: Readonly<Record<string, string>> = {}): string {
  const path = pageOf(id).path.replace(/:(\w+)/g, (whole, name: string) => parts[name] ?? whole);
  if (id === OFFICE_PAGE.id) return `/${path}`;
  return path === '' ? `/${locale}` : `/${locale}/${path}`;
}

/** Is this page made for a signed-in person? Those of the dashboard all are. */
export function needsPerson(page: PageRow): boolean {
  return page.signedIn === true || page.site === 'dashboard';
}

/** Has somebody of this role anything on a page? Unknown (null) counts as yes: who it is comes after the page. */
export function isFor(page: PageRow, role: Role | null): boolean {
  if (role === null) return true;
  if (page.id === OFFICE_PAGE.id) return isStaff(role);
  return page.traders !== true || !isStaff(role);
}

/** Is it a path of the back office? The router takes capitals too. */
export function isOffice(pathname: string): boolean {
  return pathname.split('/')[1]?.toLowerCase() === OFFICE_PAGE.path;
}

/** The page a path names, whatever its locale; null when there is none. */
export function pageAt(pathname: string): PageRow | null {
  if (isOffice(pathname)) return OFFICE_PAGE;
  const rest = pathname
    .split('/')
    .slice(2)
    .filter((part) => part !== '')
    .join('/');
  return PAGES.find((page) => page.path === rest) ?? PAGES.find((page) => isLike(page, rest)) ?? null;
}

/** Has the page's path parts that are said anew each time? */
export function hasParts({ path }: PageRow): boolean {
  return path.includes(':');
}

function isLike(page: PageRow, path: string): boolean {
  if (!hasParts(page)) return false;
  const [wanted, said] = [page.path.split('/'), path.split('/')];
  return wanted.length === said.length && wanted.every((part, at) => part.startsWith(':') || part === said[at]);
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
  // Of the back office nothing is told on another host, not even where it is.
  if (page === null || page.id === OFFICE_PAGE.id || config.origins[page.site] === url.origin) return null;
  return `${config.origins[page.site]}${url.pathname}${url.search}`;
}

/** Address of a path on one of our sites: relative where it is the main site, absolute elsewhere. */
export function link(config: PublicConfig, site: SiteName, path: string): string {
  return config.origins[site] === config.origins.main ? path : `${config.origins[site]}${path}`;
}
