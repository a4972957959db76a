import { Outlet, data, redirect } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { detectLocale, isLocale } from './i18n/locales.ts';
import { pageAt, pathOf } from './site.ts';

/** Short addresses of the trading demo, in and without a language. */
const SHORT = 'demo';

/**
 * A path that lacks only its language leads to the page in the visitor's language; `/demo` and `/en/demo` lead to the trading demo.
 * Any other first part that is no locale is no page.
 */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const [first = '', ...rest] = url.pathname.split('/').filter((part) => part !== '');
  const spoken = isLocale(params['locale']);
  const path = spoken ? rest.join('/') : [first, ...rest].join('/');
  const page = path === SHORT ? pageAt('/en/trading/demo') : spoken ? null : pageAt(`/en/${path}`);
  if (page !== null) {
    const cookie = request.headers.get('cookie') ?? '';
    const locale = detectLocale({ path: url.pathname, cookie, acceptLanguage: context.acceptLanguage });
    throw redirect(`${path === SHORT ? pathOf(page.id, locale) : `/${locale}/${path}`}${url.search}`, {
      headers: { Vary: 'Accept-Language, Cookie' },
    });
  }
  if (!spoken) throw data(null, { status: 404 });
  return null;
}

export default function LocaleLayout() {
  return <Outlet />;
}
