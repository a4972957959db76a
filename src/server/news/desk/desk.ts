import { chip, line, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { NEWS_STALE_MS } from '#domain/news/stories.ts';
import type { News, NewsParts, ReadFeed } from '../contract.ts';
import { feedStates, type FeedState } from '../store.ts';

type Parts = Pick<NewsParts, 'db' | 'clock'> & { readonly news: News };

const RECORD = /^[0-9a-f]{12}$/;

function stateChip(state: FeedState | undefined, now: number) {
  if (state?.isOff === true) return chip('off');
  if (state?.failure !== undefined && state.failure !== null) return chip('failed', 'bad');
  if (state === undefined || state.readAt === null) return chip('waiting');
  return now - state.readAt > NEWS_STALE_MS ? chip('old', 'warn') : chip('read', 'ok');
}

const named = ({ name, isSample }: ReadFeed) => (isSample ? `${name} (simulator)` : name);

/** Every feed of the settings, with its age and what it failed for. They are few: one page. */
export function feedsDesk({ db, clock, news }: Parts): DeskSeat {
  const { feeds } = news;
  const stateOf = async (id: string) => (await feedStates(db, [id])).get(id);
  return {
    desk: 'feeds',
    list: {
      after: RECORD,
      columns: [
        { id: 'name', label: 'Feed', head: true },
        { id: 'state', label: 'State' },
        { id: 'failure', label: 'Why it failed' },
        { id: 'read', label: 'Read', end: true },
        { id: 'tried', label: 'Tried', end: true },
      ],
      filters: [],
      read: async ({ after, limit }) => {
        const states = await feedStates(
          db,
          feeds.map(({ id }) => id),
        );
        const from = after === null ? 0 : feeds.findIndex(({ id }) => id === after) + 1;
        return rowPage(feeds.slice(from), limit, (feed) => {
          const state = states.get(feed.id);
          return {
            id: feed.id,
            cells: [
              strong(named(feed)),
              stateChip(state, clock.now()),
              text(state?.failure ?? null),
              time(state?.readAt ?? null),
              time(state?.triedAt ?? null),
            ],
          };
        });
      },
    },
    record: {
      id: RECORD,
      read: async (id) => {
        const feed = feeds.find((one) => one.id === id);
        if (feed === undefined) return null;
        return {
          title: named(feed),
          subtitle: [text(feed.isSample ? 'Made up, for this sandbox' : feed.url)],
          chips: [stateChip(await stateOf(id), clock.now())],
          subjectId: null,
        };
      },
    },
  };
}

export function feedFacts({ db, news }: Parts): PartSeat {
  return {
    desk: 'feeds',
    id: 'feed',
    title: 'Feed',
    permission: 'content.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const feed = news.feeds.find((one) => one.id === id);
      const state = (await feedStates(db, [id])).get(id);
      if (feed === undefined) return [];
      return [
        line('Address', text(feed.isSample ? 'a simulator of the sandbox' : feed.url)),
        line('Language', text(state?.language ?? null)),
        line('Read', time(state?.readAt ?? null)),
        line('Tried', time(state?.triedAt ?? null)),
        line('Why it failed', text(state?.failure ?? null)),
      ];
    },
  };
}
