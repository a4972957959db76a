import type { FastifyInstance } from 'fastify';
import { WEBHOOK_PATH } from '#protocol/pages/plain-routes.ts';
import { inTime } from '#server/net/in-time.ts';
import type { Providers, Taken } from '#server/providers/index.ts';

const MOST_BYTES = 262_144;

/** Who sends it reads the status alone, and sends again what is not answered with 2xx. */
const STATUSES: Readonly<Record<Exclude<Taken, 'unreadable' | 'nobody'>, number>> = {
  taken: 200,
  repeated: 200,
  other: 200,
  unsigned: 401,
};

class Unreadable extends Error {
  readonly statusCode = 400;
}

/** Takes what outside providers tell us: the bytes as they came, for that is what is signed. */
export async function mountWebhooks(app: FastifyInstance, parts: { readonly providers: Providers }): Promise<void> {
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    hooks.post<{ Params: { provider: string }; Body: unknown }>(WEBHOOK_PATH, async (request, reply) => {
      const { params, headers, body } = request;
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const taken = await inTime(parts.providers.take(params.provider, { headers, body: bytes }));
      if (taken === 'nobody') return reply.callNotFound();
      if (taken === 'unreadable') throw new Unreadable('not a message that the provider sends');
      return reply.code(STATUSES[taken]).header('cache-control', 'no-store').send();
    });
  });
}
