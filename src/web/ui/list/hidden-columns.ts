import { useSyncExternalStore } from 'react';

const KEY = 'tikvo.columns';
const CHANGED = 'tikvo:columns';

function readAll(): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

function watch(tell: () => void): () => void {
  addEventListener(CHANGED, tell);
  addEventListener('storage', tell);
  return () => {
    removeEventListener(CHANGED, tell);
    removeEventListener('storage', tell);
  };
}

/** Columns of a list that the person took away on this device, and how to take away others. */
export function useHiddenColumns(list: string): {
  readonly hidden: readonly string[];
  readonly hide: (names: readonly string[]) => void;
} {
  const read = () => {
    const names = readAll()[list];
    return Array.isArray(names) ? names.join(' ') : '';
  };
  const kept = useSyncExternalStore(watch, read, () => '');
  return {
    hidden: kept === '' ? [] : kept.split(' '),
    hide: (names) => {
      try {
        localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [list]: names }));
      } catch {
        // A browser that keeps nothing shows all.
      }
      dispatchEvent(new Event(CHANGED));
    },
  };
}
