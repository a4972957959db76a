import type { EventWire } from '#protocol/events/events.ts';

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
      rulesHash: '0'.repeat(64),
      factAt: null,
      challengeUntil: null,
      voidReason: null,
      pays: null,
      moves: [
        { move: 'approve', state: 'OPEN', at: '2026-03-02T12:00:00.000Z', by: 'EDITOR', people: 1, reason: null },
      ],
      evidence: [],
    },
  ],
};
