/** A price that moves like a market: clustered volatility, rare jumps. Same seed and steps, same prices. */

const YEAR_SECONDS = 365.25 * 86_400;
/** GARCH(1,1) per step around 1: what a move adds, what stays. Their sum is below 1, so bursts fade. */
const ARCH = 0.06;
const STAY = 0.93;
/** A jump comes once in this many seconds on average, and is this many standard deviations of a minute wide. */
const JUMP_EVERY_SECONDS = 3_600;
const JUMP_WIDTH = 3;
const JUMP_HEAT = 1;
const HEAT_MAX = 25;
/** Seconds over which the level is drawn back to where it began: prices stay believable for months. */
const PULL_SECONDS = 30 * 86_400;

/** Uniform numbers in [0, 1) from a 32-bit seed (mulberry32): enough for a picture, not for secrets. */
export function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One seed per pair out of one for all (FNV-1a). */
export function seedOf(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

export interface PathStart {
  readonly seed: number;
  /** Price as a plain number of quote units. */
  readonly price: number;
  /** Level the price is drawn to over weeks. */
  readonly home: number;
  /** Standard deviation of a year's log return. */
  readonly volatility: number;
}

export class SimulatedPath {
  readonly #uniform: () => number;
  readonly #home: number;
  readonly #secondSigma: number;
  #price: number;
  #heat = 1;
  #spare: number | null = null;

  constructor(start: PathStart) {
    this.#uniform = seededUniform(start.seed);
    this.#home = start.home;
    this.#price = start.price;
    this.#secondSigma = start.volatility / Math.sqrt(YEAR_SECONDS);
  }

  get price(): number {
    return this.#price;
  }

  /** Uniform in [0, 1) of the same seed, for the pace of the steps. */
  uniform(): number {
    return this.#uniform();
  }

  /** Moves on by `seconds` and returns the price. */
  step(seconds: number): number {
    const shock = this.#normal();
    const sigma = this.#secondSigma * Math.sqrt(seconds * this.#heat);
    this.#heat = Math.min(HEAT_MAX, 1 - ARCH - STAY + (ARCH * shock * shock + STAY) * this.#heat);
    let move = sigma * shock + ((this.#home / this.#price - 1) * seconds) / PULL_SECONDS;
    if (this.#uniform() < seconds / JUMP_EVERY_SECONDS) {
      move += JUMP_WIDTH * this.#secondSigma * Math.sqrt(60) * this.#normal();
      this.#heat = Math.min(HEAT_MAX, this.#heat + JUMP_HEAT);
    }
    this.#price *= Math.exp(move);
    return this.#price;
  }

  /** Standard normal (Box-Muller, which makes two at a time). */
  #normal(): number {
    const spare = this.#spare;
    if (spare !== null) {
      this.#spare = null;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.#uniform()));
    const angle = 2 * Math.PI * this.#uniform();
    this.#spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }
}
