import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '#protocol/openapi/openapi.ts';
import type { Config } from '#server/config/config.ts';
import { isOfficeHost } from '../calls/office-door.ts';
import { FONT_PATH } from './docs-style.ts';
import { docsPage, programsPage } from './docs-page.ts';
import { loadRefusalTexts } from './texts.ts';

/** `/api/v2/openapi.json`, the reference page `/api/docs` and what programs need besides. Each is made once. */
export function mountDocs(app: FastifyInstance, { config, root }: { config: Config; root: string }): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const site = { origin: config.origins.main, brand: config.brand, version };
  const documentOf = (office: boolean) => JSON.stringify(openApiDocument({ ...site, office }), null, 2);
  const [whole, ofTheWorld] = [documentOf(true), documentOf(false)];
  const pages = {
    '/api/docs': docsPage({ brand: config.brand, texts: loadRefusalTexts(root) }),
    '/api/docs/programs': programsPage({
      brand: config.brand,
      text: readFileSync(join(root, 'docs/bots.md'), 'utf8'),
    }),
  };
  app.get('/api/v2/openapi.json', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(isOfficeHost(config, request.headers.host) ? whole : ofTheWorld),
  );
  const font = readFileSync(join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'));
  app.get(FONT_PATH, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=604800').type('font/woff2').send(font),
  );
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
    );
  }
}
