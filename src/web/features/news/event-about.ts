import { PAIRS } from '#domain/prices/pairs.ts';
import type { EventCard } from '#protocol/events/events.ts';

type Event = Pick<EventCard, 'slug' | 'title' | 'tags' | 'language'>;

/** The event that a story with these pairs is about: one whose tags name the first of them that any event names. */
export function eventAbout<E extends Event>(pairs: readonly string[], events: readonly E[]): E | null {
  for (const pair of pairs) {
    const { name, base } = PAIRS.find(({ id }) => id === pair) ?? { name: pair, base: pair };
    const words = [name, base].map((word) => word.toLowerCase());
    const found = events.find(({ tags }) => tags.some((tag) => words.includes(tag.toLowerCase())));
    if (found !== undefined) return found;
  }
  return null;
}
