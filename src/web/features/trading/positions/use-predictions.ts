import { useCallback, useEffect, useRef, useState } from 'react';
import type { NotificationMessage } from '#protocol/notifications.ts';
import type { BalanceMessage, PredictionWire } from '#protocol/trading.ts';
import { useSession } from '#web/api/session.tsx';
import { usePrivateFeed, useReturn } from '#web/live/live.tsx';
import { serverClock } from '#web/live/server-clock.ts';
import { useFollowed } from '#web/live/use-followed.ts';
import { NOTHING, OwnPredictions, readOwn } from './own-predictions.ts';

/**
 * Own predictions and the balance: the lists of the API at the start, after each reconnection and when a hidden tab is shown again,
 * and the private socket in between. `onEnded` is called once for each that ends while the page is open.
 */
export function useOwnPredictions(onEnded: (predictions: readonly PredictionWire[]) => void) {
  const { state, client, retry } = useSession();
  const token = state.status === 'ready' ? state.token : null;
  const [book] = useState(() => new OwnPredictions());
  const known = useFollowed(
    book.watch,
    useCallback(() => book.get(), [book]),
    NOTHING,
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
    if (token !== null) void readOwn(client, book, add);
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
        book.hearBalance({ cash: data.totalBalanceStr, locked: data.lockedStr });
      },
      scheduled: (frame) => book.hearWaiting(frame),
      notification: (frame) => book.hearMessage(frame.data as NotificationMessage),
    },
    onRefused: retry,
  });
  const live = feed === 'live';
  useEffect(reload, [reload, live]);
  useReturn(reload);
  const readCash = useCallback((answer: Promise<string>) => book.readCash(answer), [book]);
  /** Reads anew; resolves once what the server has is shown, after a reconnection if need be. */
  const untilRead = useCallback(() => {
    const read = book.untilRead();
    reload();
    return read;
  }, [book, reload]);
  /** Not reached: what was known stays. */
  const readPerson = useCallback(() => void book.readProfile(client).catch(() => undefined), [book, client]);
  return { ...known, add, reload, untilRead, readCash, readPerson };
}
