import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { add, fromDecimal, usdt, type Usdt } from '#domain/money.ts';
import { useSession } from '#web/api/session.tsx';
import { useReturn } from '#web/live/live.tsx';
import { SyncedStore } from '#web/live/synced-store.ts';
import type { Known } from '../positions/own-predictions.ts';
import { openOf, type Predictions } from '../positions/predictions.ts';
import { restrictionOf, type Restriction, type Limits } from './eligibility.ts';

/** How often the eligibility is asked for anew: while it holds the person back, and else. */
const HELD_EVERY_MS = 15_000;
const FREE_EVERY_MS = 60_000;

interface Around {
  readonly own: Pick<Known, 'verifications' | 'all' | 'endedAt' | 'told'> & { readonly readPerson: () => void };
  readonly connected: boolean;
  readonly now: number;
}

export interface EligibilityState {
  /** What keeps the person from placing with real money; null: nothing that is known, and on demo. */
  readonly restriction: Restriction | null;
  /** Own limits; null on demo, and until they are read. */
  readonly limits: Limits | null;
  /** Was it asked for, where there is something to ask? */
  readonly isAsked: boolean;
  readonly reread: () => void;
}

/**
 * What the first gates of the server look at, for the screen of real money: read at the start, after each prediction that ends, when a
 * message tells of the person, after a reconnection, when a hidden tab is shown again, and from time to time.
 */
export function useEligibility({ own, connected, now }: Around): EligibilityState {
  const { client, realm, state } = useSession();
  const isReal = realm === 'real' && state.status === 'ready' && state.user.role === 'USER';
  const [news] = useState(() => new SyncedStore<Limits | null>(() => null));
  const [isAsked, setAsked] = useState(false);
  const limits = useSyncExternalStore(
    news.watch,
    () => news.get(),
    () => null,
  );
  const read = useCallback(() => {
    if (!isReal) return;
    void news
      .read(client.call('limits.read'), (_was, answer) => answer)
      // Not reached: the server still judges, and the next turn asks again.
      .catch(() => undefined)
      .finally(() => setAsked(true));
  }, [isReal, client, news]);
  const { readPerson, verifications, all, endedAt, told } = own;
  const reread = useCallback(() => {
    read();
    if (isReal) readPerson();
  }, [read, isReal, readPerson]);
  useEffect(read, [read, endedAt, connected]);
  useTold(told, reread);
  useReturn(read);
  const atStake = useMemo(() => stakesOf(all), [all]);
  const restriction =
    verifications === null || limits === null ? null : restrictionOf({ verifications, limits, atStake }, now);
  useTurns(isReal, restriction === null ? FREE_EVERY_MS : HELD_EVERY_MS, reread);
  return {
    restriction: isReal ? restriction : null,
    limits: isReal ? limits : null,
    isAsked: isAsked || realm === 'demo',
    reread,
  };
}

function stakesOf(all: Predictions): Usdt {
  return openOf(all).reduce((sum, { stakeStr }) => add(sum, fromDecimal(stakeStr, 6) ?? usdt(0n)), usdt(0n));
}

/** Once for each message that tells of the person; not when the page begins. */
function useTold(told: number, reread: () => void): void {
  const seen = useRef(told);
  useEffect(() => {
    if (seen.current === told) return;
    seen.current = told;
    reread();
  }, [told, reread]);
}

/** Again and again while the page is looked at. */
function useTurns(on: boolean, everyMs: number, turn: () => void): void {
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') turn();
    }, everyMs);
    return () => clearInterval(timer);
  }, [on, everyMs, turn]);
}
