import type { PostHead, PostWire } from '#protocol/blog/posts.ts';
import type { StoriesWire } from '#protocol/news/stories.ts';

export const POST_HEAD: PostHead = {
  id: '0199',
  slug: 'seals',
  tags: ['fairness'],
  author: 'Tikvo',
  publishedAt: '2026-03-01T12:00:00.000Z',
  language: 'en',
  languages: ['de', 'en'],
  title: 'Seals & <receipts>',
  summary: 'Each result has one.',
  minutes: 3,
};
export const POST: PostWire = {
  ...POST_HEAD,
  blocks: [
    { kind: 'html', html: '<h2 id="part-1">Before</h2><p>It is signed.</p>' },
    { kind: 'pair', pair: 'BTC-USD' },
    { kind: 'pair', pair: 'ETH-USD' },
    { kind: 'event', event: 'cup' },
  ],
  headings: [
    { id: 'part-1', text: 'Before' },
    { id: 'part-2', text: 'After' },
  ],
};
export const NEWS: StoriesWire = {
  state: 'current',
  readAt: '2026-03-01T12:00:00.000Z',
  items: [
    {
      id: '0199',
      title: 'Coin <b>rises</b>',
      summary: 'A & B',
      language: 'en',
      publishedAt: '2026-03-01T12:00:00.000Z',
      isSample: false,
      pairs: ['BTC-USD'],
      sources: [
        { name: 'Wire', url: 'https://wire.example/a' },
        { name: 'Desk', url: null },
      ],
    },
  ],
};
