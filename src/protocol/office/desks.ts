import type { Permission } from '#domain/office/permissions.ts';

/** The entries of the side navigation, in their order. One is shown where it has a desk that the person may see. */
export const NOUNS = {
  people: 'People',
  verification: 'Verification',
  money: 'Money',
  trading: 'Trading',
  events: 'Events',
  content: 'Content',
  support: 'Support',
  risk: 'Risk',
  settings: 'Settings',
  system: 'System',
} as const;
export type Noun = keyof typeof NOUNS;

/** A desk: a place of work under a noun. */
export interface DeskRow {
  /** Also its path: `/office/people`. */
  readonly id: string;
  readonly noun: Noun;
  readonly title: string;
  readonly permission: Permission;
  /** It has charts, which stand over its list. */
  readonly charts?: true;
  /** A file in `src/web/pages/office/desks` that draws it; left out: the list that its subject gives. */
  readonly screen?: string;
  /** The kind of its records, which stand at `/office/<id>/<record>`. */
  readonly record?: string;
  /** Over its list: leads to the record `new`, on which one is begun. */
  readonly begins?: string;
  /** A file in `src/web/pages/office/desks` that draws its records; left out: the record page. */
  readonly recordScreen?: string;
}

/** Every desk. A new one is a row here and what its subject's manifest says of it (docs/how-to-add-a-desk.md). */
export const DESKS = [
  { id: 'people', noun: 'people', title: 'People', permission: 'people.read', record: 'person' },
  {
    id: 'bulk',
    noun: 'people',
    title: 'Bulk acts',
    permission: 'people.read',
    record: 'bulk act',
    begins: 'New bulk act',
  },
  { id: 'documents', noun: 'verification', title: 'Documents', permission: 'verification.read', record: 'review' },
  { id: 'cases', noun: 'verification', title: 'Cases', permission: 'verification.read', record: 'case' },
  { id: 'screenings', noun: 'verification', title: 'Screenings', permission: 'verification.read', record: 'screening' },
  {
    id: 'suspicion',
    noun: 'verification',
    title: 'Suspicious activity',
    permission: 'verification.suspect',
    record: 'report',
  },
  { id: 'withdrawals', noun: 'money', title: 'Withdrawals', permission: 'money.read', record: 'withdrawal' },
  { id: 'payouts', noun: 'money', title: 'Payout policy', permission: 'money.read', record: 'policy' },
  { id: 'wallets', noun: 'money', title: 'Wallets', permission: 'money.read', record: 'wallet' },
  { id: 'findings', noun: 'money', title: 'Deposit findings', permission: 'money.read', record: 'finding' },
  { id: 'fiat', noun: 'money', title: 'Fiat orders', permission: 'money.read', record: 'order' },
  { id: 'books', noun: 'money', title: 'Trial balance', permission: 'money.read' },
  { id: 'house', noun: 'money', title: 'House accounts', permission: 'money.read' },
  { id: 'journals', noun: 'money', title: 'Journals', permission: 'money.read', record: 'journal' },
  { id: 'accounts', noun: 'money', title: 'Accounts', permission: 'money.read', record: 'account' },
  { id: 'checks', noun: 'money', title: 'Ledger checks', permission: 'money.read' },
  { id: 'exposure', noun: 'trading', title: 'Exposure and result', permission: 'trading.read', charts: true },
  { id: 'predictions', noun: 'trading', title: 'Predictions', permission: 'people.money', record: 'prediction' },
  { id: 'pairs', noun: 'trading', title: 'Pairs and payouts', permission: 'trading.read', record: 'pair' },
  { id: 'modes', noun: 'trading', title: 'Modes', permission: 'trading.read', record: 'mode' },
  { id: 'incidents', noun: 'trading', title: 'Feed incidents', permission: 'trading.read', record: 'incident' },
  {
    id: 'corrections',
    noun: 'trading',
    title: 'Corrections',
    permission: 'trading.read',
    record: 'correction',
    begins: 'New correction',
  },
  {
    id: 'events',
    noun: 'events',
    title: 'Event markets',
    permission: 'events.read',
    record: 'market',
    begins: 'New event',
  },
  {
    id: 'series',
    noun: 'events',
    title: 'Series of events',
    permission: 'events.read',
    record: 'series',
    begins: 'New series',
  },
  { id: 'rulings', noun: 'events', title: 'Rulings', permission: 'events.read', record: 'ruling' },
  { id: 'calibration', noun: 'events', title: 'Calibration by editor', permission: 'events.read' },
  {
    id: 'market-reports',
    noun: 'events',
    title: 'Reports of markets',
    permission: 'integrity.read',
    record: 'report',
  },
  {
    id: 'surveillance',
    noun: 'events',
    title: 'Surveillance',
    permission: 'integrity.read',
    record: 'book',
    charts: true,
  },
  {
    id: 'posts',
    noun: 'content',
    title: 'Blog',
    permission: 'content.read',
    record: 'post',
    begins: 'New post',
    recordScreen: 'post.tsx',
  },
  { id: 'feeds', noun: 'content', title: 'News feeds', permission: 'content.read', record: 'feed' },
  { id: 'articles', noun: 'content', title: 'Help articles', permission: 'content.read' },
  { id: 'comments', noun: 'content', title: 'Comments', permission: 'content.read', record: 'comment' },
  { id: 'ideas', noun: 'content', title: 'Ideas', permission: 'ideas.read', record: 'idea' },
  {
    id: 'tickets',
    noun: 'support',
    title: 'Tickets',
    permission: 'support.read',
    charts: true,
    record: 'ticket',
    recordScreen: 'ticket.tsx',
  },
  { id: 'markouts', noun: 'risk', title: 'Known prices', permission: 'risk.read' },
  { id: 'links', noun: 'risk', title: 'Linked accounts', permission: 'risk.read', record: 'link' },
  { id: 'play', noun: 'risk', title: 'Safer play', permission: 'risk.read' },
  { id: 'chases', noun: 'risk', title: 'Chased losses', permission: 'risk.read' },
  { id: 'settings', noun: 'settings', title: 'Settings', permission: 'settings.read', record: 'setting' },
  { id: 'approvals', noun: 'system', title: 'Approvals', permission: 'approvals.read', record: 'request' },
  { id: 'jobs', noun: 'system', title: 'Jobs', permission: 'system.read', record: 'job' },
  { id: 'followers', noun: 'system', title: 'Followers', permission: 'system.read' },
  { id: 'mails', noun: 'system', title: 'Mails', permission: 'system.read' },
  { id: 'audit', noun: 'system', title: 'Audit log', permission: 'audit.read', record: 'entry' },
] as const satisfies readonly DeskRow[];

export type DeskId = (typeof DESKS)[number]['id'];

/** Path of a desk, or of a record at it. */
export function deskPath(desk: DeskId, record?: string): string {
  return `/office/${desk}${record === undefined ? '' : `/${encodeURIComponent(record)}`}`;
}
