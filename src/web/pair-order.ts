import type { PairWire } from '#protocol/trading.ts';

/** Those that take predictions now first; otherwise in the order given. */
export function onlineFirst<P extends Pick<PairWire, 'status'>>(pairs: readonly P[]): readonly P[] {
  const rank = (pair: P) => (pair.status === 'online' ? 0 : 1);
  return [...pairs].sort((a, b) => rank(a) - rank(b));
}
