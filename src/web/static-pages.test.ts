import { gzipSync } from 'node:zlib';
import { createRequestHandler } from 'react-router';
import type { AppLoadContext, ServerBuild } from 'react-router';
import sharp from 'sharp';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_DOCUMENTS } from '#domain/privacy/documents.ts';
import type { WithdrawalTimesWire } from '#protocol/cashier/times.ts';
import type { PageCall } from '#protocol/pages/page-context.ts';
import { POST } from '#tests/content-wire.ts';
import { CUP } from '#tests/event-wire.ts';
import { LOCALES, LOCALE_FACTS } from './i18n/locales.ts';
import { PAGES } from './routes.ts';
import type { PageId } from './page-rows.ts';
import { pathOf } from './site.ts';
import { BOARD, PAGE_ANSWERS } from '#tests/page-answers.ts';
import { structuredData } from '#tests/structured-data.ts';

const [main, BRAND] = ['http://tikvo.example', 'Other House'];
const STATIC = [
  'landing',
  'crypto',
  'forex',
  'commodities',
  'stocks',
  'about',
  'assets',
  'market-hours',
  'withdrawal-times',
  'status',
  'help',
  'faq',
  'help-withdrawals',
  'blog',
  'news',
  'events',
  'events-demo',
  'rulings',
  'calibration',
  ...LEGAL_DOCUMENTS,
] as const;
const placesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, at = '']) => at);
/** As sent, compressed. */
const BUDGET_BYTES = 4 * 1024;
const LANDING_BUDGET_BYTES = 7 * 1024;

let withdrawals: WithdrawalTimesWire | null = null;
let vite: ViteDevServer;
let handle: (path: string, headers?: Record<string, string>, engineUp?: boolean) => Promise<Response>;

beforeAll(async () => {
  vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    logLevel: 'error',
  });
  const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
  const handler = createRequestHandler(build, 'production');
  handle = (path, headers = {}, engineUp = true) =>
    handler(new Request(`${main}${path}`, { headers }), {
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
        brand: BRAND,
      },
      nonce: 'n0nce',
      acceptLanguage: headers['accept-language'] ?? '',
      withdrawals,
      board: () => (engineUp ? Promise.resolve(BOARD) : Promise.reject(new Error('starting'))),
      read: ((name: PageCall) =>
        engineUp
          ? Promise.resolve(PAGE_ANSWERS[name])
          : Promise.reject(new Error('starting'))) as AppLoadContext['read'],
    });
}, 120_000);
afterAll(async () => {
  await vite.close();
});

interface Drawn {
  readonly status: number;
  readonly location: string | null;
  readonly html: string;
}
const drawn = new Map<string, Promise<Drawn>>();

/** A page as who has an account sees it, drawn once for the tests that look at every page. */
function everyPage(id: PageId): Promise<Drawn> {
  const draw = async (): Promise<Drawn> => {
    const answer = await handle(pathOf(id, 'en'), { cookie: 'tikvo.known=1' });
    return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
  };
  const page = drawn.get(id) ?? draw();
  drawn.set(id, page);
  return page;
}

const scriptsOf = (html: string) => [...html.matchAll(/<script((?![^>]*ld\+json)[^>]*)>([\s\S]*?)<\/script>/g)];

describe('pages without framework code', () => {
  it.each(STATIC)('%s carries only small inline scripts, each with the nonce', async (id) => {
    const html = await (await handle(pathOf(id, 'en'))).text();
    const scripts = scriptsOf(html);
    expect(scripts.length).toBeGreaterThanOrEqual(1);
    expect(scripts.length).toBeLessThanOrEqual(4);
    for (const [, attributes] of scripts) {
      expect(attributes).toContain('nonce="n0nce"');
      expect(attributes).not.toContain('src=');
    }
    expect(html).not.toContain('modulepreload');
    const code = scripts.map(([, , one]) => one ?? '').join('\n');
    expect(gzipSync(code).length).toBeLessThanOrEqual(id === 'landing' ? LANDING_BUDGET_BYTES : BUDGET_BYTES);
  });

  it('is not true of the trading page, so the count above can fail', async () => {
    const html = await (await handle(pathOf('trading-demo', 'en'))).text();
    expect(scriptsOf(html).length).toBeGreaterThan(4);
  });

  it.each(LOCALES)('stands in %s with its language, direction, canonical and alternates', async (locale) => {
    const facts = LOCALE_FACTS[locale];
    const html = await (await handle(`/${locale}`)).text();
    expect(html).toContain(`<html lang="${facts.lang}" dir="${facts.dir}"`);
    expect(html).toContain(`<link rel="canonical" href="${main}/${locale}"/>`);
    for (const other of LOCALES) {
      expect(html).toContain(`hrefLang="${LOCALE_FACTS[other].lang}" href="${main}/${other}"`);
    }
    expect(html).toContain(`hrefLang="x-default" href="${main}/en"`);
    expect(html.match(/<h1/g)?.length).toBe(1);
    expect(html).toContain('<footer');
    expect(html).not.toMatch(/\b(?:common|landing|seo):[a-z]/);
  });

  it('names a picture for links to it that is there and as large as it says', async () => {
    const html = await (await handle('/ar/help')).text();
    const said = (name: string) =>
      new RegExp(`<meta property="og:image${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
    const { width, height, format } = await sharp(`src/web/public${said('').slice(main.length)}`).metadata();
    expect([String(width), String(height), format]).toEqual([said(':width'), said(':height'), 'png']);
  });

  it('has a title and a description of its own on every page', async () => {
    const heads = await Promise.all(
      PAGES.map(async (page) => {
        const { location, html } = await everyPage(page.id);
        // The settings lead to their first section.
        if (location?.startsWith(`${pathOf(page.id, 'en')}/`) === true) return page.id;
        return /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? `none: ${page.id} ${html.slice(0, 200)}`;
      }),
    );
    expect(new Set(heads).size).toBe(PAGES.length);
    expect(heads.filter((head) => head.startsWith('none'))).toEqual([]);
  });

  it('has the chance of an event in its title and description, its own address, and what search engines read of it', async () => {
    const html = await (await handle('/de/events/cup-final')).text();
    expect(html).toContain(`<title>48\u00a0% · Final of the Cup · ${BRAND}</title>`);
    expect(html).toContain('<meta name="description" content="Chance für Ja: 48\u00a0%. At home on Sunday.');
    expect(html).toContain(`<link rel="canonical" href="${main}/de/events/cup-final"/>`);
    expect(html).toContain(`hrefLang="ja" href="${main}/jp/events/cup-final"`);
    expect(html).toContain(`<meta property="og:image" content="${main}/embed/cup-final/picture.png?lang=de"/>`);
    // What a stranger wrote is text, also among the data that the page is woken with.
    expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; https://elsewhere.example');
    expect(html).not.toMatch(/<img src=x|href="https:\/\/elsewhere.example/);
    const demo = await (await handle('/en/events/cup-final/demo')).text();
    expect(demo).toContain('<meta name="robots" content="noindex"/>');
  });

  it('draws a post with its own head, the card of a pair that has prices, and what search engines read of it', async () => {
    const html = await (await handle('/sv/blog/seals')).text();
    expect(html).toContain(`<title>Seals &amp; &lt;receipts&gt; · ${BRAND}</title>`);
    // It is not written in Swedish: the original is the English one, and only what there is stands as another language.
    expect(html).toContain(`<link rel="canonical" href="${main}/en/blog/seals"/>`);
    const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([\w-]+)" href="[^"]*\/blog\/seals"/g)];
    expect(alternates.map(([, lang]) => lang)).toEqual(['en', 'de', 'x-default']);
    expect(html).toContain('På engelska');
    expect(html).toContain('<h2 id="part-1">Before</h2>');
    expect([...html.matchAll(/data-live-pair="([^"]+)"/g)].map(([, pair]) => pair)).toEqual(['BTC-USD']);
    const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(data).toContain(`"headline":"${POST.title.replaceAll('<', '\\u003c')}"`);
    expect(data).not.toContain('<');
    expect(html).not.toContain('modulepreload');
  });

  it('has the posts of a language as a feed, searched by a form, and in the map for search engines in the languages they are written in', async () => {
    const feed = await handle('/de/blog/rss.xml');
    expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await feed.text();
    expect(xml).toContain('<language>de</language>');
    expect(xml).toContain(`<link>${main}/de/blog/seals</link>`);
    expect(xml).toContain('<guid isPermaLink="false">0199</guid>');
    expect(xml).toContain('<title>Seals &amp; &lt;receipts&gt;</title>');
    expect(xml).toContain('<pubDate>Sun, 01 Mar 2026 12:00:00 GMT</pubDate>');
    const map = await (await handle('/de/sitemap.xml')).text();
    expect(placesIn(map).filter((at) => at.includes('/blog'))).toEqual([`${main}/de/blog`, `${main}/de/blog/seals`]);
    const found = await (await handle('/de/blog?q=Siegel')).text();
    expect(found).toMatch(/name="robots" content="noindex".*name="q"[^>]*value="Siegel".*1 Beitrag/s);
  });

  it('has new events as a feed, whose items stay the same where their address changes', async () => {
    const xml = await (await handle('/sv/events/rss.xml')).text();
    expect(xml).toContain('<language>sv</language>');
    expect(xml).toContain(`<link>${main}/sv/events/cup-final</link>`);
    expect(xml).toContain(`<guid isPermaLink="false">${CUP.id}</guid>`);
    expect(xml).toContain('<category>sports</category><category>cup</category>');
    const html = await (await handle('/sv/events')).text();
    expect(html).toContain(`type="application/rss+xml" title="Händelser" href="${main}/sv/events/rss.xml"`);
  });

  it.each([
    ['/en/faq', 'FAQPage BreadcrumbList'],
    ['/de/help/withdrawals', 'Article BreadcrumbList'],
    ['/en/blog/seals', 'Article BreadcrumbList'],
    ['/en/events/cup-final', 'Event BreadcrumbList'],
  ])('says of %s what the schema wants of %s', async (path, types) => {
    expect(structuredData(await (await handle(path)).text())).toEqual({ types, lacks: [] });
  });

  it('lists events by what the address says, and says so where the server cannot', async () => {
    const html = await (await handle('/en/events?sort=closing&category=sports')).text();
    expect(html).toContain('href="/en/events/cup-final?market=b1&amp;side=YES"');
    expect(html).toContain('href="/en/events?sort=closing&amp;category=tech"');
    const down = await (await handle('/en/events?show=ended', {}, false)).text();
    expect(down).toContain('We can’t show the events right now');
    expect(down).toContain('href="/en/events?show=ended"');
  });

  it.each(LOCALES)('shows every legal document in %s, and asks for cookies over the page', async (locale) => {
    for (const id of LEGAL_DOCUMENTS) {
      const html = await (await handle(pathOf(id, locale))).text();
      expect(html.match(/<h2/g)?.length, id).toBeGreaterThanOrEqual(5);
      expect(html, id).not.toMatch(/\b(?:common|legal|seo):[a-z]|>(?:terms|privacy|risk)\.\d/);
      for (const choice of ['all', 'needed']) expect(html).toContain(`data-consent-choice="${choice}"`);
    }
  });

  it('shows the events that a post names, each as its card', async () => {
    const html = await (await handle(pathOf('blog-post', 'de', { slug: 'seals' }))).text();
    expect(html).toMatch(/data-event="cup-final"[\s\S]*href="\/de\/events\/cup-final"/);
  });

  it('shows what others report as their plain text, with links that tell them nothing', async () => {
    const html = await (await handle(pathOf('news', 'de'))).text();
    expect(html).toContain('Coin &lt;b&gt;rises&lt;/b&gt;');
    expect(html).toMatch(/<a href="https:\/\/wire\.example\/a" target="_blank" rel="noopener noreferrer nofollow"/);
    expect(html).toContain('href="/de/trading/demo?pair=BTC-USD"');
    expect(html).toContain('>Desk<');
  });

  it('leads to the choice of cookies from the footer of every page, and from the menu where a small window has no footer', async () => {
    const without: string[] = [];
    // The checker of receipts is a file of its own that knows no cookie and asks for none.
    for (const { id } of PAGES.filter((page) => page.id !== 'verify')) {
      const { status, html } = await everyPage(id);
      if (status === 302) continue;
      const footer = /<footer[^>]*>[\s\S]*<\/footer>/.exec(html)?.[0] ?? '';
      const menu = footer.includes('max-lg:hidden') ? (/<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? '') : footer;
      for (const place of [footer, menu]) if (!place.includes('data-consent-open')) without.push(id);
    }
    expect(without).toEqual([]);
  });

  it('stands while the engine is not up', async () => {
    const answer = await handle('/en', {}, false);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Call the next move.');
  });

  it('says how quick withdrawals were in place of the goal, and plainly that there were none', async () => {
    const quick = { count: 60, sent: 59, paid: 50, underMinute: 59, share: 0.983, medianMs: 4_100, p95Ms: 185_000 };
    const coin = { ...quick, paidMedianMs: 59_001, paidP95Ms: 7_200_001 };
    const at = { from: '2026-03-01T12:00:00.000Z', to: '2026-03-02T12:00:00.000Z' };
    withdrawals = { ...at, ...coin, coins: [{ coin: 'USDT', network: 'Ethereum', ...coin }] };
    const html = await (await handle('/en/withdrawal-times')).text();
    for (const said of ['98.3%', '59 of 60', '5 sec', '4 min', '1 min', 'Ethereum']) expect(html).toContain(said);
    expect(await (await handle('/en/about')).text()).toContain('98.3% of withdrawals are processed instantly');
    const money = /<section id="money"[\s\S]*?<\/section>/.exec(await (await handle('/en')).text())?.[0];
    expect(money).toContain('98.3% of withdrawals are processed instantly');
    expect(money).toContain('href="/en/withdrawal-times"');
    withdrawals = { ...at, ...coin, count: 0, share: null, medianMs: null, p95Ms: null, coins: [] };
    expect(await (await handle('/en/withdrawal-times')).text()).toContain('No withdrawals in the last 24 hours');
    withdrawals = null;
    expect(await (await handle('/en/about')).text()).toContain('Goal: 95% of withdrawals in under 1 minute.');
  });

  it('says of every part whether it works, never more than it did, and what was out', async () => {
    const html = await (await handle('/en/status')).text();
    expect(html).toContain('1 part is down');
    // 99.9987 % is not all of it, nor is it rounded up.
    for (const said of ['99.99% since Mar 1, 2026', 'Rounds are paused.', '40 ms', 'Of 60 in the last 24 hours'])
      expect(html).toContain(said);
    expect(html).toMatch(/Mar 1, 2026, 12:00.PM.? UTC, for .?5.min/u);
    expect(html.match(/Website and accounts/g)).toHaveLength(1);
    expect(await (await handle('/en/status', {}, false)).text()).toContain('We can’t show this right now');
  });

  it('shows the price, its change with a true minus, and what kind it is', async () => {
    const html = await (await handle('/en/crypto')).text();
    expect(html).toContain('64,218.40');
    expect(html).toContain('\u22121.25%');
    expect(html).toContain('Recorded prices');
    expect(html).toContain('/en/trading/demo?pair=BTC-USD');
  });
});

describe('pages for signed-in people', () => {
  it.each([
    ['trading', 'origin'],
    ['history', 'dashboard'],
    ['settings-security', 'dashboard'],
  ] as const)('%s leads a visitor to sign-in and back', async (id, host) => {
    const answer = await handle(`${pathOf(id, 'de')}?pair=ETH-USD`);
    expect(answer.status).toBe(302);
    const to = new URL(answer.headers.get('location') ?? '', main);
    expect(to.pathname).toBe('/de/auth/login');
    expect(Object.fromEntries(to.searchParams)).toEqual({
      tab: 'login',
      redirect: `${pathOf(id, 'de')}?pair=ETH-USD`,
      host,
    });
  });

  it.each(['trading', 'history'] as const)('%s stands where somebody signed in', async (id) => {
    expect((await handle(pathOf(id, 'en'), { cookie: 'a=b; tikvo.known=1' })).status).toBe(200);
  });
});

describe('addresses', () => {
  it.each([
    [{ cookie: 'i18next=ar', 'accept-language': 'de' }, '/ar'],
    [{ 'accept-language': 'zh-CN,zh;q=0.9' }, '/ch'],
    [{}, '/en'],
  ])('/ with %o leads to %s', async (headers, to) => {
    const answer = await handle('/?utm_source=x', headers as Record<string, string>);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`${to}?utm_source=x`);
  });

  it.each(['/xx', '/en/nothing', '/de/trading/nothing', '/xx/trading', '/nothing/at/all'])(
    '%s is a real 404 page',
    async (path) => {
      const answer = await handle(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toMatch(/<h1/);
    },
  );

  it.each([
    ['/trading', '/de/trading'],
    ['/trading/demo?pair=ETH-USD', '/de/trading/demo?pair=ETH-USD'],
    ['/crypto', '/de/crypto'],
    ['/about', '/de/about'],
    ['/demo', '/de/trading/demo'],
    ['/en/demo', '/en/trading/demo'],
  ])('%s leads to %s', async (path, to) => {
    const answer = await handle(path, { 'accept-language': 'de' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(to);
  });

  it('is kept on a phone under the name of the house', async () => {
    const manifest = await (await handle('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({ name: BRAND, short_name: BRAND, start_url: '/', lang: 'en' });
    const german = await (await handle('/manifest.webmanifest', { 'accept-language': 'de' })).json();
    expect(german).toMatchObject({ lang: 'de', shortcuts: [{ url: '/de/trading' }, { url: '/de/events' }, {}, {}] });
  });

  it('tells robots where the sitemap is', async () => {
    expect(await (await handle('/robots.txt')).text()).toContain(`Sitemap: ${main}/sitemap.xml`);
  });

  it('has a worker that answers navigations only, in every language, and keeps nothing', async () => {
    const script = await (await handle('/offline-worker.js')).text();
    for (const locale of LOCALES) expect(script).toContain(`"${locale}":{"lang":"${LOCALE_FACTS[locale].lang}"`);
    for (const said of ["request.mode !== 'navigate'", 'The back office needs']) expect(script).toContain(said);
    expect(script).not.toMatch(/caches|undefined,/);
  });

  it('lists every public page in the map of each language, and the maps in the sitemap', async () => {
    const maps = placesIn(await (await handle('/sitemap.xml')).text());
    expect(maps).toEqual(LOCALES.map((locale) => `${main}/${locale}/sitemap.xml`));
    // Of the events, the one that is listed; of the posts too, in the languages it is written in.
    const everywhere = PAGES.filter((page) => page.noindex !== true).length - 1;
    for (const locale of LOCALES) {
      const xml = await (await handle(`/${locale}/sitemap.xml`)).text();
      expect(placesIn(xml).length, locale).toBe(everywhere + Number(POST.languages.includes(locale as 'en')));
      expect(placesIn(xml)).toContain(`${main}/${locale}/events/cup-final`);
      expect(xml).toContain(`hreflang="uk" href="${main}/uk/events/cup-final"`);
      expect(xml).not.toMatch(/:slug|trading-history/);
    }
  });
});
