import pg from 'pg';
import { isOutage } from '#server/db/index.ts';
import { loneEffectOf } from './batch.ts';
import type { BatchWork } from './batch.ts';
import type { CommandQueue } from '../command-queue.ts';
import type { ExchangeProcessor } from '../exchange/processor.ts';
import type { EngineMemory } from './memory.ts';
import type { Parking } from '../parking.ts';
import type { ScheduledMemory } from '../scheduled/memory.ts';
import { DecisionFault } from './writer.ts';

/** Requests of one batch at most, and entries and ends each. */
const BATCH_REQUESTS = 256;
const BATCH_LIFE = 1_000;
/** Where somebody waits, or may come at any moment: what they wait for is this batch and the one before it. */
const BATCH_LIFE_BESIDE = 96;
/** After so many batches in a row that nobody waited for, one may be long. */
const QUIET_BATCHES = 4;
/** Steps of markets in one batch; a settlement pays all its holders. */
const BATCH_MARKETS = 32;
/** Scheduled entries that are opened or end in one batch. */
const BATCH_SCHEDULED = 256;
const CAREFUL_BATCHES = 64;
/** After this many refusals in a row by a server that cannot do it now, the batch itself may be too large for it. */
const MANY_OUTAGES = 10;

interface Sources {
  readonly queue: Pick<CommandQueue, 'waiting' | 'take'>;
  readonly memory: Pick<EngineMemory, 'busy' | 'waiting' | 'take'>;
  readonly processor: Pick<ExchangeProcessor, 'busy' | 'take'>;
  readonly scheduled: Pick<ScheduledMemory, 'busy' | 'take'>;
  readonly parking: Pick<Parking, 'park' | 'isTried'>;
}

/** What goes into the next batch: as much as there is, and after a failure one thing at a time, so that the one at fault is found. */
export class BatchScheduler {
  readonly #from: Sources;
  /** After a batch failed, this many go one request or one effect at a time. */
  #careful = 0;
  /** Batches in a row that nobody waited for. */
  #quiet = 0;
  /** Was the last batch that of a crowd's entries and ends, so that it is the turn of those who wait? */
  #crowdLast = false;
  /** The effect that failed alone last time. */
  #suspect: string | null = null;
  /** Batches in a row that failed because the server could do nothing. */
  #outages = 0;

  constructor(from: Sources) {
    this.#from = from;
  }

  /** Is there something that ticks or the clock ask? */
  get lifeWaits(): boolean {
    const { memory, processor, scheduled } = this.#from;
    return memory.busy || processor.busy || scheduled.busy;
  }

  /** A crowd's entries and ends take turns with requests, so that who waits finds no long batch before them. */
  next(): BatchWork {
    if (this.#careful > 0) return this.#carefully();
    const { queue, memory } = this.#from;
    const life = this.#lifeBeside(queue.waiting);
    const isCrowd = queue.waiting > 0 && memory.waiting > life;
    this.#crowdLast = isCrowd && !this.#crowdLast;
    if (this.#crowdLast) return this.#take(0, [life, 0, 0]);
    return this.#take(BATCH_REQUESTS, [isCrowd ? 0 : life, BATCH_MARKETS, BATCH_SCHEDULED]);
  }

  /** Requests and effects take turns, one at a time, so that neither fails because of the other. */
  #carefully(): BatchWork {
    const { queue, memory, processor, scheduled } = this.#from;
    if (queue.waiting > 0 && (this.#careful % 2 === 0 || !this.lifeWaits)) return this.#take(1, [0, 0, 0]);
    const busy = [memory.busy, processor.busy, scheduled.busy].flatMap((is, index) => (is ? [index] : []));
    const turn = busy[Math.floor(this.#careful / 2) % Math.max(1, busy.length)];
    return this.#take(0, [Number(turn === 0), Number(turn === 1), Number(turn === 2)]);
  }

  stored(): void {
    this.#careful = Math.max(0, this.#careful - 1);
    this.#outages = 0;
  }

  /**
   * The batch was not stored. An effect that fails alone twice while the database is well is parked: no reason to stop the others. While
   * the database is not well, nothing is anybody's fault.
   */
  failed(work: BatchWork, error: unknown): void {
    if (isOutage(error)) {
      this.#suspect = null;
      this.#outages += 1;
      if (this.#outages >= MANY_OUTAGES) this.#careful = CAREFUL_BATCHES;
      return;
    }
    const effect = loneEffectOf(work);
    const refused = error instanceof DecisionFault || error instanceof pg.DatabaseError;
    const { parking } = this.#from;
    const isSecond = effect !== null && (effect.id === this.#suspect || parking.isTried(effect.id));
    this.#careful = CAREFUL_BATCHES;
    this.#suspect = refused ? (effect?.id ?? null) : null;
    if (isSecond && refused) parking.park(effect, error);
  }

  /** Entries and ends each that go with so many requests: always more than requests can cause, so that these never fall behind. */
  #lifeBeside(waiting: number): number {
    this.#quiet = waiting > 0 ? 0 : this.#quiet + 1;
    if (this.#quiet > QUIET_BATCHES) return BATCH_LIFE;
    return Math.max(BATCH_LIFE_BESIDE, 2 * Math.min(waiting, BATCH_REQUESTS));
  }

  #take(requests: number, [life, markets, entries]: readonly [number, number, number]): BatchWork {
    const { queue, memory, processor, scheduled } = this.#from;
    return {
      requests: queue.take(requests),
      life: memory.take(life),
      markets: processor.take(markets),
      scheduled: scheduled.take(entries),
    };
  }
}
