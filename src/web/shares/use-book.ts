import { useEffect, useState } from 'react';
import type { BookWire } from '#protocol/exchange.ts';
import { usePublicChannel } from '#web/live/live.tsx';
import { Store } from '#web/live/store.ts';

/** Bars of the book move at most so often (docs/rules/screens.md#round-ticket). */
const DRAW_EVERY_MS = 100;

interface Held {
  readonly marketId: string;
  readonly book: BookWire;
}

/** The newest book of a market, drawn at most ten times a second; null until it came. */
export function useBook(marketId: string | null): BookWire | null {
  const [newest] = useState(() => new Store<Held | null>(() => null));
  const [drawn, setDrawn] = useState<Held | null>(null);
  usePublicChannel(marketId === null ? null : `book:${marketId}`, (frame) => {
    if (marketId !== null) newest.set({ marketId, book: frame.data as BookWire });
  });
  useEffect(() => {
    let waiting = false;
    return newest.watch(() => {
      if (waiting) return;
      waiting = true;
      setTimeout(() => {
        waiting = false;
        setDrawn(newest.get());
      }, DRAW_EVERY_MS);
    });
  }, [newest]);
  return drawn !== null && drawn.marketId === marketId ? drawn.book : null;
}
