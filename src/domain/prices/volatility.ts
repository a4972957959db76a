import { MINUTE_MS } from './calendar.ts';
import { HOUR_MS } from '../time.ts';

/** Returns in the short measure: five minutes of seconds. */
export const SHORT_SECONDS = 300;
const LONG_MS = 24 * HOUR_MS;
/** With less history than this there is no figure (docs/rules/feeds.md#volatility). */
const MIN_HISTORY_SECONDS = 3_600;
/** A price stands for at most this long (docs/rules/feeds.md#replay-time): over a longer hole no return is taken. */
const STANDS_SECONDS = 75;

interface Sums {
  start: number;
  squares: number;
  count: number;
}

/**
 * Root mean squares of 1 s log returns over 5 min and 24 h, in the time of the prices (replay: recorded time).
 * Seconds without a change count as zero returns; a market that is closed or gives no prices counts as nothing.
 */
export class VolatilityMeter {
  readonly #recent = new Float64Array(SHORT_SECONDS);
  #recentCount = 0;
  #recentNext = 0;
  #second: number | null = null;
  #secondClose = 0;
  #price = 0;
  #minutes: Sums[] = [];
  #squares = 0;
  #count = 0;

  /** Takes a price at `t` ms; time that goes back (a replay that starts again) opens a new run. */
  add(t: number, price: number): void {
    const second = Math.floor(t / 1_000);
    if (this.#second !== null && second > this.#second) this.#closeSeconds(second);
    else if (this.#second === null || second < this.#second) this.#secondClose = 0;
    this.#second = second;
    this.#price = price;
  }

  /** The running second is over; those between it and `second` had no price of their own. */
  #closeSeconds(second: number): void {
    const from = this.#second ?? second;
    const t = from * 1_000;
    if (this.#secondClose > 0) this.#take(t, Math.log(this.#price / this.#secondClose) ** 2);
    this.#secondClose = this.#price;
    const empty = second - from - 1;
    if (empty >= STANDS_SECONDS) this.#secondClose = 0;
    else for (let i = 1; i <= empty; i++) this.#take(t + i * 1_000, 0);
  }

  #take(t: number, square: number): void {
    this.#recent[this.#recentNext] = square;
    this.#recentNext = (this.#recentNext + 1) % SHORT_SECONDS;
    this.#recentCount = Math.min(this.#recentCount + 1, SHORT_SECONDS);
    this.seed({ t, squares: square, count: 1 });
  }

  /** Adds the sum of `count` squared 1 s returns that ended at `t` ms. Only the sum is known: it is spread evenly. Oldest first. */
  seedRun({ t, squares, count }: { readonly t: number; readonly squares: number; readonly count: number }): void {
    for (let left = count; left > 0;) {
      const minutesLeft = Math.ceil(left / 60);
      const part = left - (minutesLeft - 1) * 60;
      this.seed({ t: t - (minutesLeft - 1) * MINUTE_MS, squares: (squares * part) / count, count: part });
      left -= part;
    }
  }

  /** Adds sums of a sealed past (or of one second): `count` squared returns around `t`. Oldest first. */
  seed({ t, squares, count }: { readonly t: number; readonly squares: number; readonly count: number }): void {
    const start = Math.floor(t / MINUTE_MS) * MINUTE_MS;
    const last = this.#minutes.at(-1);
    // A replay that begins again: its former run stands as if it had ended just now, and grows old from here.
    const back = last === undefined ? 0 : last.start - start;
    if (back > 0) for (const minute of this.#minutes) minute.start -= back;
    if (last !== undefined && last.start === start) {
      last.squares += squares;
      last.count += count;
    } else {
      this.#minutes.push({ start, squares, count });
    }
    this.#squares += squares;
    this.#count += count;
    while ((this.#minutes[0]?.start ?? t) < t - LONG_MS) this.#drop();
  }

  #drop(): void {
    const gone = this.#minutes.shift();
    this.#squares = Math.max(0, this.#squares - (gone?.squares ?? 0));
    this.#count -= gone?.count ?? 0;
  }

  /** Squared returns of the last 24 h and their number. */
  sums(): { readonly squares: number; readonly count: number } {
    return { squares: this.#squares, count: this.#count };
  }

  /** null while less than an hour of prices exists. */
  read(): { readonly rv5m: number; readonly rv24h: number } | null {
    if (this.#count < MIN_HISTORY_SECONDS || this.#recentCount === 0) return null;
    let recent = 0;
    for (let i = 0; i < this.#recentCount; i++) recent += this.#recent[i] ?? 0;
    return { rv5m: Math.sqrt(recent / this.#recentCount), rv24h: Math.sqrt(this.#squares / this.#count) };
  }
}
