import { redirect, useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { SessionProvider } from '#web/api/session.tsx';
import { flatten } from '#web/features/trading/pair-filter.ts';
import { TradingScreen } from '#web/features/trading/trading-screen.tsx';
import { isLocale } from '#web/i18n/locales.ts';
import { LiveProvider } from '#web/live/live.tsx';
import { pathOf } from '#web/site.ts';

/** Pairs are in the first HTML; without a session there is only the demo to trade on. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const { locale } = params;
  if (isLocale(locale) && url.pathname === pathOf('trading', locale)) {
    return redirect(`${pathOf('trading-demo', locale)}${url.search}`);
  }
  const pairs = await context.board().then(flatten, () => []);
  return { pairs, wished: url.searchParams.get('pair'), now: Date.now() };
}

/** The address changes with the pair; nothing is to be asked again for it. */
export function shouldRevalidate() {
  return false;
}

export default function Trading() {
  const { pairs, wished, now } = useLoaderData<typeof loader>();
  return (
    <SessionProvider>
      <LiveProvider pairs={pairs}>
        <TradingScreen wished={wished} now={now} />
      </LiveProvider>
    </SessionProvider>
  );
}
