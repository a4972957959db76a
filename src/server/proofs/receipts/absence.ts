import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { SignerAway } from '../signing/signer.ts';

/** A signer that is started again is back sooner, ms. */
const ALARM_AFTER_MS = 5_000;
/** At a start its code is loaded last, ms. */
const FIRST_ALARM_AFTER_MS = 30_000;

/** Says once that the signer is away for longer than a restart takes, and once that it is back. */
export class Absence {
  readonly #parts: { readonly clock: Pick<Clock, 'monotonic'>; readonly log: Pick<Logger, 'error' | 'info'> };
  #present = false;
  #everPresent = false;
  #since: number | null = null;
  #told = false;

  constructor(parts: { readonly clock: Pick<Clock, 'monotonic'>; readonly log: Pick<Logger, 'error' | 'info'> }) {
    this.#parts = parts;
  }

  /** It did not answer just now. */
  away(error: SignerAway): void {
    const { clock, log } = this.#parts;
    const now = clock.monotonic();
    this.#present = false;
    this.#since ??= now;
    if (this.#told || now - this.#since < (this.#everPresent ? ALARM_AFTER_MS : FIRST_ALARM_AFTER_MS)) return;
    this.#told = true;
    log.error({ alarm: 'signer', err: error }, 'the signer is away: nothing is proven until it is back');
  }

  /** It answered just now. Was it away before, or never there? */
  back(): boolean {
    const came = !this.#present;
    this.#present = true;
    this.#everPresent = true;
    if (this.#told) this.#parts.log.info('the signer is back');
    this.#since = null;
    this.#told = false;
    return came;
  }
}
