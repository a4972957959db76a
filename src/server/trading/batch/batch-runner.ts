import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Pair } from '#domain/prices/pair.ts';
import type { Clock } from '#server/clock.ts';
import type { AccountBook } from '../accounts.ts';
import { accountsOf, decideBatch } from './batch.ts';
import type { BatchPlan, BatchWork, DecidedBatch } from './batch.ts';
import type { PairSnapshots } from '../pair-snapshots.ts';
import { actorOf } from '../command-queue.ts';
import type { Request } from '../command-queue.ts';
import type { ExchangeProcessor } from '../exchange/processor.ts';
import { learnLosses } from '../queries/loss-reader.ts';
import type { EngineMemory } from './memory.ts';
import { correct, BalanceCache } from './balance-cache.ts';
import type { EarlySales } from '../predictions/early-sales.ts';
import type { ScheduledMemory } from '../scheduled/memory.ts';
import { actorsOf } from '../scheduled/tasks.ts';
import type { Opening } from './store-opening.ts';
import { decideWith, GuessRefused } from './writer.ts';
import type { BatchWriter } from './writer.ts';

interface RunParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly shard: number;
  readonly memory: EngineMemory;
  readonly snapshots: PairSnapshots;
  readonly processor: ExchangeProcessor;
  readonly scheduled: ScheduledMemory;
  readonly sales: EarlySales;
  readonly pairs: ReadonlyMap<string, Pair>;
}

/** A batch that is stored, or had nothing to store, and the requests that the next one is to judge again. */
export interface Ran {
  readonly decided: DecidedBatch | null;
  readonly again: readonly Request[];
}

/** Takes a batch from its work to its commit: by what is remembered where that can do, else by what the tables say. */
export class BatchRunner {
  readonly #parts: RunParts;
  readonly #accounts: AccountBook;
  readonly #writer: BatchWriter;
  readonly #remembered = new BalanceCache();
  #lastAdmission = 0;

  constructor(parts: RunParts, owner: { readonly accounts: AccountBook; readonly writer: BatchWriter }) {
    this.#parts = parts;
    this.#accounts = owner.accounts;
    this.#writer = owner.writer;
  }

  /** Throws when the batch is not stored and the memory holds what it decided. */
  async run(work: BatchWork): Promise<Ran> {
    const plan = await this.#prepare(work);
    const guess = this.#remembered.openingFor(work, this.#accounts, this.#parts.clock.now());
    return guess === null ? this.#byTables(plan) : this.#byMemory(plan, guess);
  }

  /** Plans, and looks up whatever is asked about before the first statement. */
  async #prepare(work: BatchWork): Promise<BatchPlan> {
    const { db, clock, processor, memory } = this.#parts;
    const actors = [...work.requests.map(({ command }) => actorOf(command)), ...actorsOf(work.scheduled)];
    const exchange = await processor.prepare(work, clock.now());
    const ended = work.life.finished.map(({ open }) => open.prediction);
    await this.#accounts.load([...actors, ...ended, ...exchange.people]);
    await learnLosses({ db, losses: memory.state.losses }, actors, clock.now());
    return { work, exchange };
  }

  /** Decides by what the tables say, between the first statement and the second. */
  async #byTables(plan: BatchPlan): Promise<Ran> {
    const { clock, processor } = this.#parts;
    const accounts = this.#accounts;
    const decided = await this.#writer.write(
      {
        accounts: accountsOf(plan, { accounts, exchange: processor }),
        bank: accounts.house.real.bank,
        keys: plan.work.requests.flatMap(({ key }) => key ?? []),
      },
      (opening) => {
        this.#remembered.found(opening, clock.now());
        return this.#decide(plan, opening, { guess: false });
      },
    );
    this.#remembered.load(decided.balances.values());
    return { decided, again: [] };
  }

  /** Nothing that is remembered can be trusted: the memory is built again. */
  purge(): void {
    this.#remembered.purge();
  }

  /** Decides by memory and stores in one statement. What is refused, or stands in the way, is judged again by the tables. */
  async #byMemory(plan: BatchPlan, guess: Opening): Promise<Ran> {
    const decided = decideWith(() => this.#decide(plan, guess, { guess: true }));
    try {
      const { found } = await this.#writer.writeGuess(decided.stored);
      if (found === null) {
        this.#remembered.purge();
      } else {
        correct(decided.balances.values(), this.#accounts, found);
        this.#remembered.load(decided.balances.values());
      }
      return withoutRefusals(decided);
    } catch (error) {
      if (!(error instanceof GuessRefused)) throw error;
      const placed = decided.stored?.effects.placed;
      if (placed === undefined || !this.#parts.memory.retract(placed)) throw error;
      for (const { request, reply } of decided.replies) request.counted ||= counts(reply);
      const { requests, life } = plan.work;
      const lives = life.entered.length + life.finished.length + life.checkpoints.length;
      if (lives === 0) return { decided: null, again: requests };
      // Entries and ends are what ticks have made them: the tables say what is wrong.
      const { decided: stored } = await this.#byTables({ ...plan, work: { ...plan.work, requests: [] } });
      return { decided: stored, again: requests };
    }
  }

  #decide(plan: BatchPlan, opening: Opening, { guess }: { readonly guess: boolean }): DecidedBatch {
    const { clock, log, shard, memory, snapshots, processor, scheduled, sales, pairs } = this.#parts;
    this.#lastAdmission = Math.max(this.#lastAdmission, clock.now());
    return decideBatch(plan, opening, {
      shard,
      epoch: this.#writer.epoch,
      tip: this.#writer.tip,
      memory,
      snapshots,
      accounts: this.#accounts,
      exchange: processor,
      scheduled,
      sales,
      pairs,
      guess,
      now: this.#lastAdmission,
      onFault: (error) => log.error({ err: error }, 'a request broke an invariant and was rejected'),
    });
  }
}

/** Those who were admitted are told; a refusal by memory does not count. */
function withoutRefusals(decided: DecidedBatch): Ran {
  const again = decided.replies.filter(({ reply }) => !reply.ok);
  for (const { request, reply } of again) request.counted ||= counts(reply);
  return {
    decided: { ...decided, replies: decided.replies.filter(({ reply }) => reply.ok) },
    again: again.map(({ request }) => request),
  };
}

/** Was a token taken for this answer? */
function counts(reply: DecidedBatch['replies'][number]['reply']): boolean {
  return reply.ok || reply.refusal.code !== 'UnavailableBet';
}
