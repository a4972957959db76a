import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PublicConfig } from '#protocol/site.ts';
import { flat } from './i18n/namespaces.ts';
import routes, { PAGES } from './routes.ts';
import { inLocale, link, pageAt, pageOf, pathOf } from './site.ts';

const main = 'https://tikvo.example';
const config: PublicConfig = {
  origins: { main, auth: main, dashboard: main, events: 'https://events.example', admin: main, files: main },
  apiHost: main,
  messagingBot: null,
  official: { mail: 'post@house.example', handles: [] },
  mode: 'sandbox',
  waits: 'normal',
  spans: { hold: 86_400_000, closing: 1_209_600_000 },
  most: { apiKeys: 20 },
  keepsMails: false,
  brand: 'Tikvo',
};

describe('the route table', () => {
  it('has a file, a title and a description for each page, and no path twice', () => {
    const seo = flat(JSON.parse(readFileSync(join(import.meta.dirname, 'i18n/locales/en/seo.json'), 'utf8')));
    expect(PAGES.length).toBeGreaterThanOrEqual(11);
    expect(new Set(PAGES.map((page) => page.path)).size).toBe(PAGES.length);
    for (const page of PAGES) {
      expect(existsSync(join(import.meta.dirname, page.file)), page.file).toBe(true);
      expect(seo[`${page.id}.title`], page.id).toBeTruthy();
      expect(seo[`${page.id}.description`], page.id).toBeTruthy();
    }
  });

  it('makes the router from the same rows', () => {
    const locale = routes.find((route) => route.id === 'locale');
    const framed = PAGES.filter((page) => page.site === 'dashboard').map((page) => page.id);
    const plain = PAGES.map((page) => page.id).filter((id) => !framed.includes(id));
    expect(locale?.children?.map((route) => route.id)).toEqual([
      'sitemap-language',
      'blog-feed',
      'events-feed',
      'help-texts',
      ...plain,
      'dashboard',
      'not-found',
    ]);
    const frame = locale?.children?.find((route) => route.id === 'dashboard');
    expect(frame?.children?.map((route) => route.id)).toEqual(framed);
    expect(framed.length).toBeGreaterThanOrEqual(5);
  });

  it('ends demo paths in demo, as the specification says', () => {
    for (const page of PAGES) expect(page.path.endsWith('demo')).toBe(page.demo === true);
  });

  it('finds a page by path in any locale, and nothing else', () => {
    for (const page of PAGES) expect(pageAt(pathOf(page.id, 'jp'))?.id).toBe(page.id);
    expect(pageAt('/en/nothing')).toBeNull();
    expect(pageOf('landing').path).toBe('');
    expect(pathOf('landing', 'en')).toBe('/en');
  });

  it('takes what is said for a part of a path, and a page that is named over one that is not', () => {
    expect(pageAt('/en/events/cup-final')?.id).toBe('event');
    expect(pageAt('/en/events/cup-final/demo')?.id).toBe('event-demo');
    expect(pageAt('/en/events/demo')?.id).toBe('events-demo');
    expect(pageAt('/en/events/cup-final/rules')).toBeNull();
    expect(pathOf('event-demo', 'jp', { slug: 'cup-final' })).toBe('/jp/events/cup-final/demo');
  });

  it('keeps the page when the language changes', () => {
    expect(inLocale('/en/trading/demo', 'ar')).toBe('/ar/trading/demo');
    expect(inLocale('/', 'ar')).toBe('/ar');
  });

  it('links relative on the main site and absolute to another', () => {
    expect(link(config, 'main', '/en')).toBe('/en');
    expect(link(config, 'auth', '/en')).toBe('/en');
    expect(link(config, 'events', '/en/events')).toBe('https://events.example/en/events');
  });
});
