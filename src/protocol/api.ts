import type { Endpoint } from './endpoint.ts';
import { API_KEYS } from './tables/api-keys.ts';
import { AUTH } from './tables/auth.ts';
import { AVATAR } from './tables/avatar.ts';
import { BLOG } from './tables/content/blog.ts';
import { NEWS } from './tables/content/news.ts';
import { CASHIER } from './tables/cashier.ts';
import { DEPOSITS } from './tables/deposits.ts';
import { CONFIG } from './tables/config.ts';
import { DOCUMENTS } from './tables/documents.ts';
import { EVENTS } from './tables/events.ts';
import { ALERTS } from './tables/content/alerts.ts';
import { CALIBRATION } from './tables/content/calibration.ts';
import { INTEGRITY } from './tables/content/integrity.ts';
import { COMMENTS } from './tables/content/comments.ts';
import { IDEAS } from './tables/content/ideas.ts';
import { HELP } from './tables/content/help.ts';
import { LIABILITIES } from './tables/content/liabilities.ts';
import { HAND_OVERS } from './tables/hand-overs.ts';
import { EXCHANGE } from './tables/exchange.ts';
import { FIAT } from './fiat/table.ts';
import { FEED } from './tables/feed.ts';
import { FACTORS } from './tables/factors.ts';
import { PRIVACY } from './tables/privacy.ts';
import { MAIL } from './tables/mail.ts';
import { NOTIFICATIONS } from './tables/notifications.ts';
import { OFFICE } from './tables/office.ts';
import { LIMITS } from './tables/limits.ts';
import { RECEIPTS } from './tables/receipts.ts';
import { SALE } from './tables/sale.ts';
import { SCHEDULED } from './tables/scheduled.ts';
import { STATUS } from './tables/content/status.ts';
import { SUPPORT } from './tables/content/support.ts';
import { TICKS } from './tables/ticks.ts';
import { TRADE } from './tables/trade.ts';
import { USER } from './tables/user.ts';

export const API_BASE = '/api/v2';

/** Every endpoint under `/api/v2`, by subject and name. */
export const API = {
  auth: AUTH,
  user: USER,
  avatar: AVATAR,
  documents: DOCUMENTS,
  handOvers: HAND_OVERS,
  factors: FACTORS,
  config: CONFIG,
  trade: TRADE,
  sale: SALE,
  scheduled: SCHEDULED,
  ticks: TICKS,
  exchange: EXCHANGE,
  feed: FEED,
  apiKeys: API_KEYS,
  receipts: RECEIPTS,
  liabilities: LIABILITIES,
  privacy: PRIVACY,
  limits: LIMITS,
  cashier: CASHIER,
  deposits: DEPOSITS,
  fiat: FIAT,
  events: EVENTS,
  support: SUPPORT,
  alerts: ALERTS,
  integrity: INTEGRITY,
  calibration: CALIBRATION,
  comments: COMMENTS,
  ideas: IDEAS,
  help: HELP,
  blog: BLOG,
  news: NEWS,
  status: STATUS,
  mail: MAIL,
  notifications: NOTIFICATIONS,
  office: OFFICE,
} as const;

export interface NamedEndpoint {
  /** `trade.place`. */
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** The tables as one list. */
export const ENDPOINTS: readonly NamedEndpoint[] = Object.entries(API).flatMap(([subject, table]) =>
  Object.entries(table as Readonly<Record<string, Endpoint>>).map(([key, endpoint]) => ({
    name: `${subject}.${key}`,
    endpoint,
  })),
);
