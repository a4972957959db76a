import type { PairWire } from '#protocol/trading.ts';

/** Should live prices of this pair flow, and do not? A closed market and prices of another kind say so themselves. */
export function hasStopped({
  feed,
  status,
}: {
  readonly feed: { readonly kind: string };
  readonly status: PairWire['status'];
}): boolean {
  return feed.kind === 'live' && status === 'offline';
}
