import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { FIAT } from '#protocol/fiat/table.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { systemClock } from '#server/clock.ts';
import type { Route } from '#server/routing/call.ts';
import { createRateLimiter } from './calls/rate-limit.ts';
import { mountRoutes, type MountParts } from './mount.ts';

/** What a host of this mode answers to a notification of the simulator, and how often its handler was asked. */
async function notify(mode: Config['mode']): Promise<{ readonly status: number; readonly handled: number }> {
  const app = fastify();
  let handled = 0;
  const route = {
    name: 'fiat.testNotification',
    endpoint: FIAT.testNotification,
    handler: async () => {
      handled += 1;
      return { status: 200, json: { status: 'ok' } };
    },
  };
  const parts = {
    config: { ...readConfig({}), mode },
    limiter: createRateLimiter(systemClock),
    officeDoor: { refuse: async () => null, note: async () => undefined },
  };
  await mountRoutes(app, [route as unknown as Route], parts as unknown as MountParts);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/transaction/test-fiat-notification',
    payload: { order: randomUUID(), does: 'pay' },
  });
  return { status: answer.statusCode, handled };
}

it('has what is for sandboxes alone in a sandbox; in production nobody is there (R-68)', async () => {
  expect(await notify('sandbox')).toEqual({ status: 200, handled: 1 });
  expect(await notify('production')).toEqual({ status: 404, handled: 0 });
});
