import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACTING_FOR } from '#protocol/acting-for.ts';
import type { Config, Origins } from '#server/config/config.ts';
import { actingOrigins } from '#server/config/origins.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** For inline scripts of this answer only. */
    nonce: string;
  }
}

/** Where browsers say what the policy kept from running. */
export const REPORT_PATH = '/csp-report';

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const ALLOWED_HEADERS = `Authorization, Content-Type, Accept-Language, Idempotency-Key, X-Requested-With, ${ACTING_FOR}, x-fbp, x-fbc`;
const SHOWN_HEADERS =
  'date, x-request-id, retry-after, idempotency-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-truncated, x-next-cursor, x-checksum-sha256';

/** Request id, CSP and the usual guards: on every answer, also to what never reaches a route. */
export function guardHeaders(
  request: Pick<FastifyRequest, 'id' | 'nonce'>,
  { origins }: Pick<Config, 'origins'>,
): Record<string, string> {
  const secure = origins.main.startsWith('https:');
  return {
    'x-request-id': request.id,
    'content-security-policy': contentSecurityPolicy(`'nonce-${request.nonce}'`, origins),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Adds the guards to every answer, with a nonce of its own, and CORS for our own origins. */
export function addHeaders(app: FastifyInstance, config: Config): void {
  const ours = actingOrigins(config.origins);
  app.decorateRequest('nonce', '');
  app.addHook('onRequest', async (request, reply) => {
    request.nonce = randomBytes(16).toString('base64url');
    reply.headers(guardHeaders(request, config));
    const { origin } = request.headers;
    if (origin === undefined || !ours.has(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': SHOWN_HEADERS,
      vary: 'Origin',
    });
  });
  app.options('/*', async (request, reply) => {
    const { origin } = request.headers;
    if (origin !== undefined && ours.has(origin)) {
      reply.headers({
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': '600',
      });
    }
    return reply.code(204).header('allow', ALLOWED_METHODS).send();
  });
}

/** Scripts run by what `scripts` names (a nonce, or hashes) or from our own files; styles may be inline, for charts and toasts bring theirs as elements. */
export function contentSecurityPolicy(scripts: string, origins: Origins): string {
  const hosts = [...new Set(Object.values(origins))];
  const sockets = hosts.map((host) => host.replace(/^http/, 'ws'));
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', 'blob:', ...(origins.files === origins.main ? [] : [origins.files])].join(' ')}`,
    `media-src ${["'self'", 'blob:', ...(origins.files === origins.main ? [] : [origins.files])].join(' ')}`,
    "font-src 'self' data:",
    `connect-src 'self' ${[...hosts, ...sockets].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${REPORT_PATH}`,
  ].join('; ');
}
