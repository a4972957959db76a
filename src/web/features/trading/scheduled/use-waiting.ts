import { useState } from 'react';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import { useSession } from '#web/api/session.tsx';
import { usePrivateFeed } from '#web/live/live.tsx';
import { waitingAfter } from './waiting.ts';

/** Own entries that wait, the newest first; null until the socket has told them. `onEnded` hears of each that ends while this is shown. */
export function useWaiting(onEnded: (entry: ScheduledWire) => void): readonly ScheduledWire[] | null {
  const { state, retry } = useSession();
  const [entries, setEntries] = useState<readonly ScheduledWire[] | null>(null);
  usePrivateFeed({
    token: state.status === 'ready' ? state.token : null,
    on: {
      scheduled: (frame) => {
        setEntries((was) => waitingAfter(was ?? [], frame));
        if (frame.snapshot === true) return;
        const entry = frame.data as ScheduledWire;
        if (entry.status !== 'WAITING') onEnded(entry);
      },
    },
    onRefused: retry,
  });
  return entries;
}
