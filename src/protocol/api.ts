import type { Endpoint } from './endpoint.ts';
import { AUTH } from './tables/auth.ts';
import { AVATAR } from './tables/avatar.ts';
import { CONFIG } from './tables/config.ts';
import { TRADE } from './tables/trade.ts';
import { USER } from './tables/user.ts';

export const API_BASE = '/api/v2';

/** Every endpoint under `/api/v2`, by subject and name. */
export const API = { auth: AUTH, user: USER, avatar: AVATAR, config: CONFIG, trade: TRADE } as const;

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

/** Served beside `/api/v2`, to everybody: watched by machines, not part of the wire tables. */
export const PLAIN_ROUTES = [
  { path: '/healthz', summary: 'The process answers.' },
  { path: '/readyz', summary: 'Feed, database and engine are up; 503 until then.' },
  { path: '/metrics', summary: 'Prometheus text; loopback only in production.' },
  { path: '/files/{name}', summary: 'A picture by its name, on the host of files.' },
  { path: '/api/v2/openapi.json', summary: 'This document.' },
  { path: '/api/docs', summary: 'Reference page with the error catalogue.' },
] as const;
