import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { BalanceMessage, PredictionWire } from '#protocol/trading.ts';
import type { Client } from '#web/api/client.ts';
import { useSession } from '#web/api/session.tsx';
import { usePrivateFeed, useReturn } from '#web/live/live.tsx';
import { Kept } from '#web/live/kept.ts';
import type { Frame } from '#web/live/socket.ts';
import { ended, merge, missingFrom, type Predictions } from './predictions.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { waitingAfter } from './waiting.ts';

export interface Balance {
  /** Exact decimal texts. */
  readonly cash: string;
  readonly locked: string;
}

interface Known {
  readonly all: Predictions;
  /** When each that ended on this screen was told, server ms. */
  readonly endedAt: ReadonlyMap<string, number>;
  readonly balance: Balance | null;
  /** Highest amount that the house takes of this person, exact decimal text; null: none but the pair's. */
  readonly predictionMax: string | null;
  /** Entries that wait for a price or a time, the newest first. */
  readonly waiting: readonly ScheduledWire[];
}

const NOTHING: Known = { all: new Map(), endedAt: new Map(), balance: null, predictionMax: null, waiting: [] };
const CLOSED_SHOWN = '30';

/** Own predictions and balance outside of React: answers, lists and socket frames come in in any order. */
class OwnBook extends Kept<Known> {
  constructor() {
    super(() => NOTHING);
  }

  /** Takes news in; gives those that ended by it. */
  add(news: readonly PredictionWire[]): readonly PredictionWire[] {
    const { all, endedAt } = this.get();
    const after = merge(all, news);
    if (after === all) return [];
    const over = ended(all, after);
    const now = serverClock.now();
    const told = over.length === 0 ? endedAt : new Map([...endedAt, ...over.map((one) => [one.id, now] as const)]);
    this.set({ ...this.get(), all: after, endedAt: told });
    return over;
  }

  setBalance(balance: Balance): void {
    this.set({ ...this.get(), balance });
  }

  setPredictionMax(predictionMax: string | null): void {
    this.set({ ...this.get(), predictionMax });
  }

  hearWaiting(frame: Frame): void {
    this.set({ ...this.get(), waiting: waitingAfter(this.get().waiting, frame) });
  }
}

/** The lists of the API and, one by one, those that ended while we were away. */
async function fetchAll(client: Client, book: OwnBook): Promise<readonly PredictionWire[]> {
  const [open, settled, profile] = await Promise.all([
    client.call('trade.predictions', { query: { status: 'open', limit: '200' } }),
    client.call('trade.predictions', { query: { status: 'settled', limit: CLOSED_SHOWN } }),
    client.call('user.profile'),
  ]);
  book.setBalance({ cash: profile.totalBalanceStr, locked: profile.balances.lockedStr });
  book.setPredictionMax(profile.predictionMaxStr);
  const listed = new Set(settled.items.map((one) => one.id));
  const single = missingFrom(book.get().all, open.items).filter((id) => !listed.has(id));
  const late = await Promise.all(single.map((id) => client.call('trade.prediction', { params: { id } })));
  return [...open.items, ...settled.items, ...late];
}

/**
 * Own predictions and the balance: the lists of the API at the start, after each reconnection and when a hidden tab is shown again,
 * and the private socket in between. `onEnded` is called once for each that ends while the page is open.
 */
export function useOwnPredictions(onEnded: (predictions: readonly PredictionWire[]) => void) {
  const { state, client, retry } = useSession();
  const token = state.status === 'ready' ? state.token : null;
  const [book] = useState(() => new OwnBook());
  const known = useSyncExternalStore(
    book.watch,
    () => book.get(),
    () => NOTHING,
  );
  const tell = useRef(onEnded);
  useEffect(() => {
    tell.current = onEnded;
  });
  const add = useCallback(
    (news: readonly PredictionWire[]) => {
      const over = book.add(news);
      if (over.length > 0) tell.current(over);
    },
    [book],
  );
  const reload = useCallback(() => {
    if (token !== null) fetchAll(client, book).then(add, () => undefined);
  }, [token, client, book, add]);
  const feed = usePrivateFeed({
    token,
    on: {
      // A snapshot is a list, a change comes alone.
      prediction: (frame) => {
        serverClock.heard(frame.t);
        add([frame.data as PredictionWire | readonly PredictionWire[]].flat());
      },
      balance: (frame) => {
        const data = frame.data as BalanceMessage;
        book.setBalance({ cash: data.totalBalanceStr, locked: data.lockedStr });
      },
      scheduled: (frame) => book.hearWaiting(frame),
    },
    onRefused: retry,
  });
  const live = feed.status === 'live';
  useEffect(reload, [reload, live]);
  useReturn(reload);
  const setCash = useCallback(
    (cash: string) => book.setBalance({ cash, locked: book.get().balance?.locked ?? '0.00' }),
    [book],
  );
  return { ...known, add, reload, setCash };
}
