import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { ConfigError } from '../config/config.ts';
import type { Config } from '../config/config.ts';

/** The port of the installation, open before there is anything behind it. */
export interface EarlyListener {
  readonly server: Server;
  /** From now on the product answers. */
  handOver(handler: RequestListener): void;
}

/** As the framework sets it for servers of its own: longer than a proxy keeps a connection. */
const KEEP_ALIVE_MS = 72_000;
const STARTING = JSON.stringify({ status: 'starting' });

/**
 * Listens at once, so that a start is seen as a start and not as a refused connection: `/healthz` says that the process
 * lives, anything else is 503 with Retry-After until `handOver`. Rejects with a ConfigError where it cannot listen.
 */
export async function openEarlyListener({ port, host }: Pick<Config, 'port' | 'host'>): Promise<EarlyListener> {
  let behind: RequestListener | null = null;
  const server = createServer((request, response) => {
    if (behind === null) answerAlone(request.url ?? '', response);
    else behind(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listenPatiently(server, { port, host });
  return {
    server,
    handOver: (handler) => {
      behind = handler;
    },
  };
}

function answerAlone(url: string, response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (/^\/healthz(\?|$)/.test(url)) {
    response.end(JSON.stringify({ status: 'ok' }));
    return;
  }
  response.statusCode = 503;
  response.setHeader('retry-after', '1');
  // A connection kept from here on would only hold up a stop.
  response.setHeader('connection', 'close');
  response.end(STARTING);
}

/** Where to listen; `prefix` is how the settings are called that say so: `METRICS_` of METRICS_PORT. */
interface Door extends Pick<Config, 'port' | 'host'> {
  readonly prefix?: string;
}

/** Why PORT and HOST cannot be listened on, in a sentence; null: for none of the known reasons. */
export function listenMistake(error: unknown, { port, host, prefix = '' }: Door): string | null {
  switch (String((error as NodeJS.ErrnoException).code)) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: set ${prefix}PORT to a free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}: set ${prefix}PORT to one from 1024 on.`;
    case 'EADDRNOTAVAIL':
      return `${prefix}HOST names ${host}, which is no address of this machine.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${prefix}HOST names ${host}, and nobody knows where that is.`;
    default:
      return null;
  }
}

/** The port may still belong to a killed predecessor for a moment. Rejects with a ConfigError where it cannot listen. */
export async function listenPatiently(server: Server, at: Door): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await listen(server, at);
      return;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EADDRINUSE' || tries === 30) {
        const mistake = listenMistake(error, at);
        throw mistake === null ? error : new ConfigError([mistake]);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Rejects with a ConfigError where the server would not be able to listen. Nothing stays open. */
export async function findDoorsFree({ port, host, metrics }: Pick<Config, 'port' | 'host' | 'metrics'>): Promise<void> {
  const doors: readonly Door[] = [
    { port, host },
    ...(metrics.port === null ? [] : [{ port: metrics.port, host: metrics.host, prefix: 'METRICS_' }]),
  ];
  for (const door of doors) {
    const probe = createServer();
    await listenPatiently(probe, door);
    probe.close();
    await once(probe, 'close');
  }
}

async function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}
