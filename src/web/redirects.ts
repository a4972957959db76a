import type { Role } from '#domain/identity/actor.ts';
import type { PublicConfig } from '#protocol/site.ts';
import { isLocale } from './i18n/locales.ts';
import type { Locale } from './i18n/locales.ts';
import { isFor, link, pageAt, pageOf, pathOf } from './site.ts';
import type { SiteName } from './site.ts';

/** Names of our sites in the address of the sign-in page. */
export const HOSTS = ['events', 'auth', 'dashboard', 'admin', 'origin'] as const;
export type HostName = (typeof HOSTS)[number];

const SITES: Readonly<Record<HostName, SiteName>> = {
  events: 'events',
  auth: 'auth',
  dashboard: 'dashboard',
  admin: 'admin',
  origin: 'main',
};

export interface SignInWish {
  readonly tab: 'login' | 'register';
  /** Path and query to come back to. */
  readonly redirect?: string;
  readonly host?: HostName;
}

/** `{auth host}/{language}/auth/login?tab&redirect&host`. */
export function signInAddress(config: PublicConfig, locale: Locale, wish: SignInWish): string {
  const query = new URLSearchParams({ tab: wish.tab });
  if (wish.redirect !== undefined) query.set('redirect', wish.redirect);
  if (wish.host !== undefined) query.set('host', wish.host);
  return `${link(config, 'auth', pathOf('login', locale))}?${query.toString()}`;
}

/** The name of the site a page stands on, for the way back. */
export function hostOf(site: SiteName): HostName {
  return HOSTS.find((name) => SITES[name] === site) ?? 'origin';
}

function homeOf(config: PublicConfig, locale: Locale, role: Role | null): string {
  const home = isFor(pageOf('trading'), role) ? 'trading' : 'office';
  return link(config, pageOf(home).site, pathOf(home, locale));
}

/**
 * Where to go after sign-in: a page of ours named by path and host, or the trading page; staff, who do not trade, to the back office.
 * Anything else an address may carry (another origin, a scheme, `//`, a backslash, a path without a page, a sign-in page) is not followed.
 */
export function signInTarget(
  config: PublicConfig,
  locale: Locale,
  wish: { readonly redirect: string | null; readonly host: string | null; readonly role?: Role },
): string {
  const { role = null } = wish;
  const home = homeOf(config, locale, role);
  const path = wish.redirect;
  // Control characters are cut out of addresses by browsers, so `/\t/evil` is `//evil`.
  if (path === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return home;
  const address = new URL(path, 'http://ours.invalid');
  if (address.host !== 'ours.invalid') return home;
  const page = pageAt(address.pathname);
  if (page === null || page.site === 'auth' || !isFor(page, role)) return home;
  if (page.id === 'office') return link(config, page.site, `${address.pathname}${address.search}`);
  if (!isLocale(address.pathname.split('/')[1])) return home;
  const host = HOSTS.find((name) => name === wish.host);
  const site = host === undefined || host === 'auth' ? page.site : SITES[host];
  return link(config, site, `${address.pathname}${address.search}`);
}
