import { useEffect, useRef, useState } from 'react';
import type { Direction } from '#domain/trading/prediction.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { Store } from '#web/live/store.ts';
import { useSteady } from './use-steady.ts';

/** What is to be predicted once more: said by what stands above the ticket too. */
export function useAgainWish() {
  const [wish] = useState(() => new Store<PredictionWire | null>(() => null));
  return wish;
}

interface AgainPlace {
  /** The pair on the screen. */
  readonly pairId: string;
  readonly onTerms: (terms: { readonly amount: string; readonly durationSec: number }) => void;
  readonly onTap: (direction: Direction) => void;
  readonly onSelect: (pairId: string) => void;
}

/**
 * Predicts once more what a prediction said: its pair, amount, duration and direction at the payout of now. It goes through the ticket, which
 * asks first where it would ask for a tap.
 */
export function useAgain(wish: Store<PredictionWire | null>, place: AgainPlace): void {
  const { pairId, onTerms, onTap, onSelect } = place;
  const waiting = useRef<{ readonly pairId: string; readonly direction: Direction } | null>(null);
  useEffect(() => {
    // The ticket of another pair is there with the next drawing of the screen.
    if (waiting.current?.pairId !== pairId) return;
    const { direction } = waiting.current;
    waiting.current = null;
    onTap(direction);
  });
  const again = useSteady(({ pair, direction, stakeStr, durationSec }: PredictionWire) => {
    onTerms({ amount: stakeStr.replace(/\.00$/, ''), durationSec });
    if (pair === pairId) onTap(direction);
    else {
      waiting.current = { pairId: pair, direction };
      onSelect(pair);
    }
  });
  useEffect(
    () =>
      wish.watch(() => {
        const wished = wish.get();
        if (wished === null) return;
        wish.keep(null);
        again(wished);
      }),
    [wish, again],
  );
}
