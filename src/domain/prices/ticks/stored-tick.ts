import type { RawQuote } from '../raw-quotes.ts';
import { TICK_FLAGS, type Tick } from './tick.ts';

/** A tick as it is kept: seq, record and head are rebuilt from it. */
export interface StoredTick {
  readonly t: number;
  readonly tSource: number;
  readonly price: number;
  readonly flags: number;
  readonly sources: number;
  readonly mad: number;
  /** What was committed: null = an empty list (heartbeat), a name = the one source, else the list. */
  readonly said: null | string | readonly RawQuote[];
  readonly recorded: Tick['recorded'];
}

const HEARTBEAT_MS = 1_000;

/** Does `tick` only say that `before` still stands? Such ticks are kept as a run length. */
export function isPlainHeartbeat(tick: StoredTick, before: StoredTick): boolean {
  return (
    tick.flags === TICK_FLAGS.heartbeat &&
    tick.said === null &&
    tick.t === before.t + HEARTBEAT_MS &&
    tick.price === before.price &&
    tick.sources === before.sources &&
    tick.mad === before.mad &&
    tick.recorded?.row === before.recorded?.row &&
    tick.recorded?.ts === before.recorded?.ts
  );
}

/** The plain heartbeat after `before`, whose source time moved by `moved` ms. */
export function plainHeartbeat(before: StoredTick, moved: number): StoredTick {
  return {
    ...before,
    t: before.t + HEARTBEAT_MS,
    tSource: before.tSource + moved,
    flags: TICK_FLAGS.heartbeat,
    said: null,
  };
}
