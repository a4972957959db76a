/** The order in which events are listed, page by page. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { booksOf } from '#server/events/store.ts';
import { listEvents, type EventsAsked } from '#server/events/store-public.ts';
import type { TestDatabase } from '#tests/database.ts';
import type { Person } from '../trading/trading-world.ts';
import { colleague, openEvents, type EventsWorld } from './events-world.ts';

let database: TestDatabase;
let world: EventsWorld;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ({ database, world } = await openEvents());
  [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

const ASKED: EventsAsked = {
  language: 'en',
  category: null,
  tag: null,
  search: null,
  by: 'words',
  books: null,
  watchedBy: null,
  isOpen: true,
  sort: 'volume',
  realm: 'demo',
  after: null,
  limit: 1,
};

/** Opens an event and trades so many shares on it, 0 or more; its market. */
async function traded(title: string, shares: number): Promise<string> {
  const made = await world.events.draft({ ...world.draft(), title }, { by: world.editor, reason: 'asked for' });
  if (!made.ok) throw new Error('no draft');
  const { marketId } = made.value;
  await world.move('submit', world.editor, marketId);
  await world.move('approve', world.reviewer, marketId);
  world.marketId = (await booksOf(world.db, marketId)).demo!;
  await world.untilShown('OPEN');
  for (let left = shares; left > 0; left -= 10) {
    await world.ordered(ada, { outcome: 'YES', price: 300 });
    await world.ordered(ben, { outcome: 'NO', price: 700 });
  }
  return marketId;
}

/** Titles of all pages, one event on each. */
async function pages(): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let after: EventsAsked['after'] = null; ;) {
    const [one] = await listEvents(world.db, { ...ASKED, after });
    if (one === undefined || titles.length > 9) return titles;
    titles.push(one.title);
    after = { place: Number(one.place), id: one.id };
  }
}

it('has what takes orders before what is paused, each by what was traded, on every page', async () => {
  const most = await traded('Most traded', 20);
  await traded('Some traded', 10);
  const none = await traded('Not traded', 0);
  await expect.poll(pages, { timeout: 15_000 }).toEqual(['Most traded', 'Some traded', 'Not traded']);
  expect(await world.move('pause', colleague('ADMIN'), most)).toBe('PAUSED');
  expect(await pages()).toEqual(['Some traded', 'Not traded', 'Most traded']);
  expect(await world.move('pause', colleague('ADMIN'), none)).toBe('PAUSED');
  expect(await pages()).toEqual(['Some traded', 'Most traded', 'Not traded']);
});
