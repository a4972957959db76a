import { setTimeout as pause } from 'node:timers/promises';
import { isTooMuch, totalMissing } from '#domain/treasury/differences.ts';
import { transaction } from '#server/db/index.ts';
import type { ReadNetwork } from '#server/networks/index.ts';
import type { TreasuryParts } from '../parts.ts';
import { compareAny } from './compare-any.ts';
import { writeDifferences } from './store-reconcile.ts';

type Parts = Pick<TreasuryParts, 'db' | 'clock' | 'log' | 'payouts' | 'networks'>;

/** Twice within 10 s: what is missing must be missing two times in a row. */
const EVERY_MS = 3_000;
/** Nothing may be missing, 10^-6. */
const LIMIT = 0n;

/** Compares each wallet with its books again and again. What is missing pauses its payouts; what is too much is written down. */
export class Reconciler {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  /** Networks whose wallet was short at the last look. */
  readonly #short = new Set<string>();
  /** The highest block that a network was seen to have. */
  readonly #highest = new Map<string, bigint>();
  #loops: readonly Promise<void>[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#loops = this.#parts.networks.read.map((at) => this.#keep(at));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  /** One look. true: the wallet has what its books say, or more; or there is none; or its node is of no use for it now. */
  async look(at: ReadNetwork): Promise<boolean> {
    const { db, clock, log, payouts } = this.#parts;
    const { id: network } = at.network;
    const wallet = await payouts.walletOf(db, network);
    if (wallet === null || (await this.#isBehind(at))) return true;
    const lines = await compareAny(this.#parts, at, wallet.address);
    await transaction(db, (tx) => writeDifferences(tx, { network, lines, now: clock.now() }));
    const total = totalMissing(lines);
    if (!isTooMuch(total, LIMIT)) {
      this.#short.delete(network);
      return true;
    }
    const isAgain = this.#short.has(network);
    this.#short.add(network);
    if (isAgain && (await payouts.pause(db, network, 'books'))) {
      log.error(
        { alarm: 'wallet', network, wallet: wallet.address, missing: total?.toString() ?? null },
        'a wallet has less than its books say: payouts are paused',
      );
    }
    return false;
  }

  /** A node that lags has a wallet of earlier, which lacks what came since. */
  async #isBehind({ network: { id }, readers }: ReadNetwork): Promise<boolean> {
    const { number } = await readers[0].head();
    const highest = this.#highest.get(id) ?? number;
    this.#highest.set(id, number > highest ? number : highest);
    return number < highest;
  }

  async #keep(at: ReadNetwork): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(Math.max(EVERY_MS, at.network.blockMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted || (await at.state()) !== 'open') continue;
      try {
        await this.look(at);
      } catch (error) {
        if (!signal.aborted)
          this.#parts.log.warn({ network: at.network.id, err: error }, 'a wallet could not be compared');
      }
    }
  }
}
