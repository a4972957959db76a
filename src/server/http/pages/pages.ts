import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WithdrawalTimesWire } from '#protocol/cashier/times.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { PairCache } from '#server/engine-client/index.ts';
import { originOfHost } from '#server/config/origins.ts';
import { LOCALES } from '#server/routing/language.ts';
import type { PageGate } from '../calls/plain-limits.ts';
import type { Drawn, DrawnBody } from './draw.ts';
import { createDrawer } from './drawer.ts';
import { joinGzip } from './gzip-pieces.ts';
import { answersByTag } from './page-policy.ts';
import type { PageReads } from './page-reads.ts';
import { Shells } from './shells.ts';

export interface PagesParts {
  /** Folder of the repository; the web build lies under `build/web`. */
  readonly root: string;
  /** As it is now. */
  readonly publicConfig: () => PublicConfig;
  readonly pairCache: PairCache;
  /** They stand in the footer of each page. */
  readonly withdrawalTimes: () => Promise<WithdrawalTimesWire | null>;
  /** Makes the calls that a page is drawn by. */
  readonly reads: PageReads;
  /** Asked before a page is drawn. */
  readonly isOneTooMany: PageGate;
}

const YEAR_SEC = 31_536_000;
/** Names made by the build hold a hash of their content. */
const HASHED = /^\/assets\//;
const SWEEP_MS = 1_000;
/** A smaller text gains nothing by being compressed. */
const WORTH_BYTES = 1_024;
const LANGUAGES: ReadonlySet<string> = new Set(LOCALES);
const zip = promisify(gzip);

export interface Pages {
  /**
   * Answers a GET with a file of the build or a drawn page; false when there is no web build.
   * Never the reply itself: it is a thenable, and awaiting it would wait for the end of the answer and lose it.
   */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

/** Serves the web build: its files, and every other path by a page that was drawn a moment ago, or is now. */
export async function createPages(app: FastifyInstance, parts: PagesParts): Promise<Pages> {
  const { root } = parts;
  const client = join(root, 'build/web/client');
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
  const drawer = await createDrawer(root, parts.reads);
  const shells = new Shells(() => performance.now());
  const sweeping = setInterval(() => shells.sweep(), SWEEP_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    await drawer?.stop();
  });
  return {
    answer: async (request, reply) => {
      const path = pathOf(request);
      if (files.has(path)) {
        reply.header('vary', 'Accept-Encoding');
        reply.header('cache-control', HASHED.test(path) ? `public, max-age=${YEAR_SEC}, immutable` : 'no-cache');
        reply.sendFile(path.slice(1));
        return true;
      }
      if (drawer === null) return false;
      if (parts.isOneTooMany(request, reply)) return true;
      const config = parts.publicConfig();
      const seen = seenBy(request, config);
      const withdrawals = await parts.withdrawalTimes();
      const drawn = await shells.get(JSON.stringify([seen, config.spans]), async () =>
        drawer.draw({ ...seen, config, withdrawals, board: await parts.pairCache.pairs('real').catch(() => null) }),
      );
      await send(drawn, request, reply);
      return true;
    },
  };
}

/** What of a request a page may depend on. Whoever asks is not in it: neither an address nor what opens a session. */
function seenBy({ url, headers }: FastifyRequest, { origins }: PublicConfig) {
  const cookies = headers.cookie ?? '';
  const isSaid = LANGUAGES.has(url.split(/[/?]/)[1] ?? '');
  // A path that names its language needs no other word about it.
  const names = isSaid ? ['tikvo.known'] : ['tikvo.known', 'i18next'];
  return {
    url: wholeUrl(url, originOfHost(headers.host, origins)),
    cookie: cookies
      .split(/;\s*/)
      .filter((one) => names.includes(one.split('=')[0] ?? ''))
      .join('; '),
    acceptLanguage: isSaid ? '' : (headers['accept-language'] ?? ''),
  };
}

/** An address never names its own host: what begins with `//`, or is an absolute one, would. */
function wholeUrl(url: string, origin: string): string {
  if (url.startsWith('/')) return new URL(`${origin}${url}`).href;
  const { pathname, search } = URL.canParse(url) ? new URL(url) : new URL(origin);
  return `${origin}${pathname}${search}`;
}

/** The plugin compresses routes only, and pages have none. */
async function send(
  { status, headers, body, fault }: Drawn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.code(status);
  if (fault !== null)
    request.log.error({ path: pathOf(request), status, why: fault }, 'a page could not be drawn whole');
  let vary = 'Accept-Encoding';
  for (const [name, value] of headers) {
    if (name === 'vary') vary = `${value}, ${vary}`;
    else reply.header(name, value);
  }
  if (body.kind === 'kept' && answersByTag(request, reply, body)) return;
  reply.header('vary', vary);
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const { bytes, encoding } = await encoded(body, accepted, request.nonce);
  if (encoding !== null) reply.header('content-encoding', encoding);
  reply.send(bytes);
}

/** Of two nonces the pages differ in them alone: all around them is compressed already. */
async function encoded(
  body: DrawnBody,
  accepted: string,
  nonce: string,
): Promise<{ readonly bytes: Uint8Array; readonly encoding: 'br' | 'gzip' | null }> {
  const takes = (encoding: string) => new RegExp(`\\b${encoding}\\b`).test(accepted);
  if (body.kind === 'own') {
    const { pieces } = body;
    const between = Buffer.from(nonce);
    if (takes('gzip')) return { bytes: joinGzip(pieces, between), encoding: 'gzip' };
    const all = pieces.flatMap(({ text }, at) => (at === 0 ? [text] : [between, text]));
    return { bytes: Buffer.concat(all), encoding: null };
  }
  const { text, brotli } = body;
  if (text.length < WORTH_BYTES) return { bytes: asBuffer(text), encoding: null };
  if (takes('br')) return { bytes: asBuffer(brotli), encoding: 'br' };
  return takes('gzip') ? { bytes: await zip(text), encoding: 'gzip' } : { bytes: asBuffer(text), encoding: null };
}

/** The same bytes: what came from another thread is no Buffer any more, and the framework sends nothing else. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
