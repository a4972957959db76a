import type { IncomingHttpHeaders } from 'node:http';
import { isThisMachine } from '../config/metrics.ts';
import type { Config } from '../config/config.ts';
import { hostnameOf, publicHostnames } from '../config/origins.ts';
import { trustedProxies } from '../config/proxies.ts';

/** What is wrong with a proxy, as seen from behind it. */
export type ProxyFault = 'no-forwarded-for' | 'not-trusted' | 'no-host';

/** Judges how a request came. Nothing is found where no origin is public: then there is no proxy to set up. */
export function proxyJudge({
  origins,
  trustedProxies: given,
}: Pick<Config, 'origins' | 'trustedProxies'>): (peer: string, headers: IncomingHttpHeaders) => ProxyFault | null {
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
