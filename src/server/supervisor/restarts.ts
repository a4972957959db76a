/** Allows at most `most` restarts in any `windowMs`: a server that cannot live is not started for ever. */
export function createRestartBudget({ most = 5, windowMs = 60_000 } = {}): { allows(now: number): boolean } {
  let starts: number[] = [];
  return {
    allows(now) {
      starts = starts.filter((at) => now - at < windowMs);
      if (starts.length >= most) return false;
      starts.push(now);
      return true;
    },
  };
}
