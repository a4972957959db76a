import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PairWire, PairsWire } from '#protocol/trading.ts';
import { useSession } from '#web/api/session.tsx';
import { usePairs, useReturn } from '#web/live/live.tsx';
import { flatten } from './pair-filter.ts';

type OfRealm = Pick<PairWire, 'durations' | 'payouts' | 'minStake' | 'maxStake'>;

/** The socket's payouts leave out the durations that only this realm has. */
const EVERY_MS = 10_000;

/** Pairs as the socket says them, with the durations and limits of the session's realm: the socket knows no realm. */
export function useRealmPairs(): readonly PairWire[] {
  const pairs = usePairs();
  const { client, state } = useSession();
  const ready = state.status === 'ready';
  const [own, setOwn] = useState<ReadonlyMap<string, OfRealm>>(new Map());
  const load = useCallback(() => {
    if (!ready) return;
    client.call('trade.pairs').then(
      (answer: PairsWire) => setOwn(new Map(flatten(answer).map((pair) => [pair.id, pair]))),
      () => undefined,
    );
  }, [client, ready]);
  useEffect(() => {
    load();
    const timer = setInterval(load, EVERY_MS);
    return () => clearInterval(timer);
  }, [load]);
  useReturn(load);
  return useMemo(
    () =>
      pairs.map((pair) => {
        const mine = own.get(pair.id);
        if (mine === undefined) return pair;
        const { durations, minStake, maxStake } = mine;
        return { ...pair, durations, minStake, maxStake, payouts: { ...mine.payouts, ...pair.payouts } };
      }),
    [pairs, own],
  );
}
