import type { Networks } from '#server/networks/index.ts';
import { spellEvm } from './spelling.ts';

/** A network to which an address may be saved. */
export interface AddressNetwork {
  readonly id: string;
  readonly name: string;
  /** The one spelling of an address; null: it is none of this network. */
  readonly spell: (typed: string) => string | null;
  /** Do its addresses take a memo or tag? */
  readonly takesTag: boolean;
  readonly tokens: readonly string[];
}

/** Those of the settings: all are of the Ethereum family. */
export function addressNetworks({ all }: Pick<Networks, 'all'>): readonly AddressNetwork[] {
  return all.map(({ network: { id, name, tokens } }) => ({
    id,
    name,
    spell: spellEvm,
    takesTag: false,
    tokens: tokens.map(({ coin }) => coin),
  }));
}
