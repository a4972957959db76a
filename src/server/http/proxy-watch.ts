import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isThisMachine } from '#server/config-metrics.ts';
import type { Config } from '#server/config.ts';
import { hostnameOf, publicHostnames } from '#server/origins.ts';
import { trustedProxies } from '#server/proxies.ts';

/** What is wrong with a proxy, as seen from behind it. */
export type ProxyFault = 'no-forwarded-for' | 'not-trusted' | 'no-host';

const SAYS: Readonly<Record<ProxyFault, string>> = {
  'no-forwarded-for':
    'requests for a public host come from a proxy that does not send X-Forwarded-For: everybody is one caller, for limits, for guesses of passwords and for countries',
  'not-trusted':
    'a proxy that TRUSTED_PROXIES does not name sends X-Forwarded-For: everybody behind it is one caller, for limits, for guesses of passwords and for countries',
  'no-host': 'a proxy does not pass the Host that people asked for: hosts cannot be told apart',
};

type Settings = Pick<Config, 'origins' | 'trustedProxies'>;

/** Judges how a request came. Nothing is found where no origin is public: then there is no proxy to set up. */
export function proxyJudge({
  origins,
  trustedProxies: given,
}: Settings): (peer: string, headers: IncomingHttpHeaders) => ProxyFault | null {
  const hosts = publicHostnames(origins);
  const isTrusted = trustedProxies(given);
  return (peer, headers) => {
    const host = hostnameOf(headers.host);
    const isForwarded = headers['x-forwarded-for'] !== undefined;
    const byTrusted = isTrusted(peer);
    if (hosts.has(host)) {
      if (isForwarded) return byTrusted ? null : 'not-trusted';
      return byTrusted ? 'no-forwarded-for' : null;
    }
    return hosts.size > 0 && isForwarded && byTrusted && isThisMachine(host) ? 'no-host' : null;
  };
}

/** Says in the log, once for each fault, that the proxy in front is set up wrongly: nothing else would show it. */
export function watchProxy(app: FastifyInstance, config: Settings, log: Pick<Logger, 'warn'>): void {
  const judge = proxyJudge(config);
  const said = new Set<ProxyFault>();
  app.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const fault = judge(peer, request.headers);
    if (fault === null || said.has(fault)) return;
    said.add(fault);
    log.warn({ alarm: 'proxy', fault, peer, host: request.headers.host }, `${SAYS[fault]} (docs/operations.md, Proxy)`);
  });
}
