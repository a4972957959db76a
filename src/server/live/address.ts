import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Tells which address a socket comes from; proxies of ours may say whom they speak for, as for http. */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  trusted.addSubnet('127.0.0.0', 8, 'ipv4');
  trusted.addAddress('::1', 'ipv6');
  for (const proxy of trustedProxies) {
    const [base = '', size] = proxy.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (size === undefined) trusted.addAddress(base, family);
    else trusted.addSubnet(base, Number(size), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (request) => {
    const said = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = plain(request.socket.remoteAddress ?? '');
    // From the nearest hop outwards, as long as a proxy of ours speaks.
    for (const hop of said
      .map((one) => plain(one.trim()))
      .filter((one) => one !== '')
      .toReversed()) {
      if (!isTrusted(address)) break;
      address = hop;
    }
    return address;
  };
}

function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
