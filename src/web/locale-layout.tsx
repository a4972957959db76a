import { Outlet, data } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { isLocale } from './i18n/locales.ts';

/** A first part of a path that is no locale is no page. */
export function loader({ params }: LoaderFunctionArgs) {
  if (!isLocale(params['locale'])) throw data(null, { status: 404 });
  return null;
}

export default function LocaleLayout() {
  return <Outlet />;
}
