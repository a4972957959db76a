import { PAIR_GROUPS, type PairGroup } from '#domain/prices/pair.ts';
import type { PairWire, PairsWire } from '#protocol/trading.ts';
import { onlineFirst } from '#web/pair-order.ts';

export type ListTab = PairGroup | 'favourites';

/** All pairs in the order of their groups. */
export function flatten(pairs: PairsWire): readonly PairWire[] {
  return PAIR_GROUPS.flatMap((group) => pairs[group]);
}

/**
 * Rows of the list. A search looks through all groups, in ids, names and both sides of the pair, without regard to case,
 * accents, "/" and "-"; without one the tab decides.
 */
export function rowsOf(
  pairs: readonly PairWire[],
  wish: {
    readonly tab: ListTab;
    readonly search: string;
    readonly favourites: ReadonlySet<string>;
    /** The name the person reads; the English one is searched too. */
    readonly nameOf?: (pair: PairWire) => string;
  },
): readonly PairWire[] {
  const words = fold(wish.search)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length > 0) {
    return onlineFirst(pairs).filter((pair) => {
      const text = fold(`${pair.id} ${pair.name} ${wish.nameOf?.(pair) ?? ''} ${pair.base}${pair.quote}`);
      return words.every((word) => text.includes(word));
    });
  }
  if (wish.tab === 'favourites') return onlineFirst(pairs).filter((pair) => wish.favourites.has(pair.id));
  return onlineFirst(pairs).filter((pair) => pair.market === wish.tab);
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[/\-.]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Up to three pairs that take predictions now, best payout first: offered where a pair is closed or offline. */
export function alternatives(pairs: readonly PairWire[], instead: string): readonly PairWire[] {
  return pairs
    .filter((pair) => pair.id !== instead && pair.status === 'online' && pair.isEnabledPair)
    .sort((a, b) => b.payout - a.payout)
    .slice(0, 3);
}

/** The pair to show first: the wished one, else the first that takes predictions, else the first. */
export function firstPair(pairs: readonly PairWire[], wished: string | null): PairWire | null {
  return (
    pairs.find((pair) => pair.id === wished) ??
    pairs.find((pair) => pair.status === 'online' && pair.isEnabledPair) ??
    pairs[0] ??
    null
  );
}
