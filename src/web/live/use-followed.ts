import { startTransition, useEffect, useState } from 'react';

/**
 * A value outside of React that no finger waits for: state of the line, lists, balances. What it changes is drawn in slices, between which a
 * slow phone answers its person; `useSyncExternalStore` would draw the whole screen in one piece.
 * `watch` and `read` stay the same while they mean the same. `first`: what the server drew.
 */
export function useFollowed<T>(watch: (listener: () => void) => () => void, read: () => T, first: T): T {
  const [seen, setSeen] = useState<{ readonly read: (() => T) | null; readonly value: T }>({ read, value: first });
  useEffect(() => {
    const look = () =>
      startTransition(() =>
        setSeen((was) => {
          const value = read();
          return was.read === read && Object.is(was.value, value) ? was : { read, value };
        }),
      );
    look();
    return watch(look);
  }, [watch, read]);
  // Asked of another one than before: its value is not that of the last.
  return seen.read === read ? seen.value : read();
}
