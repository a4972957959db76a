import type { Pool } from 'pg';
import type { RecordedKind } from '#domain/facts.ts';
import type { Told } from './contract.ts';
import { findHead, readUnheard } from './store.ts';

export interface Listener {
  readonly kinds: readonly RecordedKind[];
  readonly listener: (fact: Told) => void;
}

/**
 * Tells listeners of this process of each fact once, whether it has its number or waits for one behind a transaction that takes long.
 * `open` sets the present end, `look` tells what came since.
 */
export class Hearing {
  readonly #db: Pool;
  readonly #listeners: readonly Listener[];
  #heardTo = '0';
  /** Rows that were heard before they had a number. */
  readonly #early = new Set<string>();

  constructor(db: Pool, listeners: readonly Listener[]) {
    this.#db = db;
    this.#listeners = listeners;
  }

  async open(): Promise<void> {
    this.#heardTo = await findHead(this.#db);
  }

  async look(): Promise<void> {
    if (this.#listeners.length === 0) return;
    const kinds = [...new Set(this.#listeners.flatMap((one) => one.kinds))];
    const head = await findHead(this.#db);
    for (const { no, seq, fact } of await readUnheard(this.#db, { after: this.#heardTo, kinds })) {
      // What was numbered after that look at the head comes again with the next.
      const comesAgain = seq === null || BigInt(seq) > BigInt(head);
      const isKnown = comesAgain ? this.#early.has(no) : this.#early.delete(no);
      if (comesAgain) this.#early.add(no);
      if (isKnown) continue;
      for (const { kinds: wanted, listener } of this.#listeners) {
        if ((wanted as readonly string[]).includes(fact.kind)) listener(fact);
      }
    }
    this.#heardTo = head;
  }
}
