import type { PublicConfig } from '#protocol/site.ts';

/**
 * A cookie that says only that somebody signed in on this browser, so that pages know whether asking for a session is worth a call,
 * also those without framework code and those of our other sites. It opens nothing.
 */
const KNOWN_COOKIE = 'tikvo.known';
const YEAR_SEC = 31_536_000;

/** Does this `Cookie` text say that somebody signed in here? */
export function isKnown(cookies: string): boolean {
  return cookies.split(/;\s*/).includes(`${KNOWN_COOKIE}=1`);
}

/** What our sites' host names share, where that is a domain of at least two parts; null where one host has all. */
export function sharedDomain(config: PublicConfig): string | null {
  const { main, auth, dashboard, events } = config.origins;
  const [first = [], ...others] = [main, auth, dashboard, events].map((origin) =>
    new URL(origin).hostname.split('.').toReversed(),
  );
  if (others.every((other) => other.join('.') === first.join('.'))) return null;
  const end = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  const shared = end === -1 ? first : first.slice(0, end);
  return shared.length < 2 ? null : shared.toReversed().join('.');
}

/** The cookie to set when somebody signed in (`in`) or is nobody any more (`out`). */
export function knownCookie(config: PublicConfig, state: 'in' | 'out'): string {
  const domain = sharedDomain(config);
  return [
    `${KNOWN_COOKIE}=${state === 'in' ? '1' : ''}`,
    'path=/',
    `max-age=${state === 'in' ? YEAR_SEC : 0}`,
    'samesite=lax',
    ...(domain === null ? [] : [`domain=${domain}`]),
    ...(config.origins.main.startsWith('https:') ? ['secure'] : []),
  ].join(';');
}

/** Keeps the word for every page of this browser, and for the one that is shown. */
export function tellKnown(config: PublicConfig, state: 'in' | 'out'): void {
  document.cookie = knownCookie(config, state);
  if (state === 'in') document.documentElement.dataset['known'] = '';
  else delete document.documentElement.dataset['known'];
}

/** What the route of a page says of its code: none at all, or none for visitors (then its loader answers `known`). */
export interface PageHandle {
  readonly static?: boolean | 'visitors';
}

/** Is the page drawn without framework code? `data`: of its loader. */
export function isPlain(handle: unknown, data: unknown): boolean {
  const kind = (handle as PageHandle | undefined)?.static;
  return kind === 'visitors' ? (data as { readonly known?: boolean } | undefined)?.known !== true : kind === true;
}
