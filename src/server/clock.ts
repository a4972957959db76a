/** Wall and monotonic time, injected so that tests and the simulator own it. */
export interface Clock {
  /** Unix milliseconds, whole. */
  now(): number;
  /** Milliseconds that only grow. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
