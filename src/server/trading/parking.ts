import type { Logger } from 'pino';
import { effectsOf } from './batch/batch.ts';
import type { BatchWork, Effect, EffectKind } from './batch/batch.ts';

/** Where effects of a kind are parked. */
interface Lot {
  readonly parked: ReadonlySet<string>;
  park(id: string): void;
  unpark(id: string): void;
}

export type ParkedCounts = Readonly<Record<EffectKind, number>>;

/**
 * What cannot be stored and must not hold up the others: it waits here, an alarm for people, and is tried again. One at a time, so that a
 * try that fails costs the others one batch; when one is stored, all are tried.
 */
export class Parking {
  readonly #lots: Readonly<Record<EffectKind, Lot>>;
  readonly #log: Logger;
  readonly #tries = new Map<string, number>();
  readonly #told = new Set<string>();
  #trial: Effect | null = null;

  constructor(lots: Readonly<Record<EffectKind, Lot>>, log: Logger) {
    this.#lots = lots;
    this.#log = log;
  }

  get counts(): ParkedCounts {
    const { prediction, market, scheduled } = this.#lots;
    return { prediction: prediction.parked.size, market: market.parked.size, scheduled: scheduled.parked.size };
  }

  park(effect: Effect, error: unknown): void {
    this.#lots[effect.of].park(effect.id);
    if (this.#trial?.id === effect.id) this.#trial = null;
    this.#tell(effect, error);
  }

  /** Is this one being tried again? Then a single failure parks it. */
  isTried(id: string): boolean {
    return this.#trial?.id === id;
  }

  /** Lets the one that was tried least be stored with the others. */
  retry(): void {
    const all = this.#all();
    const next = all.toSorted((a, b) => this.#triesOf(a) - this.#triesOf(b))[0];
    this.#trial = next ?? null;
    if (next === undefined) return;
    this.#tries.set(next.id, this.#triesOf(next) + 1);
    this.#lots[next.of].unpark(next.id);
  }

  /** A batch is stored. With the one on trial in it, whatever kept the others out may be over. */
  stored(work: BatchWork): void {
    const trial = this.#trial;
    if (trial === null || !effectsOf(work).some(({ id }) => id === trial.id)) return;
    this.#trial = null;
    this.#log.info({ of: trial.of, id: trial.id }, 'what was parked is stored');
    for (const { of, id } of this.#all()) this.#lots[of].unpark(id);
    this.#tries.clear();
    this.#told.clear();
  }

  /** Makes sure that there is an alarm for each: some are parked where they are decided. */
  look(): void {
    for (const effect of this.#all()) this.#tell(effect);
  }

  #tell({ of, id }: Effect, error?: unknown): void {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    const fields = { alarm: 'parked', of, id, ...(error === undefined ? {} : { err: error }) };
    this.#log.error(fields, 'something cannot be stored and is parked');
  }

  #triesOf({ id }: Effect): number {
    return this.#tries.get(id) ?? 0;
  }

  #all(): Effect[] {
    return Object.entries(this.#lots).flatMap(([of, { parked }]) =>
      [...parked].map((id) => ({ of: of as EffectKind, id })),
    );
  }
}
