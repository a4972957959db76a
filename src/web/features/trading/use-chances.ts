import { useEffect, useState } from 'react';
import type { CallInput } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

type Window = CallInput<'exchange.chances'>['query']['window'];
const WINDOWS: Readonly<Record<number, Window>> = {
  300_000: '5m',
  900_000: '15m',
  3_600_000: '1h',
  14_400_000: '4h',
  86_400_000: '1d',
};
const READ_EVERY_MS = 10_000;

/** Chance of Up by pair in the rounds of a length (ms) that are under way, one request for all; null: not asked for, or not there yet. */
export function useChances(lengthMs: number | null): ReadonlyMap<string, number> | null {
  const { client, state } = useSession();
  const person = state.status === 'ready' ? state.user.id : null;
  const window = lengthMs === null ? undefined : WINDOWS[lengthMs];
  const [known, setKnown] = useState<{ readonly of: Window; readonly chances: ReadonlyMap<string, number> } | null>(
    null,
  );
  useEffect(() => {
    if (person === null || window === undefined) return undefined;
    const stop = new AbortController();
    const read = () => {
      if (document.hidden) return;
      client.call('exchange.chances', { query: { window } }, { signal: stop.signal }).then(
        ({ items }) => setKnown({ of: window, chances: new Map(items.map(({ pair, up }) => [pair, up])) }),
        () => undefined,
      );
    };
    read();
    const timer = setInterval(read, READ_EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [client, person, window]);
  return known !== null && known.of === window ? known.chances : null;
}
