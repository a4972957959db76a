import type { IdentityWorld } from '#tests/identity-world.ts';

const WARM_UP = 5;
const QUARTER_MS = 15 * 60_000;

/** Answers to a known and to an unknown address, and how long each took. */
export interface Asked {
  readonly name: string;
  readonly known: (no: number) => Promise<unknown>;
  readonly unknown: (no: number) => Promise<unknown>;
}

export interface Apart {
  readonly name: string;
  readonly pairs: number;
  /** How far the medians are apart, ms. */
  readonly apartMs: number;
  /** How far they may be by chance alone on this machine in this run (four standard errors), ms. */
  readonly noiseMs: number;
}

/** Asks for both in turn, the one first and then the other, so that whatever else this machine does meets both alike. */
export async function answerTimes(world: IdentityWorld, asked: Asked, pairs: number): Promise<Apart> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let no = 0; no < pairs + WARM_UP; no += 1) {
    // Nobody waits for the throttle: another quarter of an hour for each pair.
    world.clock.at += QUARTER_MS;
    const order = no % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const which of order) {
      const from = performance.now();
      await asked[which](no);
      if (no >= WARM_UP) times[which].push(performance.now() - from);
      await world.identity.stop();
    }
  }
  return { name: asked.name, pairs, ...apartOf(times) };
}

/** How far two lists of times are apart, and how far they may be by chance. */
export function apartOf(times: { readonly known: readonly number[]; readonly unknown: readonly number[] }) {
  const [one, other] = [spreadOf(times.known), spreadOf(times.unknown)];
  return { apartMs: Math.abs(one.median - other.median), noiseMs: 4 * Math.hypot(one.error, other.error) };
}

/** The median, and its standard error out of the quartiles, which a few slow answers do not move (McGill, Tukey, Larsen 1978: 1.25 IQR / 1.35 sqrt(n)). */
function spreadOf(samples: readonly number[]): { readonly median: number; readonly error: number } {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), error: (1.25 * (at(0.75) - at(0.25))) / (1.35 * Math.sqrt(sorted.length)) };
}

/** medians at most so far apart, ms. */
export const MOST_APART_MS = 5;

/** Whether the times tell who has an account: further apart than allowed, by more than chance. */
export function tells({ apartMs, noiseMs }: Pick<Apart, 'apartMs' | 'noiseMs'>): boolean {
  return apartMs > MOST_APART_MS + noiseMs;
}
