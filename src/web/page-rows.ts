import type { LegalDocument } from '#domain/privacy/documents.ts';
import type { PairGroup } from '#domain/prices/pair.ts';
import type { BlogPage } from './help/blog-pages.ts';
import type { HelpPage } from './help/pages.ts';
import type { Namespace } from './i18n/namespaces.ts';
import type { SiteName } from './site.ts';

/** Where an entry stands in the navigation. */
export type NavPlace = 'main' | 'bottom' | 'footer' | 'side';

/** One page: the router, the navigation, the head of the document and the sitemap are made from these rows. */
export interface PageRow {
  readonly id: PageId;
  /** Behind the locale, without a slash; the landing is empty. `:name`: a part that is said anew each time. */
  readonly path: string;
  readonly file: string;
  readonly site: SiteName;
  readonly namespaces: readonly Namespace[];
  readonly nav: readonly NavPlace[];
  readonly group?: PairGroup;
  /** Demo prices and demo balance: the realm of the page's session. */
  readonly demo?: true;
  /** Made for a signed-in person: a visitor is led to sign-in and back. */
  readonly signedIn?: true;
  /** Of people who trade: staff has nothing here, and is told so. */
  readonly traders?: true;
  /** Not for search engines: personal, a tool, or a page that leads to another. */
  readonly noindex?: true;
}

export type PageId =
  | 'landing'
  | 'trading'
  | 'trading-demo'
  | 'crypto'
  | 'forex'
  | 'commodities'
  | 'stocks'
  | 'history'
  | 'history-demo'
  | EventsPage
  | 'account'
  | 'cashier'
  | CashierSection
  | 'notifications'
  | 'verification'
  | 'settings'
  | `settings-${SettingsSection}`
  | AuthPage
  | 'feeds'
  | 'verify'
  | 'checked-result'
  | 'checked-result-demo'
  | 'checked-round'
  | 'ticks'
  | 'assets'
  | 'market-hours'
  | 'withdrawal-times'
  | 'rulings'
  | 'about'
  | HelpPage
  | BlogPage
  | LegalDocument
  | 'confirm-email'
  | 'unsubscribe'
  | 'check-sender'
  | 'phone'
  | 'keep-account'
  | 'account-closing'
  | 'dev-ui'
  | 'portfolio'
  | 'office';

/** The list of events, and one of them, each in both realms. */
export type EventsPage = 'events' | 'events-demo' | 'event' | 'event-demo' | 'calibration';

/** Pages of the cashier, in the order of its tabs and of its first page; the side menu has those that people look for most. */
export const CASHIER = [
  { id: 'deposit', side: true, more: 'deposit' },
  { id: 'withdraw', side: true, more: 'withdraw' },
  { id: 'pay-user' },
  { id: 'address-book' },
  { id: 'wallet-history', side: true },
  { id: 'balance' },
] as const satisfies readonly { readonly id: string; readonly side?: true; readonly more?: Namespace }[];
export type CashierSection = (typeof CASHIER)[number]['id'];
export const CASHIER_SECTIONS: readonly CashierSection[] = CASHIER.map(({ id }) => id);

export const SETTINGS_SECTIONS = ['personal', 'security', 'notifications', 'limits', 'appearance'] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];
/** Texts of the parts that other subjects bring to a section. */
export const SECTION_TEXTS: Readonly<Record<SettingsSection, readonly Namespace[]>> = {
  personal: ['privacy'],
  security: ['keys'],
  notifications: [],
  limits: ['limits'],
  appearance: [],
};

export type AuthPage = 'login' | 'register' | 'forgot' | 'reset' | 'activate' | 'social';

/** Pages of the auth site. `open`: for search engines too. */
export const auth = (id: AuthPage, path: string, kind: 'open' | 'target'): PageRow => ({
  id,
  path: `auth/${path}`,
  file: `pages/auth/${id}.tsx`,
  site: 'auth',
  namespaces: ['common', 'seo', 'auth'],
  nav: [],
  ...(kind === 'open' ? {} : { noindex: true }),
});

/** Pages inside the frame of the dashboard, which stays while one goes from one to another. */
export const dashboard = (id: PageId, row: { path: string; file: string; more?: readonly Namespace[] }): PageRow => ({
  id,
  path: row.path,
  file: `pages/dashboard/${row.file}.tsx`,
  site: 'dashboard',
  // The step-up of the frame has the texts of the settings, and any page may bring it about.
  namespaces: ['common', 'seo', 'account', 'notifications', 'settings', 'kit', ...(row.more ?? [])],
  nav: [],
  noindex: true,
  signedIn: true,
});

export const group = (id: PageId, of: PairGroup): PageRow => ({
  id,
  path: id,
  file: 'pages/market-group.tsx',
  site: 'main',
  namespaces: ['common', 'seo', 'pages', 'trading'],
  nav: ['main', 'footer'],
  group: of,
});

/** Pages of the main site at an address that is called as they are. `texts`: their own. */
export const plain = (
  id: PageId,
  texts: readonly Namespace[],
  row: Partial<PageRow> & Pick<PageRow, 'nav'>,
): PageRow => ({
  id,
  path: id,
  file: `pages/${id}.tsx`,
  site: 'main',
  namespaces: ['common', 'seo', ...texts],
  ...row,
});

/** Texts of the slip, the book and one's own orders. */
export const EVENT_TEXTS: readonly Namespace[] = [
  'rounds',
  'trading',
  'terms',
  'errors',
  'account',
  'notifications',
  'limits',
  'comments',
  'alerts',
];

/** Pages of the events site. With demo money they are for the people of the demo, not for search engines. */
export const events = (id: EventsPage, path: string, row: { file: string; more?: readonly Namespace[] }): PageRow => ({
  id,
  path,
  file: `pages/events/${row.file}.tsx`,
  site: 'events',
  namespaces: ['common', 'seo', 'events', ...(row.more ?? [])],
  nav: id === 'events-demo' ? ['main', 'bottom', 'footer'] : [],
  ...(path.endsWith('demo') ? { demo: true, noindex: true } : {}),
});
