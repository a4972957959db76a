import { redirect } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { detectLocale } from '../i18n/locales.ts';

/** `/` has no page: the visitor's language decides. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const cookie = request.headers.get('cookie') ?? '';
  const locale = detectLocale({ path: '/', cookie, acceptLanguage: context.acceptLanguage });
  return redirect(`/${locale}${url.search}`, { headers: { Vary: 'Accept-Language, Cookie' } });
}

export default function Start() {
  return null;
}
