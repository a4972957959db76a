import type { PairWire } from '#protocol/trading.ts';
import { useSession } from '#web/api/session.tsx';
import { usePairs } from '#web/live/live.tsx';

/** Pairs with the durations, payouts and limits of the session's realm, as the socket tells them. */
export function useRealmPairs(): readonly PairWire[] {
  return usePairs(useSession().realm);
}
