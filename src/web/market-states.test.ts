import { createRequestHandler } from 'react-router';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PairWire } from '#protocol/trading.ts';
import { BITCOIN } from '#tests/sockets/pair-wire.ts';

const ONLINE = BITCOIN;
const OFFLINE: PairWire = { ...ONLINE, status: 'offline', isEnabledPair: false };
const NO_PRICE: Partial<PairWire> = {
  price: null,
  priceTime: null,
  change24h: null,
  high24h: null,
  low24h: null,
  spark: [],
};

let vite: ViteDevServer;
let build: ServerBuild;

beforeAll(async () => {
  vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    logLevel: 'error',
  });
  build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}, 120_000);
afterAll(async () => {
  await vite.close();
});

/** A page as a visitor gets it, with these pairs of one group. */
async function htmlOf(path: string, pairs: readonly PairWire[], group = 'crypto'): Promise<string> {
  const main = 'http://tikvo.example';
  const answer = await createRequestHandler(build, 'production')(new Request(`${main}${path}`), {
    config: {
      origins: { main, auth: main, dashboard: main, events: main, admin: main, files: main },
      apiHost: main,
      messagingBot: null,
      official: { mail: 'post@house.example', handles: [] },
      mode: 'sandbox',
      waits: 'normal',
      spans: { hold: 86_400_000, closing: 1_209_600_000 },
      most: { apiKeys: 20 },
      keepsMails: false,
      brand: 'Tikvo',
    },
    withdrawals: null,
    read: () => Promise.resolve(null),
    nonce: 'n0nce',
    acceptLanguage: '',
    board: () => Promise.resolve({ crypto: [], forex: [], comms: [], stocks: [], [group]: pairs }),
  });
  return answer.text();
}

const words = (html: string, part: RegExp) =>
  (part.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** What the trading screen says of a pair: over its chart, and in its ticket. */
async function screenOf(pair: PairWire): Promise<{ readonly chart: string; readonly ticket: string }> {
  const html = await htmlOf('/en/trading/demo', [pair]);
  return {
    chart: words(html, /<figure[\s\S]*?<\/figure>/),
    ticket: words(html, /<section aria-label="Prediction ticket"[\s\S]*?<\/section>/),
  };
}

describe('a pair without prices says why, over its chart and in its ticket', () => {
  it.each<[string, Partial<PairWire>, { chart: string; ticket: string }]>([
    [
      'closed',
      { status: 'closed', reason: 'closed', nextOpen: '2026-11-24T14:30:00.000Z' },
      { chart: 'Market closed', ticket: 'Closed until Tue, Nov 24' },
    ],
    [
      'closed for good',
      { status: 'closed', reason: 'closed', nextOpen: null },
      { chart: 'Opening time not known yet', ticket: 'Market closed' },
    ],
    [
      'before its first price',
      { ...NO_PRICE, reason: 'starting' },
      { chart: 'Waiting for the first price', ticket: 'Waiting for the first price' },
    ],
    [
      'without a recording',
      { ...NO_PRICE, reason: 'no_file' },
      { chart: 'No recorded prices', ticket: 'No recorded prices' },
    ],
    ['with stale sources', { reason: 'stale' }, { chart: 'No fresh price', ticket: 'No fresh price' }],
    [
      'with sources that disagree',
      { reason: 'disagreement' },
      { chart: 'Sources disagree', ticket: 'Sources disagree' },
    ],
    ['with too few sources', { reason: 'quorum' }, { chart: 'Too few sources', ticket: 'Too few sources' }],
  ])('%s', async (_name, part, said) => {
    const { chart, ticket } = await screenOf({ ...OFFLINE, ...part });
    expect(chart).toContain(said.chart);
    expect(ticket).toContain(said.ticket);
  });

  it('and one with prices says nothing of the kind', async () => {
    const { chart, ticket } = await screenOf(ONLINE);
    expect(chart).not.toMatch(/closed|price yet|Waiting for|paused/);
    expect(ticket).toMatch(/Up Returns \$/);
    expect(ticket).not.toContain('sources');
  });
});

it('a ticket says the smaller largest stake and why while prices come from fewer sources', async () => {
  const { ticket } = await screenOf({ ...ONLINE, maxStake: 5_000, degraded: true });
  expect(ticket).toContain('$1 – $5,000');
  expect(ticket).toContain('Up to $5,000 for now: fewer price sources than usual.');
});

describe('live prices are said to come where they do', () => {
  const live = { market: 'stocks', feed: { ...ONLINE.feed, kind: 'live' } } as const;
  const closed: PairWire = { ...OFFLINE, ...NO_PRICE, ...live, status: 'closed', reason: 'closed' };
  const opens = (ms: number) => ({ nextOpen: new Date(Date.now() + ms).toISOString() });

  it('not by a list of markets that are all closed, nor by the screen of one: they say when it opens', async () => {
    const list = await htmlOf(
      '/en/stocks',
      [
        { ...closed, ...opens(90_030_000) },
        { ...closed, ...opens(7_230_000) },
      ],
      'stocks',
    );
    expect(list).not.toContain('Live prices');
    expect(words(list, /<p class="flex flex-wrap[\s\S]*?<\/p>/)).toMatch(/Market closed .*Opens in 2 h/);
    const screen = await htmlOf('/en/trading/demo', [{ ...closed, ...opens(7_230_000) }]);
    expect(words(screen, /<button[^>]* data-feed-mark[\s\S]*?<\/button>/)).toContain('Market closed');
  });

  it('nor where they should come and do not: the list says so, and the screen for how long', async () => {
    const away: PairWire = { ...OFFLINE, ...live, reason: 'stale', priceTime: Date.now() - 16_380_000 };
    const list = await htmlOf('/en/stocks', [away, { ...away, ...NO_PRICE }], 'stocks');
    expect(list).not.toContain('Live prices');
    expect(words(list, /<p class="flex flex-wrap[\s\S]*?<\/p>/)).toContain('No live prices');
    const mark = async (pair: PairWire) =>
      words(await htmlOf('/en/trading/demo', [pair]), /<button[^>]* data-feed-mark[\s\S]*?<\/button>/);
    expect(await mark(away)).toMatch(/No prices for 4 hr 3\d min/);
    expect(await mark({ ...away, ...NO_PRICE })).toContain('No live prices');
    const landing = await htmlOf('/en', [{ ...away, market: 'crypto' }]);
    expect(landing).toContain('No live prices');
    expect(landing).not.toContain('Live prices');
  });

  it('by a list with one that is open', async () => {
    const list = await htmlOf(
      '/en/stocks',
      [
        { ...closed, ...opens(7_230_000) },
        { ...ONLINE, ...live },
      ],
      'stocks',
    );
    expect(words(list, /<p class="flex flex-wrap[\s\S]*?<\/p>/)).toContain('Live prices');
    expect(words(list, /<p class="flex flex-wrap[\s\S]*?<\/p>/)).not.toContain('Opens in');
  });
});

describe('a pair that rests', () => {
  it('keeps the last price of its day where prices are read alone, and has a dash where it has none', async () => {
    const closed: PairWire = { ...ONLINE, ...NO_PRICE, status: 'closed', isEnabledPair: false };
    const rests = await htmlOf('/en/assets', [{ ...closed, spark: [64_100, 64_218.4] }]);
    expect(rests).toMatch(/data-price="">64,218\.4/);
    expect(await htmlOf('/en/assets', [closed])).toContain('data-price="">–<');
  });
});
