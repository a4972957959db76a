import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { AccountScreen } from '#web/features/account/account-screen.tsx';
import { RecentPredictions } from '#web/features/history/recent-predictions.tsx';
import { readPairs } from '../read-pairs.server.ts';

/** The decimals of each pair. */
export async function loader({ context }: LoaderFunctionArgs) {
  const pairs = await readPairs(context);
  return { precision: pairs.map((pair) => [pair.id, pair.precision] as const) };
}

export default function Account() {
  const { precision } = useLoaderData<typeof loader>();
  return <AccountScreen recent={<RecentPredictions precision={new Map(precision)} />} />;
}
