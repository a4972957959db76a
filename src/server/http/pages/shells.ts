import type { Drawn } from './draw.ts';

/** How long a drawn page is shown, ms: with prices a second, else ten. An answer that is no page (404, a redirect) a second. */
const [WITH_PRICES_MS, WITHOUT_MS] = [1_000, 10_000];

/** Addresses are what strangers make up: no more pages than this are held, and the oldest goes first. */
const MOST = 300;

interface Shell {
  readonly drawn: Promise<Drawn>;
  /** Not known while it is drawn. */
  until: number;
}

/**
 * Pages that were drawn a moment ago, by all that they were drawn from. They lie in memory only: another version of the product begins with
 * none. Each is drawn once, however many ask for it meanwhile.
 */
export class Shells {
  readonly #now: () => number;
  readonly #shells = new Map<string, Shell>();

  /** `now`: ms, monotonic. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string, draw: () => Promise<Drawn>): Promise<Drawn> {
    const found = this.#shells.get(key);
    if (found !== undefined && this.#now() < found.until) return found.drawn;
    const shell: Shell = { drawn: draw(), until: Number.POSITIVE_INFINITY };
    // Set anew, it is the newest.
    this.#shells.delete(key);
    this.#shells.set(key, shell);
    for (const oldest of this.#shells.keys()) {
      if (this.#shells.size <= MOST) break;
      this.#shells.delete(oldest);
    }
    shell.drawn.then(
      ({ hasPrices, status }) => {
        shell.until = this.#now() + (hasPrices || status !== 200 ? WITH_PRICES_MS : WITHOUT_MS);
      },
      () => {
        if (this.#shells.get(key) === shell) this.#shells.delete(key);
      },
    );
    return shell.drawn;
  }

  /** Lets go of what is too old to be shown. */
  sweep(): void {
    const now = this.#now();
    for (const [key, { until }] of this.#shells) if (until <= now) this.#shells.delete(key);
  }

  get size(): number {
    return this.#shells.size;
  }
}
