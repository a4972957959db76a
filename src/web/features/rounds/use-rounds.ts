import { useCallback, useEffect, useState } from 'react';
import type { RoundWire } from '#protocol/exchange.ts';
import { useSession } from '#web/api/session.tsx';
import { useReturn } from '#web/live/live.tsx';
import { serverClock } from '#web/live/server-clock.ts';
import { nextChange } from '#web/shares/round-choice.ts';

export type RoundList =
  | { readonly state: 'loading' | 'failed'; readonly rounds: readonly RoundWire[] }
  | { readonly state: 'ready'; readonly rounds: readonly RoundWire[] };

const NONE: RoundList = { state: 'loading', rounds: [] };
/** Best prices of the rounds that are not looked at, and targets, are read anew this often. */
const READ_EVERY_MS = 5_000;
/** Behind a change, so that the server has made it. */
const AFTER_CHANGE_MS = 400;

/** Open and next rounds of a pair, read anew when one begins or ends. */
export function useRounds(pair: string): RoundList & { readonly reload: () => void } {
  const { client, state } = useSession();
  const person = state.status === 'ready' ? state.user.id : null;
  const [known, setKnown] = useState<{ readonly pair: string; readonly list: RoundList }>({ pair, list: NONE });
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((now) => now + 1), []);

  useEffect(() => {
    if (person === null) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (rounds: readonly RoundWire[]) => {
      const now = serverClock.now();
      const change = nextChange(rounds, now);
      const wait = change === null ? READ_EVERY_MS : Math.min(READ_EVERY_MS, change - now + AFTER_CHANGE_MS);
      timer = setTimeout(() => void read(), wait);
    };
    const read = async () => {
      try {
        const { items } = await client.call('exchange.rounds', { query: { pair } }, { signal: stop.signal });
        setKnown({ pair, list: { state: 'ready', rounds: items } });
        again(items);
      } catch {
        if (stop.signal.aborted) return;
        setKnown((was) => {
          const rounds = was.pair === pair ? was.list.rounds : [];
          return { pair, list: rounds.length > 0 ? was.list : { state: 'failed', rounds } };
        });
        again([]);
      }
    };
    void read();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, person, pair, turn]);
  useReturn(reload);
  return { ...(known.pair === pair ? known.list : NONE), reload };
}
