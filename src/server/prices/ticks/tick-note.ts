import type { Tick } from '#domain/prices/ticks/tick.ts';
import { toHex } from '#domain/proofs/hash.ts';
import type { PairRuntime } from '../pair-runtime.ts';
import type { TickNote } from '../wire.ts';

const HINT_BYTES = 8;

/** A tick as it crosses to the web thread. */
export function tickNote(runtime: PairRuntime, tick: Tick): TickNote {
  return {
    pair: runtime.pair.id,
    kind: runtime.kind,
    seq: tick.seq,
    t: tick.t,
    price: tick.price,
    head: toHex(tick.head.subarray(0, HINT_BYTES)),
  };
}
