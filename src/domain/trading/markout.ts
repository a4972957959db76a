import type { Direction } from './prediction.ts';

/** How long after the admission the price is looked at, ms. */
export const MARKOUT_HORIZONS_MS = [1_000, 5_000] as const;

/** A person is flagged when their evidence reaches this: at most 1 in 1,000 honest ones ever does in a series. */
const FLAG_AT = 1_000;
/** Stakes of the gamblers whose mean capital is the evidence: small ones find a slight edge slowly, large ones a great edge soon. */
const STAKES = [0.1, 0.25, 0.5] as const;
/** So many counted markouts make a series; then the test begins anew, so that an honest past hides nothing. */
const SERIES = 1_000;

/** An admission and the prices after it, one per horizon. All of one pair, integers of 10^-scale. */
export interface Markout {
  readonly admittedAt: number;
  readonly direction: Direction;
  /** The last price known at the admission. */
  readonly atAdmission: number;
  readonly after: readonly number[];
}

/** 95 of 100 intervals of so many standard errors to each side of a mean hold the true one. */
const HALF_WIDTH = 1.96;
const BPS = 10_000;

interface HorizonScore {
  /** Of the last counted admission, ms. */
  countedAt: number;
  counted: number;
  /** Of the gamblers with STAKES. */
  readonly capitals: number[];
}

/** Sum and number of signed moves, price units: positive when the price goes where the person said. */
export interface MeanMarkout {
  readonly sum: number;
  readonly count: number;
}

/** A mean move in basis points of the price at the admission, so that pairs can be put together; `within`: half the width of its 95 % interval. */
export interface MeasuredMarkout {
  readonly mean: number;
  /** Infinity until there are two. */
  readonly within: number;
}

/** Sums of moves that do not overlap, basis points. */
interface Measure {
  measuredAt: number;
  count: number;
  sum: number;
  squares: number;
}

/**
 * The sequential test of one person. To one who knows nothing, the next price is as likely above as below: a gambler who stakes a fixed
 * part of their capital on "it goes their way" at even odds then has a capital that is a martingale from 1, and by Ville's inequality it
 * reaches 1,000 at any time with probability 1/1,000 at most. The mean of such gamblers over stakes and horizons is one too
 * (Ville 1939; Shafer, Testing by betting, 2021). Markouts that overlap are not counted twice, or they would not be independent.
 */
export class MarkoutScore {
  readonly #horizons: HorizonScore[] = MARKOUT_HORIZONS_MS.map(() => newSeries(Number.NEGATIVE_INFINITY));
  readonly #means = MARKOUT_HORIZONS_MS.map(() => ({ sum: 0, count: 0 }));
  readonly #measures = MARKOUT_HORIZONS_MS.map((): Measure => ({
    measuredAt: Number.NEGATIVE_INFINITY,
    count: 0,
    sum: 0,
    squares: 0,
  }));
  #flagged = false;

  /** Flagged once, flagged for good: people look at it. It changes delays and limits of the future, never a prediction that was won. */
  get flagged(): boolean {
    return this.#flagged;
  }

  /** Mean capital now: the evidence against "knows nothing". */
  get evidence(): number {
    let sum = 0;
    for (const { capitals } of this.#horizons) for (const capital of capitals) sum += capital;
    return sum / (STAKES.length * this.#horizons.length);
  }

  /** Per horizon, over all markouts. */
  get means(): readonly MeanMarkout[] {
    return this.#means;
  }

  /** Per horizon, over markouts that do not overlap: those that do tell of the same move of the price. */
  get measured(): readonly MeasuredMarkout[] {
    return this.#measures.map(({ count, sum, squares }) => {
      const mean = count === 0 ? 0 : sum / count;
      const variance = Math.max(0, squares - sum * mean) / (count - 1);
      return { mean, within: count < 2 ? Infinity : HALF_WIDTH * Math.sqrt(variance / count) };
    });
  }

  /** Takes the next markout of the person, in the order of admission. */
  take(markout: Markout): void {
    for (const [index, horizonMs] of MARKOUT_HORIZONS_MS.entries()) {
      const after = markout.after[index];
      if (after === undefined) continue;
      const move = (after - markout.atAdmission) * (markout.direction === 'UP' ? 1 : -1);
      const mean = this.#means[index]!;
      mean.sum += move;
      mean.count += 1;
      this.#measure(index, horizonMs, { at: markout.admittedAt, bps: (move / markout.atAdmission) * BPS });
      this.#count(index, horizonMs, { at: markout.admittedAt, move });
    }
    if (this.evidence >= FLAG_AT) this.#flagged = true;
  }

  #measure(index: number, horizonMs: number, { at, bps }: { at: number; bps: number }): void {
    const measure = this.#measures[index]!;
    if (at < measure.measuredAt + horizonMs) return;
    measure.measuredAt = at;
    measure.count += 1;
    measure.sum += bps;
    measure.squares += bps * bps;
  }

  #count(index: number, horizonMs: number, { at, move }: { at: number; move: number }): void {
    let score = this.#horizons[index]!;
    if (move === 0 || at < score.countedAt + horizonMs) return;
    if (score.counted >= SERIES) this.#horizons[index] = score = newSeries(at);
    score.countedAt = at;
    score.counted += 1;
    for (const [gambler, stake] of STAKES.entries()) score.capitals[gambler]! *= 1 + (move > 0 ? stake : -stake);
  }
}

function newSeries(countedAt: number): HorizonScore {
  return { countedAt, counted: 0, capitals: STAKES.map(() => 1) };
}
