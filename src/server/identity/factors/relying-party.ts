import type { Config } from '#server/config/config.ts';

/** What passkeys of this installation belong to. */
export interface RelyingParty {
  /** A host: passkeys work on it and on the hosts under it. */
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** The longest part that the hosts of people's pages share, so that a passkey made on one signs in on the others. */
export function relyingPartyOf({ origins, brand }: Pick<Config, 'origins' | 'brand'>): RelyingParty {
  const pages = [...new Set([origins.main, origins.auth, origins.dashboard, origins.events])];
  const hosts = pages.map((origin) => new URL(origin).hostname);
  return { id: hosts.reduce(sharedEnd), name: brand, origins: pages };
}

function sharedEnd(one: string, other: string): string {
  const [left, right] = [one.split('.'), other.split('.')];
  let same = 0;
  while (same < Math.min(left.length, right.length) && left.at(-1 - same) === right.at(-1 - same)) same += 1;
  return same === 0 ? one : left.slice(left.length - same).join('.');
}
