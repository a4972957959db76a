import type { Endpoint } from '#protocol/endpoint.ts';
import { ENDPOINTS } from '#protocol/api.ts';
import type { Handler } from '../calls/call.ts';
import type { RouteParts } from '../parts.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { authHandlers } from './auth.ts';
import { avatarHandlers } from './avatar.ts';
import { configHandlers } from './config.ts';
import { limitsHandlers } from './limits.ts';
import { privacyHandlers } from './privacy.ts';
import { exchangeHandlers } from './exchange.ts';
import { feedHandlers } from './feed.ts';
import { factorHandlers } from './factors.ts';
import { mailHandlers } from './mail.ts';
import { notificationHandlers } from './notifications.ts';
import { receiptsHandlers } from './receipts.ts';
import { saleHandlers } from './sale.ts';
import { scheduledHandlers } from './scheduled.ts';
import { ticksHandlers } from './ticks.ts';
import { tradeHandlers } from './trade.ts';
import { userHandlers } from './user.ts';

export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}

/** Every row of the tables with its handler. A row without one does not compile. */
export function routesOf(parts: RouteParts): readonly Route[] {
  const handlers = {
    auth: authHandlers(parts),
    user: userHandlers(parts),
    avatar: avatarHandlers(parts),
    factors: factorHandlers(parts),
    config: configHandlers(parts),
    privacy: privacyHandlers(parts),
    trade: tradeHandlers(parts),
    sale: saleHandlers(parts),
    scheduled: scheduledHandlers(parts),
    ticks: ticksHandlers(parts),
    apiKeys: apiKeyHandlers(parts),
    exchange: exchangeHandlers(parts),
    feed: feedHandlers(parts),
    receipts: receiptsHandlers(parts),
    limits: limitsHandlers(parts),
    mail: mailHandlers(parts),
    notifications: notificationHandlers(parts),
  };
  const byName = new Map<string, unknown>(
    Object.entries(handlers).flatMap(([subject, table]) =>
      Object.entries(table).map(([key, handler]) => [`${subject}.${key}`, handler] as const),
    ),
  );
  return ENDPOINTS.map(({ name, endpoint }) => {
    const handler = byName.get(name);
    if (handler === undefined) throw new Error(`The endpoint ${name} has no handler.`);
    // The table's own schemas made this input: the row and its handler agree by `Handlers`.
    return { name, endpoint, handler: handler as Handler<Endpoint> };
  });
}
