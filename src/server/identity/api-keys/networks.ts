import { BlockList, isIP } from 'node:net';

/** A network as people write it, in one form: 203.0.113.7 -> 203.0.113.7/32; null: none. */
export function readNetwork(text: string): string | null {
  const [address = '', size, ...rest] = text.trim().split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return null;
  const most = version === 4 ? 32 : 128;
  if (size === undefined) return `${address}/${most}`;
  return /^\d{1,3}$/.test(size) && Number(size) <= most ? `${address}/${Number(size)}` : null;
}

/** Is an address inside one of the networks? Without networks every address is. */
export function isInside(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const version = isIP(plain);
  if (version === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', size = ''] = network.split('/');
    list.addSubnet(base, Number(size), isIP(base) === 4 ? 'ipv4' : 'ipv6');
  }
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
