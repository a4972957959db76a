import { BlockList, isIP } from 'node:net';

/** Which addresses may say whom they speak for: this machine, and the proxies of the settings. */
export function trustedProxies(given: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  trusted.addSubnet('127.0.0.0', 8, 'ipv4');
  trusted.addAddress('::1', 'ipv6');
  for (const proxy of given) {
    const [base = '', size] = proxy.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (size === undefined) trusted.addAddress(base, family);
    else trusted.addSubnet(base, Number(size), family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** An IPv4 address as it is, where the system writes it into IPv6. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
