import { expect, it } from 'vitest';
import { readNews } from './news.ts';

it('names feeds by their addresses, which are https', () => {
  const { newsFeeds, mistakes } = readNews({
    NEWS_FEEDS: ' Coin_Wire=https://a.example/rss?x=1\n B=https://b.example/ ',
  });
  expect(mistakes).toEqual([]);
  expect(newsFeeds).toMatchObject([
    { name: 'Coin Wire', url: 'https://a.example/rss?x=1' },
    { name: 'B', url: 'https://b.example/' },
  ]);
  expect(readNews({})).toEqual({ newsFeeds: [], mistakes: [] });
});

it.each([
  'https://a.example/',
  'A=http://a.example/',
  '=https://a.example/',
  'A=https://a.example/ B=https://a.example/',
  `${'n'.repeat(41)}=https://a.example/`,
])('says what is wrong with %s', (NEWS_FEEDS) => {
  expect(readNews({ NEWS_FEEDS }).mistakes).toEqual([expect.stringContaining('NEWS_FEEDS')]);
});
