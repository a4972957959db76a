import { useSyncExternalStore } from 'react';
import type { EventCard } from '#protocol/events/events.ts';
import type { Client } from '#web/api/client.ts';
import { Store } from '#web/live/store.ts';

export interface EventName {
  readonly title: string;
  /** What its event asks, where that has several markets; null: the title asks it. */
  readonly asked: string | null;
  /** Of its event's page. */
  readonly slug: string;
}

/** What the markets of events are called, by the ids of their books: rows of one's own name the book alone. */
export type EventNames = ReadonlyMap<string, EventName>;

/** So many the API takes at once. */
const AT_ONCE = 50;
const NONE: EventNames = new Map();
const names = new Store<EventNames>(() => NONE);
/** Asked for, or about to be; one that nobody knows is asked for once a page. */
const asked = new Set<string>();
let waiting: string[] = [];

type Named = Pick<EventCard, 'slug' | 'title'> & {
  readonly markets: readonly Pick<EventCard['markets'][number], 'marketId' | 'title'>[];
};

/** What the markets of events are called, by the ids of their books. */
export const namesOf = (events: readonly Named[]): readonly (readonly [string, EventName])[] =>
  events.flatMap(({ slug, title, markets }) =>
    markets.map((market) => {
      const name = markets.length === 1 ? { title, asked: null } : { title: market.title, asked: title };
      return [market.marketId, { slug, ...name }] as const;
    }),
  );

/** Takes in what an event's markets are called. */
export function tellEventNames(events: readonly Named[]): void {
  const known = namesOf(events);
  const was = names.get();
  if (known.every(([id, { title }]) => was.get(id)?.title === title)) return;
  names.set(new Map([...was, ...known]));
}

/** Asks what a book's market is called, together with all others that are asked for now. */
export function askEventName(client: Client, marketId: string): void {
  if (asked.has(marketId) || names.get().has(marketId)) return;
  asked.add(marketId);
  waiting.push(marketId);
  if (waiting.length === 1) queueMicrotask(() => void flush(client));
}

async function flush(client: Client): Promise<void> {
  const ids = waiting;
  waiting = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    try {
      const { items } = await client.call('events.list', {
        query: { markets: some.join(','), limit: String(AT_ONCE) },
      });
      tellEventNames(items);
    } catch {
      // The word for an event stands until somebody asks anew.
      for (const id of some) asked.delete(id);
    }
  }
}

/** Those that this page knows. */
export function useEventNames(): EventNames {
  return useSyncExternalStore(
    names.watch,
    () => names.get(),
    () => NONE,
  );
}
