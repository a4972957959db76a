import { setTimeout as pause } from 'node:timers/promises';
import type { ReadNetwork } from '#server/networks/index.ts';
import { creditFinal } from './credit.ts';
import { followWaiting } from './follow-waiting.ts';
import type { DepositParts } from './parts.ts';
import { scan } from './scan.ts';

const LEAST_MS = 1_000;
const MOST_MS = 5_000;

/** Looks at each network again and again. One that is away keeps no other. */
export class DepositWatch {
  readonly #parts: DepositParts;
  readonly #stopping = new AbortController();
  #loops: readonly Promise<void>[] = [];

  constructor(parts: DepositParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#loops = this.#parts.networks.read.map((at) => this.#watch(at));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  async #watch(at: ReadNetwork): Promise<void> {
    const { signal } = this.#stopping;
    const everyMs = Math.min(Math.max(at.network.blockMs, LEAST_MS), MOST_MS);
    while (!signal.aborted) {
      // First the pause: a start has enough to do.
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || (await at.state()) !== 'open') continue;
      try {
        await scan(this.#parts, at);
        if (at.family === 'coin') await followWaiting(this.#parts, at);
        await creditFinal(this.#parts, at);
      } catch (error) {
        if (!signal.aborted)
          this.#parts.log.warn({ network: at.network.id, err: error }, 'a network could not be read');
      }
    }
  }
}
