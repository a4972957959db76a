import type { Item } from './use-notifications.ts';

/** Notifications that say the same on one day, newest first: one row of the list. */
export interface Group {
  readonly newest: Item;
  /** Ids of all of them, the newest first. */
  readonly ids: readonly string[];
}

/**
 * Equal notifications of a day as one row, where the newest of them stands. `dayOf` tells the days of times (ms) apart, as the viewer counts
 * them. What is new stays apart from what was read.
 */
export function groupsOf(items: readonly Item[], dayOf: (ms: number) => string): readonly Group[] {
  const groups = new Map<string, { readonly newest: Item; readonly ids: string[] }>();
  for (const item of items) {
    const values = Object.entries(item.values).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const key = JSON.stringify([dayOf(Date.parse(item.at)), item.isRead, item.kind, values]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { newest: item, ids: [item.id] });
    else group.ids.push(item.id);
  }
  return [...groups.values()];
}
