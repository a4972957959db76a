import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register, type Registry } from 'prom-client';
import { isThisMachine } from '#server/config/metrics.ts';
import type { Config } from '#server/config/config.ts';
import { isLoopback } from '#server/identity/index.ts';
import { hostnameOf, publicHostnames } from '#server/config/origins.ts';
import { listenPatiently } from '#server/http/early-listener.ts';

type Settings = Pick<Config, 'metrics' | 'mode' | 'origins'>;

/**
 * `/metrics` on the port of the product, where it has none of its own. Never on a host that the world uses: a proxy in front may name
 * nobody, and then a stranger's request looks like one of this machine. For the same reason production asks for the token there.
 */
export function mountMetrics(app: FastifyInstance, { config, registry }: MetricsParts): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await metricsText(registry));
  });
}

interface MetricsParts {
  readonly config: Settings;
  readonly registry: Registry;
}

function mayRead({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>, config: Settings): boolean {
  const host = hostnameOf(headers.host);
  if (config.metrics.port !== null || publicHostnames(config.origins).has(host)) return false;
  if (config.metrics.token !== null) return hasToken(headers, config.metrics.token);
  // A proxy on this machine hands on what strangers ask, with or without their Host.
  const isPublic = publicHostnames(config.origins).size > 0;
  return config.mode === 'sandbox' && !isPublic && isLoopback(ip) && isThisMachine(host);
}

/** Jobs keep theirs in the process's own registry. */
async function metricsText(registry: Registry): Promise<string> {
  return (await Promise.all([registry.metrics(), register.metrics()])).join('');
}

function hasToken({ authorization }: IncomingHttpHeaders, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/** A port that has nothing but `/metrics`. */
export interface MetricsPort {
  /** The port it listens on; null: the metrics have none of their own. */
  readonly port: number | null;
  close(): void;
}

/** Opens `METRICS_PORT`. Rejects with a ConfigError where it cannot listen. */
export async function openMetricsPort({ config, registry }: MetricsParts): Promise<MetricsPort> {
  const { port, host, token } = config.metrics;
  if (port === null) return { port: null, close: () => undefined };
  const server = createServer((request, response) => {
    const isAsked = /^\/metrics(\?|$)/.test(request.url ?? '') && request.method === 'GET';
    if (!isAsked) return response.writeHead(404).end();
    if (token !== null && !hasToken(request.headers, token)) {
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    return metricsText(registry).then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listenPatiently(server, { port, host, prefix: 'METRICS_' });
  // It holds up no stop.
  server.unref();
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
