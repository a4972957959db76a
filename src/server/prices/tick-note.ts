import type { Tick } from '#domain/prices/tick.ts';
import { toHex } from '#domain/proofs/hash.ts';
import type { PairDesk } from './pair-desk.ts';
import type { TickNote } from './wire.ts';

const HINT_BYTES = 8;

/** A tick as it crosses to the web thread. */
export function tickNote(desk: PairDesk, tick: Tick): TickNote {
  return {
    pair: desk.pair.id,
    kind: desk.kind,
    seq: tick.seq,
    t: tick.t,
    price: tick.price,
    head: toHex(tick.head.subarray(0, HINT_BYTES)),
  };
}
