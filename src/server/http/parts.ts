import type { RequestListener, Server } from 'node:http';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { PairCache } from '#server/engine-client/index.ts';
import type { Geo } from '#server/geo/index.ts';
import type { ApiKeys } from '#server/identity/api-keys/index.ts';
import type { Avatars } from '#server/identity/avatar/index.ts';
import type { Identity } from '#server/identity/index.ts';
import type { Limits } from '#server/limits/index.ts';
import type { Heartbeats } from '#server/heartbeats/index.ts';
import type { Privacy } from '#server/privacy/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { Notifications } from '#server/notifications/index.ts';
import type { ExchangeQueries, ScheduledQueries } from '#server/trading/contract.ts';
import type { Proofs } from '#server/proofs/index.ts';
import type { IncidentQueries, PredictionQueries } from '#server/trading/index.ts';

/** A server that listens already; `handOver` makes our answers its answers. */
export interface Listener {
  readonly server: Server;
  handOver(handler: RequestListener): void;
}

/** What the web thread gives to http. */
export interface HttpParts {
  readonly listener: Listener;
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly geo: Geo;
  readonly avatars: Avatars;
  readonly apiKeys: ApiKeys;
  readonly identity: Identity;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly notifications: Notifications;
  readonly heartbeats: Heartbeats;
  readonly privacy: Privacy;
  readonly pairCache: PairCache;
  readonly proofs: Proofs;
}

/** What a route handler works with. */
export interface RouteParts extends HttpParts {
  readonly predictions: PredictionQueries;
  readonly exchange: ExchangeQueries;
  readonly scheduled: ScheduledQueries;
  readonly incidents: IncidentQueries;
}
