import { redirect, useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { HistoryScreen } from '#web/features/history/history-screen.tsx';
import { isLocale } from '#web/i18n/locales.ts';
import { pathOf } from '#web/site.ts';
import { readPairs } from './read-pairs.server.ts';

/** Without a session there is only the demo's history to show. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const { locale } = params;
  if (isLocale(locale) && url.pathname === pathOf('history', locale)) {
    return redirect(`${pathOf('history-demo', locale)}${url.search}`);
  }
  const pairs = await readPairs(context);
  return { precision: pairs.map((pair) => [pair.id, pair.precision] as const) };
}

export default function TradingHistory() {
  const { precision } = useLoaderData<typeof loader>();
  return (
    <SessionProvider>
      <QueriesProvider>
        <HistoryScreen precision={new Map(precision)} />
      </QueriesProvider>
    </SessionProvider>
  );
}
