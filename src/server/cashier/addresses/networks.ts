import { spellEvm } from './spelling.ts';

/** A network to which an address may be saved. */
export interface AddressNetwork {
  readonly id: string;
  readonly name: string;
  /** The one spelling of an address; null: it is none of this network. */
  readonly spell: (typed: string) => string | null;
  /** Do its addresses take a memo or tag? */
  readonly takesTag: boolean;
}

export const ADDRESS_NETWORKS: readonly AddressNetwork[] = [
  { id: 'ethereum', name: 'Ethereum', spell: spellEvm, takesTag: false },
];
