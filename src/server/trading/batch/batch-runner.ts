import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Pair } from '#domain/prices/pair.ts';
import type { Clock } from '#server/clock.ts';
import type { AccountBook } from '../accounts.ts';
import { accountsOf, decideBatch } from './batch.ts';
import type { BatchWork, DecidedBatch } from './batch.ts';
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
import { GuessRefused } from './writer.ts';
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
    const { db, clock, processor, memory } = this.#parts;
    const accounts = this.#accounts;
    const actors = [...work.requests.map(({ command }) => actorOf(command)), ...actorsOf(work.scheduled)];
    const touched = await processor.prepare(work, clock.now());
    await accounts.load([...actors, ...work.life.finished.map(({ open }) => open.prediction), ...touched]);
    await learnLosses({ db, losses: memory.state.losses }, actors, clock.now());
    const guess = this.#remembered.openingFor(work, accounts, clock.now());
    const held: { decided: DecidedBatch | null } = { decided: null };
    const decide = (opening: Opening) => (held.decided = this.#decide(work, opening, guess !== null)).stored;
    if (guess !== null) return this.#guess(work, guess, { held, decide });
    await this.#writer.write({
      accounts: accountsOf(work, { accounts, exchange: processor }),
      bank: accounts.house.real.bank,
      keys: work.requests.flatMap(({ key }) => key ?? []),
      decide: (opening) => {
        this.#remembered.found(opening, clock.now());
        return decide(opening);
      },
    });
    const decided = held.decided!;
    this.#remembered.load(decided.balances.values());
    return { decided, again: [] };
  }

  /** Nothing that is remembered can be trusted: the memory is built again. */
  purge(): void {
    this.#remembered.purge();
  }

  /** Decides by memory and stores in one statement. Who would be refused, or stands in the way, is judged again by the tables. */
  async #guess(
    work: BatchWork,
    guess: Opening,
    { held, decide }: { held: { decided: DecidedBatch | null }; decide: (opening: Opening) => DecidedBatch['stored'] },
  ): Promise<Ran> {
    try {
      const { found } = await this.#writer.writeGuess(() => decide(guess));
      const decided = held.decided!;
      if (found === null) {
        this.#remembered.purge();
      } else {
        correct(decided.balances.values(), this.#accounts, found);
        this.#remembered.load(decided.balances.values());
      }
      return withoutRefusals(decided);
    } catch (error) {
      const placed = held.decided?.stored?.effects.placed;
      if (!(error instanceof GuessRefused) || placed === undefined || !this.#parts.memory.retract(placed)) throw error;
      for (const { request, reply } of held.decided?.replies ?? []) request.counted ||= counts(reply);
      return { decided: null, again: work.requests };
    }
  }

  #decide(work: BatchWork, opening: Opening, guess: boolean): DecidedBatch {
    const { clock, log, shard, memory, snapshots, processor, scheduled, sales, pairs } = this.#parts;
    this.#lastAdmission = Math.max(this.#lastAdmission, clock.now());
    return decideBatch(work, opening, {
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
