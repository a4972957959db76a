import type { IncomingMessage } from 'node:http';
import { plainAddress, trustedProxies } from '#server/proxies.ts';

/** Tells which address a socket comes from; proxies of ours may say whom they speak for, as for http. */
export function addressReader(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(proxies);
  return (request) => {
    const said = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = plainAddress(request.socket.remoteAddress ?? '');
    // From the nearest hop outwards, as long as a proxy of ours speaks.
    for (const hop of said
      .map((one) => plainAddress(one.trim()))
      .filter((one) => one !== '')
      .toReversed()) {
      if (!isTrusted(address)) break;
      address = hop;
    }
    return address;
  };
}
