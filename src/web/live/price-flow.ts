import type { PairWire } from '#protocol/trading.ts';

type Flowing = Pick<PairWire, 'status'> & { readonly feed: { readonly kind: PairWire['feed']['kind'] } };

/** Live prices come; they should, and do not; or none should, as the markets are closed. */
export type PriceFlow = 'flows' | 'stopped' | 'closed';

/** How live prices of these pairs come: of one pair that has some they flow. Prices of another kind say so themselves. */
export function flowOf(pairs: readonly Flowing[]): PriceFlow {
  const live = pairs.filter((pair) => pair.feed.kind === 'live');
  if (live.length < pairs.length || live.length === 0 || live.some(({ status }) => status === 'online')) return 'flows';
  return live.some(({ status }) => status === 'offline') ? 'stopped' : 'closed';
}

/** Unix ms of the next opening of markets that are all closed; null where one is not, or none knows. */
export function opensNext(pairs: readonly Pick<PairWire, 'status' | 'nextOpen'>[]): number | null {
  if (pairs.some(({ status }) => status !== 'closed')) return null;
  const times = pairs.flatMap(({ nextOpen }) => (nextOpen === null ? [] : [Date.parse(nextOpen)]));
  return times.length === 0 ? null : Math.min(...times);
}
