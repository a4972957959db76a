import type { PriceBar } from '#domain/prices/bars.ts';

/** The newest bars of one resolution in flat arrays: a day of them costs no objects. */
export class BarRing {
  readonly spanMs: number;
  readonly #size: number;
  readonly #fields: Float64Array;
  #count = 0;
  #next = 0;

  constructor({ spanMs, size }: { readonly spanMs: number; readonly size: number }) {
    this.spanMs = spanMs;
    this.#size = size;
    this.#fields = new Float64Array(size * 5);
  }

  /** Time does not go back. */
  add(t: number, price: number): void {
    const time = Math.floor(t / this.spanMs) * this.spanMs;
    const at = ((this.#next + this.#size - 1) % this.#size) * 5;
    const fields = this.#fields;
    if (this.#count > 0 && (fields[at] ?? 0) >= time) {
      if (price > (fields[at + 2] ?? 0)) fields[at + 2] = price;
      if (price < (fields[at + 3] ?? 0)) fields[at + 3] = price;
      fields[at + 4] = price;
      return;
    }
    this.#push({ time, open: price, high: price, low: price, close: price });
  }

  #push(bar: PriceBar): void {
    const at = this.#next * 5;
    const fields = this.#fields;
    fields[at] = bar.time;
    fields[at + 1] = bar.open;
    fields[at + 2] = bar.high;
    fields[at + 3] = bar.low;
    fields[at + 4] = bar.close;
    this.#next = (this.#next + 1) % this.#size;
    this.#count = Math.min(this.#count + 1, this.#size);
  }

  /** Puts older bars (ascending) in front of what is there; those that do not fit, or are not older, are left out. */
  putBefore(bars: readonly PriceBar[]): void {
    const present = this.list();
    const first = present[0]?.time ?? Number.POSITIVE_INFINITY;
    const older = bars.filter((bar) => bar.time < first);
    const all = [...older, ...present].slice(-this.#size);
    this.#count = 0;
    this.#next = 0;
    for (const bar of all) this.#push(bar);
  }

  /** Start of the oldest bar; null when empty. */
  firstTime(): number | null {
    return this.#count === 0 ? null : this.#at(0).time;
  }

  /** Bars from `from` on, ascending. */
  list(from = Number.NEGATIVE_INFINITY): PriceBar[] {
    const bars: PriceBar[] = [];
    for (let i = this.#count - 1; i >= 0; i--) {
      const bar = this.#at(i);
      if (bar.time < from) break;
      bars.push(bar);
    }
    return bars.reverse();
  }

  /** i-th bar, 0 the oldest. */
  #at(i: number): PriceBar {
    const at = ((this.#next - this.#count + i + this.#size) % this.#size) * 5;
    const [time = 0, open = 0, high = 0, low = 0, close = 0] = this.#fields.subarray(at, at + 5);
    return { time, open, high, low, close };
  }
}
