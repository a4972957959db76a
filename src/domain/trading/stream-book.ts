import { TICK_FLAGS } from '../prices/ticks/tick.ts';
import type { Tick } from '../prices/ticks/tick.ts';
import { entryTimeoutAt, judgeEntry } from './entry.ts';
import { EXIT_TIMEOUT_MS, judgeExit, resultOf, voidOf } from './exit.ts';
import { MinHeap } from './heap.ts';
import { entered, entryTermsOf } from './open-prediction.ts';
import type { LifeEffect, OpenPrediction } from './open-prediction.ts';
import type { VoidReason } from './prediction.ts';
import { judgeSale, overdueAt } from './sale/sale.ts';
import type { Sale } from './sale/sale.ts';

/**
 * The open predictions of one stream of ticks: a queue of those that wait for their entry, and the others by expiry.
 * A tick that decides nothing costs O(1), one that decides m of n costs O(m log n).
 */
export class StreamBook {
  /** In the order of admission, so that T_adm and K_adm never fall. */
  #waiting: OpenPrediction[] = [];
  #waitingFrom = 0;
  readonly #running = new MinHeap<OpenPrediction>();
  /** Sales that wait for their tick. Not stored: one that is lost with the process leaves its prediction open. */
  readonly #sales = new Map<string, { readonly open: OpenPrediction; readonly sale: Sale }>();
  /** Sold ones that still stand in the queue of expiries. */
  readonly #sold = new Set<OpenPrediction>();
  #last: Tick | null = null;

  /** The last tick applied. */
  get last(): Tick | null {
    return this.#last;
  }

  get size(): number {
    return this.#waiting.length - this.#waitingFrom + this.#running.size - this.#sold.size;
  }

  /** Takes in an admitted prediction, or one read back with its entry. Admitted ones come in the order of admission. */
  add(open: OpenPrediction): void {
    const { expiresAt } = open.prediction;
    if (expiresAt === null) this.#waiting.push(open);
    else this.#running.push(expiresAt, open);
  }

  /** Takes back what was admitted and still waits for its entry; false: it does not wait. */
  takeBack(open: OpenPrediction): boolean {
    const at = this.#waiting.lastIndexOf(open);
    if (at < this.#waitingFrom) return false;
    this.#waiting.splice(at, 1);
    return true;
  }

  /** Takes in a sale of a running prediction; false: it is not here, or is being sold already. */
  sell(sale: Sale): boolean {
    const open = this.running(sale.predictionId);
    if (open === null || this.#sales.has(sale.predictionId)) return false;
    this.#sales.set(sale.predictionId, { open, sale });
    return true;
  }

  /** The running prediction of this id; null: none. */
  running(id: string): OpenPrediction | null {
    const open = this.#running.items().find((one) => one.prediction.id === id);
    return open === undefined || this.#sold.has(open) ? null : open;
  }

  /**
   * Applies the next tick of the stream and says what it decided. Ticks come in seq order; the last one may come again after a restart.
   */
  apply(tick: Tick): LifeEffect[] {
    if (this.#last !== null && tick.seq < this.#last.seq) throw new Error(`tick ${tick.seq} after ${this.#last.seq}`);
    const effects: LifeEffect[] = [];
    const repeated = this.#last !== null && tick.seq === this.#last.seq;
    if (!repeated) {
      this.#exits(tick, effects);
      this.#sellAt(tick, effects);
    }
    this.#entries(tick, effects);
    this.#last = tick;
    return effects;
  }

  /**
   * What the clock alone decides at `now` (wall ms): a sale whose price did not come lapses; void for no entry 60 s after W, or no proof of
   * the exit 10 min after T_x.
   */
  sweep(now: number): LifeEffect[] {
    const effects: LifeEffect[] = [];
    for (const { open, sale } of this.#sales.values()) {
      const lapse = overdueAt(sale, now);
      if (lapse === null) continue;
      this.#sales.delete(sale.predictionId);
      effects.push({ kind: 'lapsed', open, sale, lapse });
    }
    for (let open = this.#front(); open !== undefined; open = this.#front()) {
      if (now < entryTimeoutAt(entryTermsOf(open))) break;
      this.#shift();
      effects.push(voided(open, 'NO_ENTRY', null));
    }
    while (this.#running.topKey() + EXIT_TIMEOUT_MS <= now) {
      const open = this.#pop();
      if (open === undefined) continue;
      effects.push(...this.#lapse(open), voided(open, 'STALE_EXIT', null));
    }
    return effects;
  }

  /** Voids everything: the prices that these predictions were made on are no longer played. */
  voidAll(): LifeEffect[] {
    const effects: LifeEffect[] = [];
    for (let open = this.#front(); open !== undefined; open = this.#front()) {
      this.#shift();
      effects.push(voided(open, 'NO_ENTRY', null));
    }
    while (this.#running.size > 0) {
      const open = this.#pop();
      if (open !== undefined) effects.push(...this.#lapse(open), voided(open, 'STALE_EXIT', null));
    }
    return effects;
  }

  #exits(tick: Tick, effects: LifeEffect[]): void {
    if ((tick.flags & TICK_FLAGS.break) !== 0) this.#cut(tick, effects);
    while (this.#running.topKey() < tick.t) {
      const open = this.#pop();
      if (open !== undefined) effects.push(...this.#lapse(open), this.#finish(open, tick));
    }
  }

  /** The first to expire; undefined where it has been sold. */
  #pop(): OpenPrediction | undefined {
    const open = this.#running.pop();
    return open === undefined || this.#sold.delete(open) ? undefined : open;
  }

  /** A sale that is still waiting when its prediction ends. */
  #lapse(open: OpenPrediction): LifeEffect[] {
    const waiting = this.#sales.get(open.prediction.id);
    if (waiting === undefined) return [];
    this.#sales.delete(open.prediction.id);
    return [{ kind: 'lapsed', open, sale: waiting.sale, lapse: { reason: 'over' } }];
  }

  #sellAt(tick: Tick, effects: LifeEffect[]): void {
    for (const { open, sale } of this.#sales.values()) {
      const answer = judgeSale(open, sale, tick);
      if (answer.kind === 'wait') continue;
      this.#sales.delete(sale.predictionId);
      if (answer.kind === 'lapsed') {
        effects.push({ kind: 'lapsed', open, sale, lapse: answer.lapse });
        continue;
      }
      this.#sold.add(open);
      const verdict = { outcome: 'SOLD', credit: answer.credit, voidReason: null } as const;
      const sold = { sale, tick, before: this.#recordBefore(tick), fair: answer.fair };
      effects.push({ kind: 'finished', open, finish: { verdict, exit: null, after: null, sold } });
    }
  }

  /** Prices on the two sides of a break cannot be compared: what is open across it has no exit. */
  #cut(tick: Tick, effects: LifeEffect[]): void {
    const behind: OpenPrediction[] = [];
    while (this.#running.size > 0) {
      const open = this.#pop();
      if (open === undefined) continue;
      effects.push(...this.#lapse(open));
      // After a restart ticks come again that predictions read back were admitted behind.
      if (open.prediction.kAdm >= tick.seq) behind.push(open);
      else effects.push(this.#finish(open, tick));
    }
    for (const open of behind) this.#running.push(open.prediction.expiresAt!, open);
  }

  #finish(open: OpenPrediction, after: Tick): LifeEffect {
    const { prediction } = open;
    const x = this.#last;
    const { entry, expiresAt } = prediction;
    if (entry === null || expiresAt === null) throw new Error(`prediction ${prediction.id} expires without an entry`);
    // Ticks that are gone cannot be proved: the stake goes back.
    if (x === null || x.seq < entry.seq) return voided(open, 'STALE_EXIT', null);
    const answer = judgeExit(expiresAt, { x, next: after, staleAfterMs: open.rule.staleAfterMs });
    if (answer === 'STALE_EXIT') return voided(open, answer, expiresAt < after.t ? { exit: x, after } : null);
    const verdict = resultOf(prediction, entry.price, x.price);
    return { kind: 'finished', open, finish: { verdict, exit: x, after, sold: null } };
  }

  #entries(tick: Tick, effects: LifeEffect[]): void {
    for (let open = this.#front(); open !== undefined; open = this.#front()) {
      const answer = judgeEntry(entryTermsOf(open), tick);
      if (answer === 'wait') return;
      this.#shift();
      if (answer === 'NO_ENTRY') {
        effects.push(voided(open, answer, null));
        continue;
      }
      open.prediction = entered(open.prediction, tick);
      open.entryRecords = { before: this.#recordBefore(tick), entry: tick.record };
      this.#running.push(open.prediction.expiresAt!, open);
      effects.push({ kind: 'entered', open });
    }
  }

  #recordBefore(tick: Tick): Uint8Array | null {
    return this.#last !== null && this.#last.seq === tick.seq - 1 ? this.#last.record : null;
  }

  #front(): OpenPrediction | undefined {
    return this.#waiting[this.#waitingFrom];
  }

  #shift(): void {
    this.#waitingFrom += 1;
    if (this.#waitingFrom < 1_024 && this.#waitingFrom < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#waitingFrom);
    this.#waitingFrom = 0;
  }
}

function voided(
  open: OpenPrediction,
  reason: VoidReason,
  proof: Pick<Extract<LifeEffect, { kind: 'finished' }>['finish'], 'exit' | 'after'> | null,
): LifeEffect {
  const verdict = voidOf(open.prediction, reason);
  return {
    kind: 'finished',
    open,
    finish: { verdict, exit: proof?.exit ?? null, after: proof?.after ?? null, sold: null },
  };
}
