import { useSyncExternalStore } from 'react';

/** What this page last heard: how many are unread (null: nothing yet), and how many new ones came since it opened. */
export interface News {
  readonly unread: number | null;
  readonly arrivals: number;
}

const SILENCE: News = { unread: null, arrivals: 0 };
const watchers = new Set<() => void>();
let news = SILENCE;

/** The bell hears it, the list shows it: both are told. */
export function tellNews({ unread, isNew }: { readonly unread: number; readonly isNew: boolean }): void {
  if (news.unread === unread && !isNew) return;
  news = { unread, arrivals: news.arrivals + (isNew ? 1 : 0) };
  for (const watcher of watchers) watcher();
}

/** Nobody is signed in any more. */
export function forgetNews(): void {
  news = SILENCE;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function readNews(): News {
  return news;
}

export function useNews(): News {
  return useSyncExternalStore(watch, readNews, () => SILENCE);
}
