import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BookWire, RoundWire } from '#protocol/exchange.ts';
import { useSession } from '#web/api/session.tsx';
import { Store } from '#web/live/store.ts';
import { WINDOW_SEC } from '../round-choice.ts';
import { middleOf, withHistory, withPoint, type ChancePoint } from './chance-points.ts';

interface Line {
  readonly marketId: string | null;
  readonly points: readonly ChancePoint[];
}
const NOTHING: Line = { marketId: null, points: [] };
/** Points of the past in the picture. */
const STEPS = 300;

/** The chance of Up of a round: its trades so far, and from now on the middle of its book, once a second. `now` is the server's, ms. */
export function useChance(round: RoundWire | null, book: BookWire | null, now: number): readonly ChancePoint[] {
  const { client } = useSession();
  const [store] = useState(() => new Store<Line>(() => NOTHING));
  const line = useSyncExternalStore(
    store.watch,
    () => store.get(),
    () => NOTHING,
  );
  const marketId = round?.marketId ?? null;
  const step = round === null ? 1 : Math.ceil(WINDOW_SEC[round.window] / STEPS);
  useEffect(() => {
    if (marketId === null) return undefined;
    store.set({ marketId, points: [] });
    const leaving = new AbortController();
    const asked = { params: { id: marketId }, query: { step: String(step) } };
    client.call('exchange.history', asked, { signal: leaving.signal }).then(
      ({ items }) => {
        const history = items.map(({ time, price }) => ({ at: Date.parse(time), chance: price }));
        const known = store.get();
        if (known.marketId === marketId) store.set({ marketId, points: withHistory(known.points, history) });
      },
      // The line begins with what is seen from now on.
      () => undefined,
    );
    return () => leaving.abort();
  }, [client, store, marketId, step]);
  const chance = book === null ? null : middleOf(book);
  useEffect(() => {
    const known = store.get();
    if (chance === null || marketId === null || known.marketId !== marketId) return;
    store.set({ marketId, points: withPoint(known.points, { at: now, chance }) });
  }, [store, marketId, chance, now]);
  return line.marketId === marketId ? line.points : NOTHING.points;
}
