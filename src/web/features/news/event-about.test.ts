import { expect, it } from 'vitest';
import { eventAbout } from './event-about.ts';

const EVENTS = [
  { slug: 'rates', title: 'Rates', tags: ['usd', 'fed'], language: 'en' },
  { slug: 'coin', title: 'Coin', tags: ['Bitcoin', 'price'], language: 'en' },
  { slug: 'metal', title: 'Metal', tags: ['gold'], language: 'en' },
];

it.each([
  [['BTC-USD'], 'coin'],
  [['ETH-USD', 'XAU-USD'], 'metal'],
  [['ETH-USD'], undefined],
  // Money of a country is in many events that are about something else.
  [['GBP-USD'], undefined],
  [[], undefined],
])('%j is about %s', (pairs, slug) => {
  expect(eventAbout(pairs, EVENTS)?.slug).toBe(slug);
});
