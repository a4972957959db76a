import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { HistoryScreen } from '#web/features/history/history-screen.tsx';
import { SeenAsBar } from '#web/features/office/seen-as-bar.tsx';
import { readPairs } from './read-pairs.server.ts';

/** The decimals of each pair. */
export async function loader({ context }: LoaderFunctionArgs) {
  const pairs = await readPairs(context);
  return { precision: pairs.map((pair) => [pair.id, pair.precision] as const) };
}

export default function TradingHistory() {
  const { precision } = useLoaderData<typeof loader>();
  return (
    <SessionProvider>
      <SeenAsBar />
      <QueriesProvider>
        <HistoryScreen precision={new Map(precision)} />
      </QueriesProvider>
    </SessionProvider>
  );
}
