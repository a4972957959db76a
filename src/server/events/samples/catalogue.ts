import { CRYPTO, ECONOMY } from './money.ts';
import { ENTERTAINMENT, POLITICS } from './people.ts';
import type { SampleEvent } from './sample.ts';
import { SPORTS, WORLD } from './sports.ts';
import { TECH } from './tech.ts';

/** What a sandbox shows, in the order in which it is written: each category in turn, so that the newest are of all of them. */
export const SAMPLE_EVENTS: readonly SampleEvent[] = inTurn([
  SPORTS,
  POLITICS,
  CRYPTO,
  ECONOMY,
  ENTERTAINMENT,
  TECH,
  WORLD,
]);

/** A handful for tests of the screens: one open event of each category, and one that is paid. */
export const FEW_EVENTS: readonly SampleEvent[] = SAMPLE_EVENTS.filter((event, at, all) => {
  const first = all.findIndex(({ category, end }) => category === event.category && end === event.end);
  return first === at && (event.end === undefined || (event.end === 'YES' && event.category === 'crypto'));
});

function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, row) => lists.flatMap((list) => list[row] ?? [])).flat();
}
