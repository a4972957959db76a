/** Bits of a tick record's flags (docs/rules/feeds.md#ticks). */
export const TICK_FLAGS = { gap: 1, sessionOpen: 2, sessionClose: 4, heartbeat: 8, resumed: 16, break: 32 } as const;

/** One accepted price of a stream. All times are whole milliseconds; records hold them as microseconds. */
export interface Tick {
  readonly stream: number;
  /** +1 per stream from 1, never reset. */
  readonly seq: number;
  /** When we took it in (replay: its scheduled time). Non-decreasing. */
  readonly t: number;
  /** What the sources state; never decreasing (docs/rules/settlement.md#source-time). */
  readonly tSource: number;
  /** Integer of 10^-scale of the pair. */
  readonly price: number;
  readonly flags: number;
  readonly sources: number;
  /** Median absolute deviation of the sources, in price units. */
  readonly mad: number;
  /** The 76-byte record that is hashed. */
  readonly record: Uint8Array;
  /** Chain head after this tick, 32 bytes. */
  readonly head: Uint8Array;
  /** Replay only: data row from 1 and its recorded time. A heartbeat names the row it repeats. */
  readonly recorded: { readonly row: number; readonly ts: number } | null;
}

/** A stored tick without its place in the chain. */
export type PastTick = Omit<Tick, 'head'>;

/** Time of the price itself, ms: the recorded one in a replay. Volatility and market hours are taken at this time. */
export function priceTime({ t, recorded }: Pick<Tick, 't' | 'recorded'>): number {
  return recorded?.ts ?? t;
}
