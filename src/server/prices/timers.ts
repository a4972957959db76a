import type { Timers } from './source.ts';

/** Timers of the process. */
export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};
