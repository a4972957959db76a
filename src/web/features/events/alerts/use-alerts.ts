import { useEffect, useState } from 'react';
import type { AlertWire } from '#protocol/events/alerts.ts';
import { useSession } from '#web/api/session.tsx';

export interface Alerts {
  /** null: not read yet. */
  readonly items: readonly AlertWire[] | null;
  readonly error: unknown;
  readonly read: () => void;
  readonly put: (alert: AlertWire) => void;
  readonly drop: (id: string) => void;
}

/** The person's alerts, read when this is drawn. */
export function useAlerts(): Alerts {
  const { client, state } = useSession();
  const [items, setItems] = useState<readonly AlertWire[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isReady = state.status === 'ready';
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!isReady) return undefined;
    const stop = new AbortController();
    client.call('alerts.list', {}, { signal: stop.signal }).then(
      (found) => {
        setItems(found.items);
        setError(null);
      },
      (failed: unknown) => {
        if (!stop.signal.aborted) setError(failed);
      },
    );
    return () => stop.abort();
  }, [client, isReady, turn]);
  return {
    items,
    error,
    read: () => setTurn((now) => now + 1),
    put: (alert) => setItems((now) => [alert, ...(now ?? []).filter(({ id }) => id !== alert.id)]),
    drop: (id) => setItems((now) => (now ?? []).filter((one) => one.id !== id)),
  };
}
