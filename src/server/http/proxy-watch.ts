import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { proxyJudge, type ProxyFault } from '#server/net/proxy-judge.ts';

const SAYS: Readonly<Record<ProxyFault, string>> = {
  'no-forwarded-for':
    'requests for a public host come from a proxy that does not send X-Forwarded-For: everybody is one caller, for limits, for guesses of passwords and for countries',
  'not-trusted':
    'a proxy that TRUSTED_PROXIES does not name sends X-Forwarded-For: everybody behind it is one caller, for limits, for guesses of passwords and for countries',
  'no-host': 'a proxy does not pass the Host that people asked for: hosts cannot be told apart',
};

/** Says in the log, once for each fault, that the proxy in front is set up wrongly: nothing else would show it. */
export function watchProxy(
  app: FastifyInstance,
  config: Pick<Config, 'origins' | 'trustedProxies'>,
  log: Pick<Logger, 'warn'>,
): void {
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
