import type { Logger } from 'pino';

/** Says in the log when the relay stops taking mails, and when it takes them again: not for each mail, and not only when one is given up. */
export class RelayWatch {
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  #fault: string | null = null;
  #putBack = 0;

  constructor(log: Pick<Logger, 'warn' | 'info'>) {
    this.#log = log;
  }

  /** It does not take mails at all: away, another password, no encryption. `fault`: numbers and codes alone. */
  away(fault: string): void {
    this.#putBack += 1;
    if (this.#fault === fault) return;
    this.#fault = fault;
    this.#log.warn(
      { alarm: 'mail', fault },
      'the mail relay takes no mails: they wait, and are tried again for 10 hours',
    );
  }

  took(): void {
    if (this.#fault === null) return;
    this.#log.info({ fault: this.#fault, tries: this.#putBack }, 'the mail relay takes mails again');
    this.#fault = null;
    this.#putBack = 0;
  }
}
