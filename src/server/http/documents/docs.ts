import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { isOfficeHost } from '../calls/office-door.ts';
import { FONT_PATH } from './docs-style.ts';
import type { RefusalTexts } from './texts.ts';

interface DocsParts {
  readonly config: Config;
  readonly root: string;
  readonly texts: RefusalTexts;
}

/**
 * `/api/v2/openapi.json`, the reference page `/api/docs` and what programs need besides. Each is made once, when it is first asked for:
 * all of them take as long as the rest of a start, and a person who trades waits for that (docs/decisions/0167).
 */
export function mountDocs(app: FastifyInstance, { config, root, texts }: DocsParts): void {
  const { brand } = config;
  const documentOf = async (office: boolean) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const { openApiDocument } = await import('#protocol/openapi/openapi.ts');
    return JSON.stringify(openApiDocument({ origin: config.origins.main, brand, version, office }), null, 2);
  };
  const [whole, ofTheWorld] = [once(() => documentOf(true)), once(() => documentOf(false))];
  app.get('/api/v2/openapi.json', async (request, reply) => {
    const text = await (isOfficeHost(config, request.headers.host) ? whole() : ofTheWorld());
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text);
  });
  const font = readFileSync(join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'));
  app.get(FONT_PATH, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=604800').type('font/woff2').send(font),
  );
  const pages = {
    '/api/docs': async () => (await import('./docs-page.ts')).docsPage({ brand, texts }),
    '/api/docs/programs': async () => {
      const text = readFileSync(join(root, 'docs/bots.md'), 'utf8');
      return (await import('./docs-page.ts')).programsPage({ brand, text });
    },
  };
  for (const [path, make] of Object.entries(pages)) {
    const page = once(make);
    app.get(path, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(await page()),
    );
  }
}

/** One that failed is made again. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
