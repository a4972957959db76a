import type { Logger } from 'pino';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';

/** The tables are asked this often, ms: money comes to the maker by hand too. */
const EVERY_MS = 1_000;

export type MakerCash = Readonly<Record<Realm, Usdt>>;

/** What the house maker had to quote with when it was last looked at: views show no quote that it could not pay for. */
export class MakerFunds {
  readonly #log: Logger;
  #cash: MakerCash = { real: usdt(0n), demo: usdt(0n) };
  #read: (() => Promise<MakerCash>) | null = null;
  /** How many batches have reported: a read that one of them overtook is of no use. */
  #told = 0;
  #running = false;
  #nextAt = -Infinity;

  constructor({ log }: { readonly log: Logger }) {
    this.#log = log;
  }

  /** 10^-6; 0 before it was opened: an engine that does not own the shard meets no order. */
  of(realm: Realm): Usdt {
    return this.#cash[realm];
  }

  /** From now on `read` says what the tables hold. */
  async open(read: () => Promise<MakerCash>): Promise<void> {
    this.#read = read;
    await this.load();
  }

  /** A batch is stored that left the maker with this. */
  publish(cash: Partial<MakerCash>): void {
    this.#told += 1;
    this.#cash = { ...this.#cash, ...cash };
  }

  /** Goes on to ask now and then. Returns at once. */
  poll(now: number): void {
    if (this.#running || now < this.#nextAt) return;
    this.#running = true;
    this.#nextAt = now + EVERY_MS;
    this.load()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the funds of the house maker could not be read'))
      .finally(() => (this.#running = false));
  }

  /** Takes up what the tables hold. */
  async load(): Promise<void> {
    const told = this.#told;
    const cash = await this.#read?.();
    if (cash !== undefined && told === this.#told) this.#cash = cash;
  }
}
