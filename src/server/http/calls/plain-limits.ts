import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_RATE, PLAIN_ROUTES } from '#protocol/pages/plain-routes.ts';
import type { Config } from '#server/config/config.ts';
import { isLoopback } from '#server/identity/index.ts';
import { addressGroup } from '#server/routing/address-group.ts';
import { localeOf } from '#server/routing/language.ts';
import { sendRefusal } from '../mount.ts';
import type { RateLimiter } from './rate-limit.ts';
import { refusalAnswer, type RefusalAnswer } from '../answers/refusal-answer.ts';
import type { RefusalTexts } from '../documents/texts.ts';

interface LimitParts {
  readonly config: Pick<Config, 'mode'>;
  readonly limiter: RateLimiter;
  readonly texts: RefusalTexts;
}

/** Answers a request for a page that is one too many, in words; false: it may go on. */
export type PageGate = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Rates by method and pattern, as the router writes it. */
const RATES: ReadonlyMap<string, number> = new Map(
  PLAIN_ROUTES.flatMap(({ method = 'GET', path, rate }) =>
    rate === undefined ? [] : [[`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, rate] as const],
  ),
);

/** Counts what is asked beside `/api/v2`, by address: the plain routes here, and documents by the gate that it returns. */
export function limitPlainRoutes(app: FastifyInstance, parts: LimitParts): PageGate {
  app.addHook('onRequest', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`;
    const rate = RATES.get(route);
    const tooMany = rate === undefined ? null : judge(request, { ...parts, bucket: { route, rate } });
    return tooMany === null ? undefined : sendRefusal(reply, tooMany);
  });
  return (request, reply) => {
    const tooMany = judge(request, { ...parts, bucket: { route: 'page', rate: PAGE_RATE } });
    if (tooMany === null) return false;
    const { title, message } = tooMany.body.error;
    reply
      .code(tooMany.status)
      .headers({ 'cache-control': 'no-store', 'retry-after': String(tooMany.retryAfter) })
      .type('text/plain; charset=utf-8')
      .send(`${title}\n${message}\n`);
    return true;
  };
}

/** Counts one request; the refusal, or null where there is room. The machine itself is not counted in a sandbox. */
function judge(
  request: FastifyRequest,
  {
    config,
    limiter,
    texts,
    bucket,
  }: LimitParts & { readonly bucket: { readonly route: string; readonly rate: number } },
): RefusalAnswer | null {
  if (config.mode === 'sandbox' && isLoopback(request.ip)) return null;
  const { retryAfterMs } = limiter.take(`${bucket.route} @${addressGroup(request.ip)}`, bucket.rate);
  if (retryAfterMs === 0) return null;
  const asked = { locale: localeOf(request.headers['accept-language']), requestId: request.id };
  return refusalAnswer({ code: 'RateLimit', retryAfterMs }, texts, asked);
}
