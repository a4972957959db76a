import { useCallback, useEffect, useState } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useSession } from '#web/api/session.tsx';
import { useLiveStatus, useReturn } from '#web/live/live.tsx';

/** States and volumes come from the API; prices in between from the books. */
const READ_EVERY_MS = 10_000;

/** The event as the server drew it, then read anew every few seconds, after a reconnection and when a hidden tab is shown again. */
export function useEvent(drawn: EventWire): { readonly event: EventWire; readonly reload: () => void } {
  const { client, state } = useSession();
  const [event, setEvent] = useState(drawn);
  const [turn, setTurn] = useState(0);
  const isLive = useLiveStatus() === 'live';
  const { slug } = drawn;
  // A demo page asks once it has its session: without one the answer would be of the other realm.
  const isKnown = state.status === 'ready' || state.status === 'visitor';
  const reload = useCallback(() => setTurn((now) => now + 1), []);
  useEffect(() => {
    if (!isKnown) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const answer = await client.call('events.one', { params: { slug } }, { signal: stop.signal }).catch(() => null);
      if (stop.signal.aborted) return;
      if (answer !== null) setEvent(answer);
      timer = setTimeout(() => void read(), READ_EVERY_MS);
    };
    // What the server has drawn a moment ago stands until the socket is there, or a later turn asks.
    if (turn === 0 && !isLive) timer = setTimeout(() => void read(), READ_EVERY_MS);
    else void read();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, isKnown, slug, turn, isLive]);
  useReturn(reload);
  return { event, reload };
}
