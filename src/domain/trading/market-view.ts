import type { FeedKind, Pair, PairStatus } from '../prices/pair.ts';
import type { Pause } from '../settings/modes.ts';
import type { TimingRule } from './entry.ts';
import type { ExposureCaps } from './exposure.ts';

/** A pair at one moment: its feed, its payouts and its rules. */
export interface MarketView {
  readonly pair: Pair;
  readonly kind: FeedKind;
  readonly stream: number;
  readonly status: PairStatus;
  /** Wall ms. */
  readonly nextOpen: number | null;
  readonly minDurationSec: number;
  /** Bps by seconds. */
  readonly payouts: Readonly<Record<number, number>>;
  readonly rule: TimingRule;
  readonly rulesHash: string;
  /** Why an operator lets nothing new in, by what it would be; null: it may come in. */
  readonly pauses: { readonly quick: Pause | null; readonly scheduled: Pause | null };
  /** What an operator has set of risk: percent of the house's bank that stays untouched, and the possible profit of one practising person in a bucket, 10^-6. */
  readonly caps: Pick<ExposureCaps, 'reserve' | 'practice'>;
  /** The last tick the engine applied; null before the first. `head` is the chain after it, hex. */
  readonly last: { readonly seq: number; readonly tSource: number; readonly head: string } | null;
  /** Is [from, to] (wall ms) inside one period, the guard before its close left out? */
  openThrough(from: number, to: number): boolean;
}
