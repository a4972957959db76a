import { createHash } from 'node:crypto';

/** A feed of news, as the settings name it. */
export interface NewsFeed {
  /** Of its address: the same as long as that is. */
  readonly id: string;
  /** Who is named beside each story. */
  readonly name: string;
  readonly url: string;
}

const LONGEST_NAME = 40;
const MOST_FEEDS = 30;
const MISTAKE =
  'NEWS_FEEDS must be names and https addresses such as Wire=https://example.com/rss.xml, divided by spaces or line breaks.';

/** Reads `NEWS_FEEDS`: `Name=https://…`, divided by white space; `_` in a name is a space. */
export function readNews(env: Readonly<Record<string, string | undefined>>): {
  readonly newsFeeds: readonly NewsFeed[];
  readonly mistakes: readonly string[];
} {
  const words = (env['NEWS_FEEDS'] ?? '').split(/\s+/).filter((word) => word !== '');
  const feeds = words.flatMap((word): NewsFeed[] => {
    const [, name = '', url = ''] = /^([^=]+)=(https:\/\/\S+)$/.exec(word) ?? [];
    const shown = name.replaceAll('_', ' ').trim();
    if (shown === '' || shown.length > LONGEST_NAME || !URL.canParse(url)) return [];
    return [{ id: feedId(url), name: shown, url }];
  });
  const isWhole = feeds.length === words.length && feeds.length <= MOST_FEEDS;
  const isTwice = new Set(feeds.map(({ id }) => id)).size < feeds.length;
  return { newsFeeds: feeds, mistakes: isWhole && !isTwice ? [] : [MISTAKE] };
}

export const feedId = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 12);
