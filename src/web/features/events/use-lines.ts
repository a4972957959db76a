import { useEffect, useState } from 'react';
import { useSession } from '#web/api/session.tsx';
import { serverClock } from '#web/live/server-clock.ts';
import type { ChancePoint } from '#web/shares/chance/chance-points.ts';
import { SPAN_SEC, stepOf, type Span } from './market-line.ts';

export interface Lines {
  readonly state: 'loading' | 'ready' | 'failed';
  /** By market. */
  readonly points: ReadonlyMap<string, readonly ChancePoint[]>;
}

const LOADING: Lines = { state: 'loading', points: new Map() };

/** What was traded on markets over a span of time. `opensAt`: ms; `fresh` changes when the lines are to be read anew. */
export function useLines(
  ids: readonly string[],
  { span, opensAt, fresh }: { readonly span: Span; readonly opensAt: number; readonly fresh: number },
): Lines {
  const { client, state } = useSession();
  const isKnown = state.status === 'ready' || state.status === 'visitor';
  const key = ids.join(' ');
  const [known, setKnown] = useState<{ readonly of: string; readonly lines: Lines }>({ of: '', lines: LOADING });
  const of = `${span} ${key}`;
  useEffect(() => {
    if (!isKnown) return undefined;
    const stop = new AbortController();
    const read = async (id: string) => {
      const now = serverClock.now();
      const seconds = span === 'all' ? null : SPAN_SEC[span];
      const from = seconds === null ? opensAt : Math.max(opensAt, now - seconds * 1_000);
      const query = {
        step: String(stepOf({ from, to: now })),
        ...(seconds === null ? {} : { from: new Date(now - seconds * 1_000).toISOString() }),
      };
      const { items } = await client.call('exchange.history', { params: { id }, query }, { signal: stop.signal });
      return [id, items.map(({ time, price }) => ({ at: Date.parse(time), chance: price }))] as const;
    };
    Promise.all(key.split(' ').map(read)).then(
      (all) => setKnown({ of, lines: { state: 'ready', points: new Map(all) } }),
      () => {
        if (!stop.signal.aborted) setKnown({ of, lines: { state: 'failed', points: new Map() } });
      },
    );
    return () => stop.abort();
  }, [client, isKnown, key, span, opensAt, of, fresh]);
  return known.of === of ? known.lines : LOADING;
}
