import type { CoinNetwork } from '#domain/cashier/coin-networks.ts';
import type { Network } from '#domain/cashier/networks.ts';
import type { Networks } from '#server/networks/index.ts';
import { spellCoin, spellEvm } from './spelling.ts';

/** A network on which people are paid, of whatever family. */
export interface AddressNetwork extends Pick<Network, 'id' | 'name' | 'confirmations' | 'blockMs' | 'explorer'> {
  /** The one spelling of an address; null: it is none of this network. */
  readonly spell: (typed: string) => string | null;
  /** Do its addresses take a memo or tag? */
  readonly takesTag: boolean;
  readonly tokens: readonly string[];
  /** By whose prices its coin is counted; null: each is a dollar. */
  readonly pair: string | null;
}

type Known = Pick<Networks, 'all' | 'coins'>;

/** Those of the settings. */
export function addressNetworks({ all, coins }: Known): readonly AddressNetwork[] {
  return [...all.map(({ network }) => ofEvm(network)), ...coins.map(({ network }) => ofCoin(network))];
}

export function addressNetwork(networks: Known, id: string): AddressNetwork | null {
  return addressNetworks(networks).find((one) => one.id === id) ?? null;
}

function ofEvm({ tokens, ...network }: Network): AddressNetwork {
  return { ...network, spell: spellEvm, takesTag: false, tokens: tokens.map(({ coin }) => coin), pair: null };
}

function ofCoin(network: CoinNetwork): AddressNetwork {
  return { ...network, spell: (typed) => spellCoin(network, typed), takesTag: false, tokens: [network.coin] };
}
