import type { FeedKind } from '#domain/prices/pair.ts';
import type { PairFeed } from './contract.ts';

/** A tick as it crosses to the web thread: what sockets and charts need. */
export interface TickNote {
  readonly pair: string;
  readonly kind: FeedKind;
  readonly seq: number;
  readonly t: number;
  readonly price: number;
  /** First 8 bytes of the chain head, hex. */
  readonly head: string;
}

export interface BarQuery {
  readonly pair: string;
  readonly resolution: '1s' | '5s' | '15s' | '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
  readonly from: number | null;
  readonly to: number | null;
}

/** Prices are integers of 10^-scale; time is the bar's start in ms. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A feed plus what the engine computes per pair (bps by seconds; the ratio of UP stake, a minute late, from 30 people). */
export interface PairBoard extends Omit<PairFeed, 'last'> {
  readonly last: {
    readonly seq: number;
    readonly t: number;
    readonly tSource: number;
    readonly price: number;
    /** First 8 bytes of the chain head, hex. */
    readonly head: string;
  } | null;
  readonly payouts: Readonly<Record<number, number>>;
  readonly crowdUp: number | null;
}

declare module '#server/bus/bus.ts' {
  interface Requests {
    'prices.board': { input: null; output: readonly PairBoard[] };
    'prices.bars': { input: BarQuery; output: readonly Bar[] };
  }
  interface Topics {
    'prices.tick': TickNote;
    /** On each change of a pair's status, and of every pair at least each 10 s: payouts and the figures of the day. */
    'prices.pair': PairBoard;
    /** Once a second: SHA-256 over the sorted (stream, head) list. */
    'prices.heads': { readonly t: number; readonly tickHeads: string };
  }
}
