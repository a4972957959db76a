import { GROUP_RULES, type Pair } from '#domain/prices/pair.ts';
import type { Config } from '#server/config/config.ts';
import type { PairFeed } from './contract.ts';
import { streamNo } from '#domain/prices/pair.ts';

/** What is said of a pair before the streams are recovered. `auto` has not decided yet; it counts as simulated until then. */
export function startingFeed(pair: Pair, feed: Config['feed']): PairFeed {
  const kind = feed === 'auto' ? 'simulated' : feed;
  const rule = GROUP_RULES[pair.group];
  return {
    pair,
    kind,
    stream: streamNo(pair.no, kind),
    status: 'OFFLINE',
    reason: 'starting',
    last: null,
    staleAfterMs: rule.staleAfterMs,
    maxEntryWaitMs: rule.maxEntryWaitMs,
    nextOpen: null,
    nextClose: null,
    minDurationSec: 0,
    sources: [],
    replay: null,
    change24h: null,
    high24h: null,
    low24h: null,
    spark: [],
  };
}
