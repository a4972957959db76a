import type { Logger } from 'pino';
import { CLOCK_FAULT_MS } from '#domain/prices/clock-guard.ts';

/** A clock that is behind the newest price by less has only been corrected, ms. */
const BEHIND_MS = 1_000;

/** Says in the log that the wall clock was set, and for how long prices have to wait for it. */
export class ClockWatch {
  readonly #log: Pick<Logger, 'error' | 'info'>;
  #offset: number | null = null;
  #isBehind = false;

  constructor(log: Pick<Logger, 'error' | 'info'>) {
    this.#log = log;
  }

  /** All in ms. `newest`: time of the newest price of any pair; null: there is none. */
  look({
    wall,
    monotonic,
    newest,
  }: {
    readonly wall: number;
    readonly monotonic: number;
    readonly newest: number | null;
  }) {
    const offset = wall - monotonic;
    const byMs = Math.round(offset - (this.#offset ?? offset));
    this.#offset = offset;
    if (Math.abs(byMs) > CLOCK_FAULT_MS) this.#log.error({ alarm: 'clock', byMs }, 'the clock of this machine was set');
    const behindMs = newest === null ? 0 : newest - wall;
    const isBehind = behindMs > (this.#isBehind ? 0 : BEHIND_MS);
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    if (isBehind) {
      this.#log.error(
        { alarm: 'clock', behindMs },
        'the clock is behind the newest price: there are no prices until it has caught up',
      );
    } else this.#log.info('the clock has caught up with the prices');
  }
}
