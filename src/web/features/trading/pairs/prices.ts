import { useCallback, useSyncExternalStore } from 'react';
import type { PairWire } from '#protocol/trading.ts';
import { usePriceStore, useTick } from '#web/live/live.tsx';

export interface PriceNow {
  readonly price: number;
  /** When it was taken in, server ms. */
  readonly time: number;
}

/** Newest price of a pair: from the socket, before that from the page. */
export function usePrice(pair: Pick<PairWire, 'id' | 'price' | 'priceTime'>): PriceNow | null {
  const tick = useTick(pair.id);
  if (tick !== null) return tick;
  return pair.price === null || pair.priceTime === null ? null : { price: pair.price, time: pair.priceTime };
}

/** A list row changes at most four times a second. */
const ROW_EVERY_MS = 250;

/** Price of a list row: followed while the row is on the screen, at rest otherwise. */
export function useRowPrice(pair: Pick<PairWire, 'id' | 'price'>, how: 'follow' | 'rest'): number | null {
  const store = usePriceStore();
  const watch = useCallback(
    (listener: () => void) => {
      if (how === 'rest') return () => undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let told = 0;
      const leave = store.watchTick(pair.id, () => {
        const wait = told + ROW_EVERY_MS - Date.now();
        if (wait > 0 && timer !== undefined) return;
        timer = setTimeout(
          () => {
            timer = undefined;
            told = Date.now();
            listener();
          },
          Math.max(0, wait),
        );
      });
      return () => {
        clearTimeout(timer);
        leave();
      };
    },
    [store, pair.id, how],
  );
  const read = () => store.tick(pair.id)?.price ?? pair.price;
  return useSyncExternalStore(watch, read, () => pair.price);
}
