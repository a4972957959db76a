import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';

/** open: its node answers and is of the right chain. maintenance: nothing is begun on it now. */
export type NetworkState = 'open' | 'maintenance';

export interface NetworkParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

interface Asked {
  readonly network: string;
  /** By which a node of this chain is known. */
  readonly chain: string;
  readonly ask: () => Promise<string>;
}

/** How long an answer about a node's state is good, ms. */
const STATE_MS = 3_000;

/** Whether a node answers and is of the chain that it should be of. */
export class StateOfNode {
  readonly #parts: NetworkParts;
  readonly #asked: Asked;
  #state: NetworkState = 'maintenance';
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<NetworkState> | null = null;

  constructor(parts: NetworkParts, asked: Asked) {
    this.#parts = parts;
    this.#asked = asked;
  }

  /** What it said within the last seconds. */
  async read(): Promise<NetworkState> {
    if (this.#parts.clock.now() - this.#askedAt < STATE_MS) return this.#state;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(): Promise<NetworkState> {
    const { network, chain, ask } = this.#asked;
    try {
      const told = await ask();
      this.#state = told === chain ? 'open' : 'maintenance';
      if (told !== chain) this.#parts.log.error({ network, chain, told }, 'the node is of another chain');
    } catch (error) {
      if (this.#state === 'open') this.#parts.log.warn({ network, err: error }, 'the node of a network is away');
      this.#state = 'maintenance';
    }
    this.#askedAt = this.#parts.clock.now();
    return this.#state;
  }
}
