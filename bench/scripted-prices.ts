import type { Pair } from '#domain/prices/pair.ts';
import { GROUP_RULES, streamNo } from '#domain/prices/pair.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { PairFeed, Prices } from '#server/prices/contract.ts';

/** Prices that tick when the bench says so; every pair is open, online and calm. */
export interface ScriptedPrices extends Prices {
  /** One tick of every pair, taken in at `t` (ms) and stated by the source then. */
  tickAll(t: number, price: number): void;
}

const EMPTY = new Uint8Array(32).fill(1);
const RECORD = new Uint8Array(76).fill(1);

export function scriptedPrices(pairs: readonly Pair[]): ScriptedPrices {
  const last = new Map<string, Tick>();
  /** As they stand until the next tick: what is asked here shall cost the engine what a look costs. */
  const feeds = new Map<string, PairFeed>();
  let listener: ((pair: Pair, tick: Tick) => void) | null = null;
  const feed = (pairId: string): PairFeed => {
    const known = feeds.get(pairId);
    if (known !== undefined) return known;
    const pair = pairs.find((one) => one.id === pairId);
    if (pair === undefined) throw new Error(`no pair ${pairId}`);
    const made = { ...STEADY, pair, stream: streamNo(pair.no, 'simulated'), last: last.get(pairId) ?? null };
    feeds.set(pairId, made);
    return made;
  };
  return {
    pairs,
    feed,
    volatility: () => null,
    openThrough: () => true,
    start(_positions, onTick) {
      listener = onTick;
      return Promise.resolve();
    },
    onFeed: () => undefined,
    stop: () => Promise.resolve(),
    tickAll(t, price) {
      for (const pair of pairs) {
        const seq = (last.get(pair.id)?.seq ?? 0) + 1;
        const stream = streamNo(pair.no, 'simulated');
        const tick: Tick = {
          stream,
          seq,
          t,
          tSource: t,
          price,
          flags: 0,
          sources: 1,
          mad: 0,
          record: RECORD,
          head: EMPTY,
          recorded: null,
        };
        last.set(pair.id, tick);
        feeds.delete(pair.id);
        listener?.(pair, tick);
      }
    },
  };
}

const STEADY: Omit<PairFeed, 'pair' | 'stream' | 'last'> = {
  kind: 'simulated',
  status: 'ONLINE',
  reason: null,
  // A pause between two ticks is a wish of the bench, not an outage.
  staleAfterMs: 3_600_000,
  maxEntryWaitMs: GROUP_RULES.crypto.maxEntryWaitMs,
  nextOpen: null,
  nextClose: null,
  minDurationSec: 1,
  sources: [],
  replay: null,
  change24h: null,
  high24h: null,
  low24h: null,
  spark: [],
};
