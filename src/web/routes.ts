import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import { LEGAL_DOCUMENTS } from '#domain/privacy/documents.ts';
import { DESKS, type DeskRow } from '#protocol/office/desks.ts';
import { BLOG_PAGES } from './help/blog-pages.ts';
import { HELP_PAGES } from './help/pages.ts';
import {
  auth,
  CASHIER,
  dashboard,
  events,
  EVENT_TEXTS,
  group,
  type PageRow,
  plain,
  SECTION_TEXTS,
  SETTINGS_SECTIONS,
} from './page-rows.ts';

export const PAGES: readonly PageRow[] = [
  {
    id: 'landing',
    path: '',
    file: 'pages/landing.tsx',
    site: 'main',
    namespaces: ['common', 'seo', 'landing'],
    nav: [],
  },
  {
    id: 'trading-demo',
    path: 'trading/demo',
    file: 'pages/trading.tsx',
    site: 'main',
    namespaces: ['common', 'seo', 'trading', 'rounds', 'later', 'terms', 'errors'],
    nav: ['main', 'bottom', 'footer'],
    demo: true,
  },
  {
    id: 'trading',
    path: 'trading',
    file: 'pages/trading.tsx',
    site: 'main',
    namespaces: [
      'common',
      'seo',
      'trading',
      'rounds',
      'later',
      'terms',
      'errors',
      'account',
      'notifications',
      'limits',
    ],
    nav: [],
    noindex: true,
    signedIn: true,
    traders: true,
  },
  events('events', 'events', { file: 'list', more: ['alerts', 'errors'] }),
  events('events-demo', 'events/demo', { file: 'list', more: ['alerts', 'errors'] }),
  events('calibration', 'events/calibration', { file: 'calibration', more: ['calibration'] }),
  events('event', 'events/:slug', { file: 'event', more: EVENT_TEXTS }),
  events('event-demo', 'events/:slug/demo', { file: 'event', more: EVENT_TEXTS }),
  plain('rulings', ['events', 'rulings'], { nav: [], site: 'events', file: 'pages/events/rulings.tsx' }),
  group('crypto', 'crypto'),
  group('forex', 'forex'),
  group('commodities', 'comms'),
  group('stocks', 'stocks'),
  {
    id: 'history-demo',
    path: 'trading-history/demo',
    file: 'pages/trading-history.tsx',
    site: 'main',
    namespaces: ['common', 'seo', 'history', 'trading', 'errors', 'kit'],
    nav: ['bottom', 'footer'],
    demo: true,
    noindex: true,
  },
  plain('feeds', ['trading', 'pages', 'feeds'], { nav: ['footer'], file: 'pages/feed-health.tsx' }),
  plain('assets', ['assets'], { nav: ['bottom', 'footer'] }),
  plain('market-hours', ['hours'], { nav: ['footer'] }),
  // Linked from the lines of the footer.
  plain('withdrawal-times', ['times'], { nav: [] }),
  plain('verify', ['verify'], { nav: ['main', 'footer'] }),
  {
    id: 'checked-result-demo',
    path: 'trading-history/receipt/demo',
    file: 'pages/receipt-demo.tsx',
    site: 'main',
    namespaces: ['common', 'seo', 'verify', 'trading', 'errors', 'terms'],
    nav: [],
    demo: true,
    noindex: true,
  },
  {
    id: 'checked-round',
    path: 'round-result',
    file: 'pages/round-result.tsx',
    site: 'main',
    namespaces: ['common', 'seo', 'verify', 'terms'],
    nav: [],
    noindex: true,
  },
  {
    id: 'ticks',
    path: 'tick-history',
    file: 'pages/ticks.tsx',
    site: 'main',
    namespaces: ['common', 'seo', 'ticks', 'trading', 'errors'],
    nav: ['footer'],
  },
  {
    ...dashboard('account', { path: 'account', file: 'account', more: ['history', 'trading'] }),
    nav: ['side', 'bottom'],
  },
  {
    ...dashboard('history', { path: 'trading-history', file: 'history', more: ['history', 'trading'] }),
    nav: ['side'],
    traders: true,
  },
  {
    ...dashboard('portfolio', { path: 'portfolio', file: 'portfolio', more: ['events', 'rounds', 'terms'] }),
    nav: ['side'],
    traders: true,
  },
  {
    ...dashboard('checked-result', { path: 'trading-history/receipt', file: 'receipt', more: ['verify', 'terms'] }),
    traders: true,
  },
  { ...dashboard('cashier', { path: 'cashier', file: 'cashier', more: ['cashier'] }), nav: ['side'], traders: true },
  ...CASHIER.map((section) => ({
    ...dashboard(section.id, {
      path: section.id,
      file: section.id,
      more: ['cashier', ...('more' in section ? [section.more] : [])],
    }),
    // The others are reached from the tabs.
    nav: 'side' in section ? (['side'] as const) : [],
    traders: true as const,
  })),
  { ...dashboard('notifications', { path: 'notifications', file: 'notifications' }), nav: ['side'] },
  {
    ...dashboard('verification', { path: 'verification', file: 'verification', more: ['verification', 'errors'] }),
    nav: ['side'],
    traders: true,
  },
  { ...dashboard('settings', { path: 'settings', file: 'settings' }), nav: ['side'] },
  ...SETTINGS_SECTIONS.map((section) => ({
    ...dashboard(`settings-${section}`, {
      path: `settings/${section}`,
      file: `settings-${section}`,
      more: SECTION_TEXTS[section],
    }),
    ...(section === 'limits' ? ({ traders: true } as const) : {}),
  })),
  auth('login', 'login', 'open'),
  auth('register', 'register', 'open'),
  auth('forgot', 'forgot-password', 'open'),
  auth('reset', 'reset-password', 'target'),
  auth('activate', 'activate', 'target'),
  auth('social', 'social', 'target'),
  plain('about', ['pages'], { nav: ['main', 'footer'] }),
  ...HELP_PAGES,
  ...BLOG_PAGES,
  ...LEGAL_DOCUMENTS.map((id): PageRow => ({
    id,
    path: id,
    file: `pages/legal/${id}.tsx`,
    site: 'main',
    namespaces: ['common', 'seo', 'legal'],
    nav: ['footer'],
  })),
  ...(['confirm-email', 'keep-account', 'account-closing'] as const).map((id): PageRow => ({
    id,
    path: id,
    file: `pages/privacy/${id}.tsx`,
    site: 'main',
    namespaces: ['common', 'seo', 'privacy', 'errors'],
    nav: [],
    noindex: true,
  })),
  plain('check-sender', ['senders'], { nav: ['footer'], file: 'pages/help/check-sender.tsx' }),
  plain('unsubscribe', ['notifications'], { nav: [], noindex: true }),
  plain('phone', ['verification', 'errors', 'kit'], { nav: [], noindex: true }),
  {
    id: 'dev-ui',
    path: 'dev/ui',
    file: 'pages/dev-ui.tsx',
    site: 'main',
    namespaces: ['common', 'seo', 'pages', 'trading', 'kit'],
    nav: [],
    noindex: true,
  },
];

/** The back office: in English alone, without a language in its path, and on its own host where it has one. */
export const OFFICE_PAGE: PageRow = {
  id: 'office',
  path: 'office',
  file: 'pages/office/frame.tsx',
  site: 'admin',
  namespaces: ['common', 'seo', 'kit', 'account', 'settings', 'errors'],
  nav: [],
  noindex: true,
  signedIn: true,
};

const DESK_FILES = 'pages/office/desks';
/** A desk is drawn by its own files where its row names some. */
const deskEntries = ({ id, screen, recordScreen }: DeskRow): RouteConfigEntry[] => [
  ...(screen === undefined ? [] : [{ id: `office-${id}`, path: id, file: `${DESK_FILES}/${screen}` }]),
  ...(recordScreen === undefined
    ? []
    : [{ id: `office-${id}-record`, path: `${id}/:record`, file: `${DESK_FILES}/${recordScreen}` }]),
];

const entries = (pages: readonly PageRow[]): RouteConfigEntry[] =>
  pages.map((page) =>
    page.path === ''
      ? { id: page.id, index: true, file: page.file }
      : { id: page.id, path: page.path, file: page.file },
  );
const inFrame = (page: PageRow) => page.site === 'dashboard';

export default [
  { id: 'start', index: true, file: 'pages/start.tsx' },
  { id: 'sitemap', path: 'sitemap.xml', file: 'pages/sitemap.tsx' },
  { id: 'robots', path: 'robots.txt', file: 'pages/robots.ts' },
  { id: 'manifest', path: 'manifest.webmanifest', file: 'pages/manifest.ts' },
  { id: 'offline-worker', path: 'offline-worker.js', file: 'pages/offline-worker.ts' },
  {
    id: OFFICE_PAGE.id,
    path: OFFICE_PAGE.path,
    file: OFFICE_PAGE.file,
    children: [
      { id: 'office-home', index: true, file: 'pages/office/home.tsx' },
      ...DESKS.flatMap(deskEntries),
      { id: 'office-desk', path: ':desk', file: 'pages/office/desk.tsx' },
      { id: 'office-record', path: ':desk/:record', file: 'pages/office/record.tsx' },
    ],
  },
  {
    id: 'locale',
    path: ':locale',
    file: 'locale-layout.tsx',
    children: [
      { id: 'sitemap-language', path: 'sitemap.xml', file: 'pages/sitemap.tsx' },
      { id: 'blog-feed', path: 'blog/rss.xml', file: 'pages/blog/rss.ts' },
      { id: 'events-feed', path: 'events/rss.xml', file: 'pages/events/rss.ts' },
      { id: 'help-texts', path: 'help/articles.json', file: 'pages/help/articles.ts' },
      ...entries(PAGES.filter((page) => !inFrame(page))),
      { id: 'dashboard', file: 'pages/dashboard/frame.tsx', children: entries(PAGES.filter(inFrame)) },
      { id: 'not-found', path: '*', file: 'pages/not-found.tsx' },
    ],
  },
] satisfies RouteConfig;
