/** A fault that comes again is told of once in this while, ms; one that stayed away for so long is over. */
const TELL_EVERY_MS = 60_000;

/** What is said of a fault that came more than once: how often since the last line, and since when it comes (wall ms). */
export interface Summary {
  readonly times: number;
  readonly since: number;
}

/** `last`: when it came for the last time, wall ms; `times`: all of them. */
export interface Ended extends Summary {
  readonly last: number;
}

interface Spell<L> {
  /** Writes its lines. */
  readonly line: L;
  readonly since: number;
  times: number;
  untold: number;
  toldAt: number;
  last: number;
}

/**
 * Which lines of a fault are written: the first, one a minute with a count while it goes on, and one when it is over. A full disk fails every
 * tick of every pair, and a line for each would fill what is left of it.
 */
export class Repeats<L> {
  readonly #spells = new Map<string, Spell<L>>();

  get isEmpty(): boolean {
    return this.#spells.size === 0;
  }

  /** A fault came at `now` (wall ms). 'write' it; a summary: write it with that; null: it is counted. */
  came(fault: string, line: L, now: number): 'write' | Summary | null {
    const spell = this.#spells.get(fault);
    if (spell === undefined || now - spell.last >= TELL_EVERY_MS) {
      this.#spells.set(fault, { line, since: now, times: 1, untold: 0, toldAt: now, last: now });
      return 'write';
    }
    spell.times += 1;
    spell.untold += 1;
    spell.last = now;
    if (now - spell.toldAt < TELL_EVERY_MS) return null;
    const summary = { times: spell.untold, since: spell.since };
    spell.untold = 0;
    spell.toldAt = now;
    return summary;
  }

  /** Those that have stayed away long enough, and came more than once. */
  ended(now: number): { readonly line: L; readonly ended: Ended }[] {
    const over = [...this.#spells].filter(([, { last }]) => now - last >= TELL_EVERY_MS);
    for (const [fault] of over) this.#spells.delete(fault);
    return over.flatMap(([, { line, times, since, last }]) =>
      times > 1 ? [{ line, ended: { times, since, last } }] : [],
    );
  }
}
