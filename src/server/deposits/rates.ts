import { rateAt, type CoinRate } from '#domain/deposits/conversion.ts';
import { streamNo } from '#domain/prices/pair.ts';
import type { Config } from '#server/config/config.ts';
import type { Clock } from '#server/clock.ts';
import type { BaseParts } from '#server/subject.ts';

export interface RateParts {
  readonly config: Pick<Config, 'mode'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly pairCache: Pick<BaseParts['pairCache'], 'find'>;
}

/** What a coin is worth now, by the last tick of its pair; null: nothing that may be counted by. Real money never by a simulated price. */
export async function rateOf({ config, clock, pairCache }: RateParts, pair: string): Promise<CoinRate | null> {
  const board = await pairCache.find(pair).catch(() => null);
  if (board === null || board.last === null) return null;
  if (board.status !== 'ONLINE' && board.status !== 'DEGRADED') return null;
  if (config.mode === 'production' && board.kind !== 'live') return null;
  const { seq, t, price } = board.last;
  return rateAt({ stream: streamNo(board.pair.no, board.kind), seq, t, price, scale: board.pair.scale }, clock.now());
}
