// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changedDays } from '../features/hours/week.ts';
import { dayWords } from '../i18n/format.ts';

const SCRIPT = readFileSync('src/web/pages/market-hours.inline.js', 'utf8');
const NOW = Date.UTC(2026, 10, 25, 17);

/** `Intl` of a browser in this zone. */
const intlIn = (timeZone: string) => ({
  DateTimeFormat: function format(tag?: string, options?: Intl.DateTimeFormatOptions) {
    return new Intl.DateTimeFormat(tag, { timeZone, ...options });
  },
});

/** The table of changed days as the script of the page leaves it with a viewer of this zone. */
function tableIn(zone: string): readonly string[] {
  const rows = changedDays(NOW, 8).map((one) => {
    const time = one.closesAt === null ? '–' : `<span data-time="${one.closesAt}"></span>`;
    return `<tr><td>${one.group}</td><td><span data-date="${one.at}"></span></td><td>${time}</td></tr>`;
  });
  document.body.innerHTML = `<div data-hours data-tag="en"><p data-lead data-local="" data-utc=""></p><table>${rows.join('')}</table></div>`;
  runInNewContext(SCRIPT, { document, Intl: intlIn(zone), Date, localStorage, setInterval: () => 0 });
  return [...document.querySelectorAll('tr')].map((row) => [...row.children].map((one) => one.textContent).join(' '));
}

describe('the table of holidays and short days', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it('names date and time of one zone, the viewer’s', () => {
    expect(tableIn('America/New_York').slice(0, 3)).toEqual([
      'stocks Thu, Nov 26 –',
      'stocks Fri, Nov 27 13:00',
      'stocks Thu, Dec 24 13:00',
    ]);
    expect(tableIn('Asia/Tokyo').slice(0, 3)).toEqual([
      'stocks Thu, Nov 26 –',
      'stocks Sat, Nov 28 03:00',
      'stocks Fri, Dec 25 03:00',
    ]);
    expect(tableIn('Australia/Lord_Howe').slice(0, 3)).toEqual([
      'stocks Fri, Nov 27 –',
      'stocks Sat, Nov 28 05:00',
      'stocks Fri, Dec 25 05:00',
    ]);
  });

  it('names the year of those of the next, as the page of the server does', () => {
    const words = dayWords('en', 'UTC');
    expect(tableIn('UTC').at(-1)).toBe('comms Fri, Jan 1, 2027 –');
    expect(tableIn('UTC').map((row) => row.replace(/^\w+ | \S+$/g, ''))).toEqual(
      changedDays(NOW, 8).map((one) => words(one.at, NOW)),
    );
  });
});
