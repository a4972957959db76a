/** A scale that spans fewer units than this is looked up. */
const TABLE = 4_096;

/** `count` prices from `lowest`, `step` apart; all whole numbers of one unit (thousandths for shares). */
export interface PriceSteps {
  readonly lowest: number;
  readonly step: number;
  readonly count: number;
}

/**
 * The prices a book knows, numbered from 0 upwards: runs of even steps, so that any scale fits. Inside a book a price is its number.
 */
export class PriceScale {
  /** How many prices there are. */
  readonly size: number;
  readonly #runs: readonly PriceSteps[];
  readonly #firsts: readonly number[];
  readonly #prices: Float64Array;
  /** Numbers by price above the lowest, where these are few enough to be written down. */
  readonly #table: Int32Array;
  readonly #lowest: number;

  /** Runs go upwards and do not overlap; throws otherwise. */
  constructor(runs: readonly PriceSteps[]) {
    let size = 0;
    let above = -Infinity;
    const firsts: number[] = [];
    for (const { lowest, step, count } of runs) {
      if (![lowest, step, count].every(Number.isSafeInteger) || step < 1 || count < 1 || lowest <= above) {
        throw new Error(`not a run of prices: ${count} from ${lowest} by ${step} above ${above}`);
      }
      firsts.push(size);
      size += count;
      above = lowest + (count - 1) * step;
    }
    this.size = size;
    this.#runs = runs;
    this.#firsts = firsts;
    this.#prices = new Float64Array(size);
    runs.forEach(({ lowest, step, count }, run) => {
      for (let at = 0; at < count; at += 1) this.#prices[firsts[run]! + at] = lowest + at * step;
    });
    this.#lowest = runs[0]?.lowest ?? 0;
    this.#table = new Int32Array(above - this.#lowest < TABLE ? Math.max(0, above - this.#lowest + 1) : 0).fill(-1);
    if (this.#table.length > 0) this.#prices.forEach((price, level) => (this.#table[price - this.#lowest] = level));
  }

  /** The price of a number; throws for a number there is none of. */
  priceAt(level: number): number {
    const price = this.#prices[level];
    if (price === undefined) throw new Error(`no price has the number ${level}`);
    return price;
  }

  /** The number of a price, -1 when the scale does not have it: a price between two steps, or beyond the ends. */
  levelOf(price: number): number {
    if (this.#table.length > 0) return this.#table[price - this.#lowest] ?? -1;
    for (let run = this.#runs.length - 1; run >= 0; run -= 1) {
      const { lowest, step, count } = this.#runs[run]!;
      if (price < lowest) continue;
      const at = (price - lowest) / step;
      return at < count && Number.isInteger(at) ? this.#firsts[run]! + at : -1;
    }
    return -1;
  }

  /** How far the prices around `price` are apart; beyond the ends, as at the nearer one. */
  stepAt(price: number): number {
    const run = this.#runs.findLast(({ lowest, step }) => price > lowest - step) ?? this.#runs[0];
    return run?.step ?? 0;
  }

  /** The number of the highest price at or below `price`, -1 when all are above. */
  levelAtMost(price: number): number {
    for (let run = this.#runs.length - 1; run >= 0; run -= 1) {
      const { lowest, step, count } = this.#runs[run]!;
      if (price >= lowest) return this.#firsts[run]! + Math.min(count - 1, Math.floor((price - lowest) / step));
    }
    return -1;
  }
}

/** Prices of a share, in thousandths of its 1.00: steps of 0.01, of 0.001 below 0.10 and above 0.90 (docs/rules/exchange.md#prices). */
export const SHARE_PRICES = new PriceScale([
  { lowest: 1, step: 1, count: 99 },
  { lowest: 100, step: 10, count: 81 },
  { lowest: 901, step: 1, count: 99 },
]);
