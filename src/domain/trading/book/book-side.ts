import { LevelSet } from './level-set.ts';
import type { Resting } from './resting.ts';

/**
 * One side of a book. Its prices are counted by rank: 0 is the best there could be (the highest for bids, the lowest for asks), so that both sides work alike.
 */
export class BookSide {
  /** First and last order of each rank's queue, 0 where it is empty. */
  readonly heads: Int32Array;
  readonly tails: Int32Array;
  readonly lots: Float64Array;
  readonly counts: Int32Array;
  readonly #ranks: LevelSet;
  readonly #size: number;
  #best: number;

  constructor(size: number) {
    this.heads = new Int32Array(size);
    this.tails = new Int32Array(size);
    this.lots = new Float64Array(size);
    this.counts = new Int32Array(size);
    this.#ranks = new LevelSet(size);
    this.#size = size;
    this.#best = size;
  }

  /** The best rank anything rests at; beyond every rank (the size of the scale) when nothing rests. */
  get best(): number {
    return this.#best;
  }

  /** The next rank after `rank` anything rests at, or the size of the scale. */
  after(rank: number): number {
    const next = rank + 1 < this.#size ? this.#ranks.up(rank + 1) : -1;
    return next === -1 ? this.#size : next;
  }

  /** Puts an order, already written into its slot, behind all others of its rank. */
  append(resting: Resting, slot: number): void {
    const rank = resting.rank[slot]!;
    const last = this.tails[rank]!;
    resting.before[slot] = last;
    resting.next[slot] = 0;
    this.tails[rank] = slot;
    if (last === 0) {
      this.heads[rank] = slot;
      this.#ranks.put(rank);
      if (rank < this.#best) this.#best = rank;
    } else {
      resting.next[last] = slot;
    }
    this.lots[rank] = this.lots[rank]! + resting.lots[slot]!;
    this.counts[rank] = this.counts[rank]! + 1;
  }

  /** Takes an order out of its queue and gives its slot back. */
  remove(resting: Resting, slot: number): void {
    const rank = resting.rank[slot]!;
    const before = resting.before[slot]!;
    const next = resting.next[slot]!;
    if (before === 0) this.heads[rank] = next;
    else resting.next[before] = next;
    if (next === 0) this.tails[rank] = before;
    else resting.before[next] = before;
    this.lots[rank] = this.lots[rank]! - resting.lots[slot]!;
    this.counts[rank] = this.counts[rank]! - 1;
    if (before === 0 && next === 0) {
      this.#ranks.take(rank);
      if (rank === this.#best) this.#best = this.after(rank);
    }
    resting.give(slot);
  }

  /** Takes lots off an order that keeps some, and its place. */
  reduce(resting: Resting, slot: number, lots: number): void {
    const rank = resting.rank[slot]!;
    resting.lots[slot] = resting.lots[slot]! - lots;
    this.lots[rank] = this.lots[rank]! - lots;
  }
}
