import type { Clock } from '#server/clock.ts';

/** Two readings further apart than this were torn by a pause of the process, ms. */
const TORN_MS = 20;
const TRIES = 3;

/** Wall and monotonic time of one moment. A pause between two readings would look like a clock that jumped: the tightest of three counts. */
export function bothClocks(clock: Clock): { readonly wall: number; readonly monotonic: number } {
  let best = { wall: 0, monotonic: 0 };
  let tightest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && tightest > TORN_MS; tries += 1) {
    const before = clock.monotonic();
    const wall = clock.now();
    const monotonic = clock.monotonic();
    if (monotonic - before >= tightest) continue;
    tightest = monotonic - before;
    best = { wall, monotonic };
  }
  return best;
}
