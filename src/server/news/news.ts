import { MOST_NAMED } from '#domain/news/pairs-named.ts';
import { MOST_NEWS_ITEMS, MOST_SOURCES, MOST_STORIES, NEWS_KEPT_MS, NEWS_STALE_MS } from '#domain/news/stories.ts';
import { toIso } from '#protocol/codecs.ts';
import type { StoriesWire, StoryWire } from '#protocol/news/stories.ts';
import { createEgress } from '#server/net/index.ts';
import type { News, NewsParts, ReadFeed } from './contract.ts';
import { sampleFeeds, startSamples } from './simulator.ts';
import { addFeeds, feedStates, forgetItems, itemsSince, type FeedState, type StoredItem } from './store.ts';

/** Feeds of the settings; a sandbox without any reads those of its simulator. */
export function createNews(parts: NewsParts): News {
  const { db, clock, config } = parts;
  const isSimulated = config.newsFeeds.length === 0 && config.samples !== null;
  const feeds = isSimulated ? sampleFeeds() : config.newsFeeds.map((feed) => ({ ...feed, isSample: false }));
  const ids = feeds.map(({ id }) => id);
  let samples: ReturnType<typeof startSamples> | null = null;
  return {
    feeds,
    list: async ({ pair }) => {
      const states = await feedStates(db, ids);
      const shown = feeds.filter(({ id }) => states.get(id)?.isOff !== true);
      const now = clock.now();
      const items = await itemsSince(db, {
        feeds: shown.map(({ id }) => id),
        since: now - NEWS_KEPT_MS,
        limit: MOST_NEWS_ITEMS,
      });
      return storiesOf({ feeds: shown, states, items, pair, now });
    },
    gather: async (signal) => {
      if (feeds.length === 0) return;
      // What reads feeds is loaded with the first turn, not at the start.
      const reader = await import('./gather.ts');
      await addFeeds(db, ids);
      samples ??= isSimulated ? startSamples(clock) : null;
      const origin = (await samples)?.origin;
      const egress = createEgress({ trusted: origin === undefined ? [] : [origin] });
      const states = await feedStates(db, ids);
      for (const feed of feeds) {
        const state = states.get(feed.id);
        if (state === undefined || state.isOff || signal.aborted) continue;
        const url = origin === undefined ? feed.url : new URL(feed.url, origin).href;
        await reader.readFeed(parts, { feed: { ...feed, url }, state, egress, signal });
      }
    },
    forgetOld: () => forgetItems(db, clock.now() - NEWS_KEPT_MS),
    stop: async () => (await samples)?.stop(),
  };
}

interface Found {
  /** Those that are not switched off. */
  readonly feeds: readonly ReadFeed[];
  readonly states: ReadonlyMap<string, FeedState>;
  /** The newest first. */
  readonly items: readonly StoredItem[];
  readonly pair: string | null;
  readonly now: number;
}

function storiesOf({ feeds, states, items, pair, now }: Found): StoriesWire {
  const reports = new Map<string, StoredItem[]>();
  for (const item of items.toReversed()) reports.set(item.story, [...(reports.get(item.story) ?? []), item]);
  const stories = [...reports.values()]
    .flatMap((all) => storyOf(all, { feeds, states }))
    .filter(({ pairs }) => pair === null || pairs.includes(pair))
    .toSorted((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1));
  const read = feeds.flatMap(({ id }) => states.get(id)?.readAt ?? []);
  const readAt = read.length === 0 ? null : Math.max(...read);
  return {
    state: stateOf(feeds.length, readAt, now),
    readAt: readAt === null ? null : toIso(readAt),
    items: stories.slice(0, MOST_STORIES),
  };
}

function stateOf(feeds: number, readAt: number | null, now: number): StoriesWire['state'] {
  if (feeds === 0) return 'none';
  if (readAt === null) return 'waiting';
  return now - readAt > NEWS_STALE_MS ? 'stale' : 'current';
}

/** What one feed wrote several times is named once. */
function storyOf(all: readonly StoredItem[], { feeds, states }: Pick<Found, 'feeds' | 'states'>): StoryWire[] {
  const [first] = all;
  const feed = feeds.find(({ id }) => id === first?.feed);
  if (first === undefined || feed === undefined) return [];
  const bySource = feeds.flatMap(({ id, name }) => {
    const own = all.findIndex((item) => item.feed === id);
    return own === -1 ? [] : [{ own, name, url: all[own]?.link ?? null }];
  });
  return [
    {
      id: first.story,
      title: first.title,
      summary: first.summary,
      language: states.get(feed.id)?.language ?? null,
      publishedAt: toIso(first.at),
      isSample: feed.isSample,
      pairs: [...new Set(all.flatMap(({ pairs }) => pairs))].slice(0, MOST_NAMED),
      sources: bySource
        .toSorted((one, other) => one.own - other.own)
        .slice(0, MOST_SOURCES)
        .map(({ name, url }) => ({ name, url })),
    },
  ];
}
