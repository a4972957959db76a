import { useCallback, useEffect, useRef, useState } from 'react';
import type { BalanceMessage, PredictionWire } from '#protocol/trading.ts';
import { useSession } from '#web/api/session.tsx';
import { usePrivateFeed, useReturn } from '#web/live/live.tsx';
import { ended, merge, missingFrom, type Predictions } from './predictions.ts';
import { serverClock } from './server-clock.ts';

export interface Balance {
  /** Exact decimal texts. */
  readonly cash: string;
  readonly locked: string;
}

export interface OwnPredictions {
  readonly all: Predictions;
  /** When each that ended on this screen was told, server ms. */
  readonly endedAt: ReadonlyMap<string, number>;
  readonly balance: Balance | null;
  readonly loaded: boolean;
  add(news: readonly PredictionWire[]): void;
  setCash(cash: string): void;
  reload(): void;
}

const CLOSED_SHOWN = '30';

/**
 * Own predictions and the balance: the lists of the API at the start, after each reconnection and when a hidden tab is shown again,
 * and the private socket in between. `onEnded` is called once for each that ends while the page is open.
 */
export function useOwnPredictions(onEnded: (predictions: readonly PredictionWire[]) => void): OwnPredictions {
  const { state, client, retry } = useSession();
  const token = state.status === 'ready' ? state.token : null;
  const known = useRef<Predictions>(new Map());
  const tell = useRef(onEnded);
  const [all, setAll] = useState<Predictions>(known.current);
  const [endedAt, setEndedAt] = useState<ReadonlyMap<string, number>>(new Map());
  const [balance, setBalance] = useState<Balance | null>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    tell.current = onEnded;
  });

  const add = useCallback((news: readonly PredictionWire[]) => {
    const before = known.current;
    const after = merge(before, news);
    if (after === before) return;
    known.current = after;
    setAll(after);
    const over = ended(before, after);
    if (over.length === 0) return;
    const now = serverClock.now();
    setEndedAt((map) => new Map([...map, ...over.map((one) => [one.id, now] as const)]));
    tell.current(over);
  }, []);

  const load = useCallback(async () => {
    const [open, settled, profile] = await Promise.all([
      client.call('trade.predictions', { query: { status: 'open', limit: '200' } }),
      client.call('trade.predictions', { query: { status: 'settled', limit: CLOSED_SHOWN } }),
      client.call('user.profile'),
    ]);
    const gone = missingFrom(known.current, open.items);
    add([...open.items, ...settled.items]);
    setBalance({ cash: profile.totalBalanceStr, locked: profile.balances.lockedStr });
    setLoaded(true);
    const listed = new Set(settled.items.map((one) => one.id));
    const single = gone.filter((id) => !listed.has(id));
    add(await Promise.all(single.map((id) => client.call('trade.prediction', { params: { id } }))));
  }, [client, add]);

  const feed = usePrivateFeed({
    token,
    on: {
      prediction: (frame) => {
        serverClock.heard(frame.t);
        add(frame.data as readonly PredictionWire[]);
      },
      balance: (frame) => {
        const data = frame.data as BalanceMessage;
        setBalance({ cash: data.totalBalanceStr, locked: data.lockedStr });
      },
    },
    onRefused: retry,
  });
  const live = feed.status === 'live';
  const reload = useCallback(() => {
    if (token !== null) load().catch(() => undefined);
  }, [token, load]);
  useEffect(reload, [reload, live]);
  useReturn(reload);

  const setCash = useCallback((cash: string) => setBalance((was) => ({ cash, locked: was?.locked ?? '0.00' })), []);
  return { all, endedAt, balance, loaded, add, setCash, reload };
}
