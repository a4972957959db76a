/** Wall and monotonic clock may differ by this much from what they were (reliability R-10), ms. */
export const CLOCK_FAULT_MS = 250;
/** After a fault the clocks must agree this long before prices are trusted again, ms of the monotonic clock. */
export const CLOCK_STEADY_MS = 10_000;
/** Slow drift that is followed, as a fraction of elapsed time: five times the worst of R-10. */
const DRIFT = 0.001;

/** Tells a wall clock that jumps from one that drifts. It is given both clocks and reads none itself. */
export class ClockGuard {
  #offset: number | null = null;
  #checkedAt = 0;
  #faultyUntil: number | null = null;

  /** True while the wall clock must not be trusted. */
  faulty({ wall, monotonic }: { readonly wall: number; readonly monotonic: number }): boolean {
    const offset = wall - monotonic;
    if (this.#offset === null) {
      this.#offset = offset;
      this.#checkedAt = monotonic;
      return false;
    }
    const error = offset - this.#offset;
    if (Math.abs(error) > CLOCK_FAULT_MS) {
      this.#offset = offset;
      this.#faultyUntil = monotonic + CLOCK_STEADY_MS;
    } else {
      const most = DRIFT * (monotonic - this.#checkedAt);
      this.#offset += Math.max(-most, Math.min(most, error));
    }
    this.#checkedAt = monotonic;
    if (this.#faultyUntil !== null && monotonic >= this.#faultyUntil) this.#faultyUntil = null;
    return this.#faultyUntil !== null;
  }
}
