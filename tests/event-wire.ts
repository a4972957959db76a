import type { CommentWire } from '#protocol/comments/comments.ts';
import type { EventWire, RulingWire } from '#protocol/events/events.ts';

/** An event with one market, as the API shows it while people trade. */
export const CUP: EventWire = {
  id: '0190a000-0000-7000-8000-000000000001',
  slug: 'cup-final',
  category: 'sports',
  tags: ['cup'],
  title: 'Final of the Cup',
  summary: 'At home on Sunday.',
  language: 'en',
  isStale: false,
  isSample: false,
  series: null,
  restricted: null,
  markets: [
    {
      marketId: 'b1',
      id: '0190a000-0000-7000-8000-000000000002',
      title: 'Does the home side win?',
      state: 'OPEN',
      cutOffAt: '2030-06-02T18:00:00.000Z',
      outcome: null,
      prices: { bid: 0.47, ask: 0.49, last: 0.48, lastAt: null, dayAgo: 0.4, chance: 0.48, volume: 1_200 },
      opensAt: '2026-03-02T12:00:00.000Z',
      timeZone: 'Europe/Madrid',
      rules: 'YES if it has more goals after 90 minutes.',
      isStale: false,
      source: 'https://league.example/final',
      backupSource: 'https://news.example/final',
      threshold: 'Goals, as the league has them.',
      ifTied: 'NO.',
      ifPostponed: 'Void after 7 days.',
      ifCancelled: 'Void.',
      isLive: false,
      byPrices: false,
      leftOpen: ['disagree'],
      clarifications: [],
      rulesHash: '0'.repeat(64),
      factAt: null,
      challengeUntil: null,
      voidReason: null,
      pays: null,
      maker: { cap: 1_000, shares: -40, ifYes: -12.5, ifNo: 27.5 },
      moves: [
        { move: 'approve', state: 'OPEN', at: '2026-03-02T12:00:00.000Z', by: 'EDITOR', people: 1, reason: null },
      ],
      undone: null,
      corrections: [],
      evidence: [],
    },
  ],
};

/** What colleagues said of it. */
export const RULING: RulingWire = {
  id: '7',
  kind: 'clarify',
  said: 'A match that is stopped after 80 minutes counts as played.',
  at: '2026-03-03T12:00:00.000Z',
  slug: 'cup-final',
  title: 'Does the home side win?',
};

/** What a stranger writes under an event. */
export const SLY_COMMENT: CommentWire = {
  id: '0190a000-0000-7000-8000-000000000009',
  state: 'SHOWN',
  name: '<b>Eve</b>',
  text: '</script><img src=x onerror=alert(1)> https://elsewhere.example',
  holds: [],
  likes: 0,
  liked: false,
  own: false,
  pinned: false,
  at: '2026-03-02T12:00:00.000Z',
  editedAt: null,
  editUntil: null,
  replies: [],
  replyCount: 0,
};
