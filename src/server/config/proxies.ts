import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Says which addresses may say whom they speak for: this machine, and the proxies of the settings. */
export function trustedProxies(given: readonly string[]): (address: string) => boolean {
  const trust = proxyAddr.compile(['loopback', ...given]);
  return (address) => trust(address, 0);
}

/** Tells which address a socket comes from: the nearest hop that may not speak for others. HTTP reads hops by the same code. */
export function addressReader(given: readonly string[]): (request: IncomingMessage) => string {
  const trust = trustedProxies(given);
  return (request) => proxyAddr.all(request, trust).at(-1) ?? '';
}
