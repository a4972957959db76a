import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/api/session.tsx';
import { usePerson } from '#web/api/use-person.ts';
import { latestOf, type Latest } from './latest.ts';

/** While somebody writes, a payment that moves on shows within this, ms. */
const ASKED_AGAIN_MS = 15_000;
/** Of the wallet history: bonuses and corrections may stand between payments. */
const READ = '10';

/** The latest payments and prediction of whoever is signed in and trades. What cannot be read now is left out. */
export function useLatest(): readonly Latest[] {
  const { client } = useSession();
  const { person } = usePerson();
  const { data } = useQuery({
    queryKey: ['tickets', 'latest', person?.id],
    enabled: person?.role === 'USER',
    refetchInterval: ASKED_AGAIN_MS,
    queryFn: async ({ signal }) => {
      const none = () => ({ items: [] });
      const [moved, incoming, predicted] = await Promise.all([
        client.call('cashier.transactions', { query: { limit: READ } }, { signal }).catch(none),
        client.call('deposits.list', undefined, { signal }).catch(none),
        client.call('trade.predictions', { query: { limit: '1' } }, { signal }).catch(none),
      ]);
      return latestOf({ moved: moved.items, incoming: incoming.items, predicted: predicted.items });
    },
  });
  return data ?? [];
}
