import { redirect } from 'react-router';
import type { PublicConfig } from '#protocol/site.ts';
import { isKnown } from '../api/known.ts';
import { isLocale } from '../i18n/locales.ts';
import { hostOf, signInAddress } from '../redirects.ts';
import { needsPerson, pageAt } from '../site.ts';

/**
 * Throws the way to sign-in for a page that is made for a signed-in person, where nobody signed in on this browser.
 * Whoever did is asked by the page itself: only the cookie that opens a session knows, and it belongs to the API.
 */
export function leadToSignIn(request: Request, config: PublicConfig, locale: string | undefined): void {
  const url = new URL(request.url);
  const page = pageAt(url.pathname);
  if (page === null || !needsPerson(page) || !isLocale(locale) || isKnown(request.headers.get('cookie') ?? '')) return;
  const wish = { tab: 'login', redirect: `${url.pathname}${url.search}`, host: hostOf(page.site) } as const;
  throw redirect(signInAddress(config, locale, wish), { headers: { Vary: 'Cookie', 'Cache-Control': 'no-store' } });
}
