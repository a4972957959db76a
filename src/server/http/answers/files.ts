import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { HttpParts } from '../parts.ts';
import { readAvatarFile } from '#server/identity/avatar/index.ts';

const YEAR_SEC = 31_536_000;

/** Where files have a host of their own it has nothing else: no page, no API, no cookie to be had there. */
export function guardFilesHost(app: FastifyInstance, { origins }: Config): void {
  if (origins.files === origins.main) return;
  const home = new URL(origins.files).host;
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host !== home || /^\/(files\/|healthz)/.test(request.url)) return undefined;
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
}

/** `/files/:name`: pictures that people chose, and those of the blog, on the host of files alone. Nothing there may run, whatever it holds. */
export function mountFiles(
  app: FastifyInstance,
  { config, blogPicture }: Pick<HttpParts, 'config' | 'blogPicture'>,
): void {
  const { origins, dataDir } = config;
  const home = new URL(origins.files).host;
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    if (origins.files !== origins.main && request.headers.host !== home) return reply.callNotFound();
    const { name } = request.params;
    const png = await readAvatarFile(dataDir, name);
    const bytes = png ?? (await blogPicture(name));
    if (bytes === null) return reply.callNotFound();
    return reply
      .type(png === null ? 'image/webp' : 'image/png')
      .headers({
        'cache-control': `public, max-age=${YEAR_SEC}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        // The pages that show it belong to another origin, in production to another site.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(bytes);
  });
}

/**
 * `/files/private/:token`: a document of a person, or a file of a ticket, by a permission that holds some minutes at most, on the host of files alone. It is kept nowhere on its
 * way, and only an element of a page of ours shows it: opened by itself it may run nothing.
 */
export function mountPrivateFiles(
  app: FastifyInstance,
  { config, privateFile, ticketFile }: Pick<HttpParts, 'config' | 'privateFile' | 'ticketFile'>,
): void {
  const { origins } = config;
  const home = new URL(origins.files).host;
  app.get<{ Params: { token: string } }>('/files/private/:token', async (request, reply) => {
    if (origins.files !== origins.main && request.headers.host !== home) return reply.callNotFound();
    const { token } = request.params;
    const file = (await privateFile(token)) ?? (await ticketFile(token));
    if (file === null) return reply.callNotFound();
    return reply
      .type(file.media)
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
      })
      .send(file.bytes);
  });
}
