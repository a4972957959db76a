import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, pipeline } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { PairCache } from '#server/engine-client/index.ts';
import { originOfHost } from '#server/config/origins.ts';
import { answersByTag, keptPage } from './page-policy.ts';
import type { PageGate } from './calls/plain-limits.ts';

export interface PagesParts {
  /** Folder of the repository; the web build lies under `build/web`. */
  readonly root: string;
  readonly publicConfig: PublicConfig;
  readonly pairCache: PairCache;
  /** Asked before a page is drawn. */
  readonly isOneTooMany: PageGate;
}

type PageHandler = (request: Request, context: PageContext) => Promise<Response>;

const YEAR_SEC = 31_536_000;
/** The renderer's word that a page needs no framework code; not for the browser. */
const KEPT = 'x-page-kept';
/** Names made by the build hold a hash of their content. */
const HASHED = /^\/assets\//;

export interface Pages {
  /**
   * Answers a GET with a file of the build or a rendered page; false when there is no web build.
   * Never the reply itself: it is a thenable, and awaiting it would wait for the end of the answer and lose it.
   */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

/** Serves the web build: its files, and every other path by the page renderer. */
export async function createPages(app: FastifyInstance, parts: PagesParts): Promise<Pages> {
  const client = join(parts.root, 'build/web/client');
  const files = existsSync(client) ? new Set(listFiles(client)) : new Set<string>();
  if (files.size > 0) {
    // The build lays .br and .gz files beside the assets: the handler of what has no route is not compressed by the plugin.
    await app.register(staticFiles, {
      root: client,
      serve: false,
      cacheControl: false,
      dotfiles: 'deny',
      preCompressed: true,
    });
  }
  // Nobody waits for it but a page: the API answers meanwhile. A build that cannot be loaded is each page's error.
  const renderer = loadRenderer(join(parts.root, 'build/web/server/index.js'));
  renderer.catch(() => undefined);
  return {
    answer: async (request, reply) => {
      const path = pathOf(request);
      if (files.has(path)) {
        reply.header('vary', 'Accept-Encoding');
        reply.header('cache-control', HASHED.test(path) ? `public, max-age=${YEAR_SEC}, immutable` : 'no-cache');
        reply.sendFile(path.slice(1));
        return true;
      }
      const render = await renderer;
      if (render === null) return false;
      if (parts.isOneTooMany(request, reply)) return true;
      const page = await render(toWebRequest(request, parts.publicConfig), contextOf(request, parts));
      await sendPage(page, { request, reply, origins: parts.publicConfig.origins });
      return true;
    },
  };
}

function contextOf(request: FastifyRequest, { publicConfig, pairCache }: PagesParts): PageContext {
  return {
    config: publicConfig,
    nonce: request.nonce,
    acceptLanguage: request.headers['accept-language'] ?? '',
    board: () => pairCache.pairs('real'),
  };
}

async function loadRenderer(path: string): Promise<PageHandler | null> {
  if (!existsSync(path)) return null;
  const build = (await import(pathToFileURL(path).href)) as Partial<ServerBuild> & { default?: unknown };
  if (typeof build.default === 'function') return build.default as PageHandler;
  return createRequestHandler(build as ServerBuild, 'production') as unknown as PageHandler;
}

function toWebRequest(request: FastifyRequest, config: PublicConfig): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return new Request(new URL(request.url, originOfHost(request.headers.host, config.origins)), {
    method: request.method,
    headers,
  });
}

interface PageExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly origins: PublicConfig['origins'];
}

/** The plugin compresses routes only, and pages have none. */
async function sendPage(page: Response, { request, reply, origins }: PageExchange): Promise<void> {
  reply.code(page.status);
  for (const [name, value] of page.headers) if (name !== KEPT) reply.header(name, value);
  if (page.body === null) {
    reply.send('');
    return;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  let body: Readable;
  if (page.headers.has(KEPT)) {
    const kept = keptPage(await page.text(), { nonce: request.nonce, origins });
    if (answersByTag(request, reply, kept)) return;
    body = Readable.from([kept.html]);
  } else body = Readable.fromWeb(page.body as ReadableStream);
  reply.header('vary', [page.headers.get('vary'), 'Accept-Encoding'].filter((name) => name !== null).join(', '));
  if (encoding === null) {
    reply.send(body);
    return;
  }
  const compressor =
    encoding === 'br' ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : createGzip();
  reply.header('content-encoding', encoding);
  reply.send(
    pipeline(body, compressor, (error) => error instanceof Error && request.log.debug({ err: error }, 'page cut')),
  );
}

function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function listFiles(folder: string, at = ''): string[] {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(folder, `${at}/${entry.name}`) : [`${at}/${entry.name}`],
  );
}
