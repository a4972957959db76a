import { useEffect, useRef, type RefObject } from 'react';

/** For a row of links that scrolls: the current one (`aria-current`) comes to its middle as `current`, its name, changes. */
export function useCurrentInView(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const bar = row.current;
    const item = bar?.querySelector('[aria-current]');
    if (bar === null || item === null || item === undefined) return;
    const [inside, at] = [bar.getBoundingClientRect(), item.getBoundingClientRect()];
    bar.scrollLeft += at.left + at.width / 2 - (inside.left + inside.width / 2);
  }, [current]);
  return row;
}
