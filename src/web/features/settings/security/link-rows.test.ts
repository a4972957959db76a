import { describe, expect, it } from 'vitest';
import { linkRows } from './link-rows.ts';

const offered = [
  { id: 'google', name: 'Google' },
  { id: 'telegram', name: 'Telegram' },
];
const linked = (provider: string) => ({ provider, linkedAt: '2026-11-20T10:00:00.000Z' });
const since = Date.UTC(2026, 10, 20, 10);

describe('the rows of linked accounts', () => {
  it.each([
    { what: 'nothing where nothing is offered or linked', offers: [], links: [], rows: [] },
    {
      what: 'what is offered, in the order of the server, with the day of the link',
      offers: offered,
      links: [linked('telegram')],
      rows: [
        { id: 'google', name: 'Google', linkedAt: null },
        { id: 'telegram', name: 'Telegram', linkedAt: since },
      ],
    },
    {
      what: 'a link to a provider that is no longer offered, by its id: it can be taken away',
      offers: offered.slice(1),
      links: [linked('google')],
      rows: [
        { id: 'telegram', name: 'Telegram', linkedAt: null },
        { id: 'google', name: 'google', linkedAt: since },
      ],
    },
  ])('are $what', ({ offers, links, rows }) => {
    expect(linkRows(offers, links)).toEqual(rows);
  });
});
