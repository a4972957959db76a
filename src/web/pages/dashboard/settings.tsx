import { redirect } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { DEFAULT_LOCALE, isLocale } from '#web/i18n/locales.ts';
import { pathOf } from '#web/site.ts';

/** Settings begin with the person. */
export function loader({ params }: LoaderFunctionArgs) {
  const { locale } = params;
  return redirect(pathOf('settings-personal', isLocale(locale) ? locale : DEFAULT_LOCALE));
}

export default function Settings() {
  return null;
}
