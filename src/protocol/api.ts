import type { Endpoint } from './endpoint.ts';
import { API_KEYS } from './tables/api-keys.ts';
import { AUTH } from './tables/auth.ts';
import { AVATAR } from './tables/avatar.ts';
import { CONFIG } from './tables/config.ts';
import { EXCHANGE } from './tables/exchange.ts';
import { FEED } from './tables/feed.ts';
import { FACTORS } from './tables/factors.ts';
import { PRIVACY } from './tables/privacy.ts';
import { MAIL } from './tables/mail.ts';
import { NOTIFICATIONS } from './tables/notifications.ts';
import { LIMITS } from './tables/limits.ts';
import { RECEIPTS } from './tables/receipts.ts';
import { SALE } from './tables/sale.ts';
import { SCHEDULED } from './tables/scheduled.ts';
import { TICKS } from './tables/ticks.ts';
import { TRADE } from './tables/trade.ts';
import { USER } from './tables/user.ts';

export const API_BASE = '/api/v2';

/** Every endpoint under `/api/v2`, by subject and name. */
export const API = {
  auth: AUTH,
  user: USER,
  avatar: AVATAR,
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
  privacy: PRIVACY,
  limits: LIMITS,
  mail: MAIL,
  notifications: NOTIFICATIONS,
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

export interface PlainRoute {
  readonly path: string;
  /** Default GET. */
  readonly method?: 'POST';
  readonly summary: string;
}

/** Served beside `/api/v2`, to everybody: watched by machines, not part of the wire tables. */
export const PLAIN_ROUTES: readonly PlainRoute[] = [
  { path: '/healthz', summary: 'The process answers.' },
  {
    path: '/readyz',
    summary: 'Feed, database and engine are up; 503 until then. Whether the signer is there is said only.',
  },
  { path: '/metrics', summary: 'Prometheus text; loopback only in production.' },
  { path: '/csp-report', method: 'POST', summary: 'Takes what browsers say that the content security policy stopped.' },
  { path: '/transparency/v1/{file}', summary: 'What there is to check us by: the newest hour, the root key.' },
  {
    path: '/transparency/v1/{folder}/{file}',
    summary: 'Hour roots, key manifests, rules documents and receipts of rounds, as files.',
  },
  {
    path: '/transparency/v1/{folder}/{part}/{file}',
    summary: 'Lists of an hour root, and segments of ticks, as files.',
  },
  { path: '/files/{name}', summary: 'A picture by its name, on the host of files.' },
  { path: '/api/v2/openapi.json', summary: 'This document.' },
  { path: '/unsubscribe', method: 'POST', summary: 'One-click unsubscribe of a mail (RFC 8058), by its token.' },
  {
    path: '/auth/social',
    method: 'POST',
    summary: 'Leads a browser that a provider sent back with a form to the page of that address.',
  },
  { path: '/dev/inbox', summary: 'Mails that the sandbox keeps; absent in production.' },
  { path: '/dev/inbox/{id}', summary: 'One of them.' },
  { path: '/api/docs', summary: 'Reference page with the error catalogue.' },
  { path: '/api/docs/programs', summary: 'Keys, signatures and what else a program needs, as a page.' },
];
