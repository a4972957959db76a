import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { readAvatarFile } from '#server/identity/avatar/index.ts';

const YEAR_SEC = 31_536_000;

/** `/files/:name`: pictures that people chose, on the host of files alone. Nothing there may run, whatever it holds. */
export function mountFiles(app: FastifyInstance, { origins, dataDir }: Config): void {
  const home = new URL(origins.files).host;
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    if (origins.files !== origins.main && request.headers.host !== home) return reply.callNotFound();
    const png = await readAvatarFile(dataDir, request.params.name);
    if (png === null) return reply.callNotFound();
    return reply
      .type('image/png')
      .headers({
        'cache-control': `public, max-age=${YEAR_SEC}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        // The pages that show it belong to another origin, in production to another site.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(png);
  });
}
