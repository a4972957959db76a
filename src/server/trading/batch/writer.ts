import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { crashAt } from '#server/crash-points.ts';
import { isConnectionLoss, isOutage } from '#server/db/index.ts';
import type { AnswerKey } from '#server/idempotency/index.ts';
import type { BatchStatement } from './batch-statement.ts';
import { openBatch } from './store-opening.ts';
import type { Opening } from './store-opening.ts';
import { readLease } from '../store-lease.ts';
import type { LeaseRow } from '../store-lease.ts';
import { balancesFrom } from './balances-text.ts';
import type { Usdt } from '#domain/money.ts';
import type { AccountId } from '#server/ledger/contract.ts';

/** Somebody else owns the shard: this engine must go. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** The batch could not be made from what was found: a fault of ours, not of the database's. */
export class DecisionFault extends Error {
  override readonly name = 'DecisionFault';
}

/** The tables refused a batch that was decided by what is remembered. Nothing of it is stored. */
export class GuessRefused extends Error {
  override readonly name = 'GuessRefused';
}

/** How long a commit of unknown outcome is asked after before the engine gives up, ms. */
const UNKNOWN_PATIENCE_MS = 60_000;

/**
 * An owner that is frozen in the middle of a batch holds the fence: the database ends its transaction before the lease is over (3 s),
 * so that the next owner does not wait for the frozen one to wake.
 */
const FROZEN_AFTER = '2s';

/**
 * A plan is made once for all batches, and on a new database it is made while the tables are empty: left to its estimates it would read them
 * whole for ever after. A batch only ever looks up by key, so that nested loops over indexes are right at any size.
 */
const SETTINGS_SQL = `SET plan_cache_mode = force_generic_plan; SET jit = off; SET enable_seqscan = off; SET enable_bitmapscan = off;
  SET enable_hashjoin = off; SET enable_mergejoin = off; SET idle_in_transaction_session_timeout = '${FROZEN_AFTER}'`;

/** What a batch's first statement asks. */
interface Asked {
  readonly accounts: readonly AccountId[];
  readonly bank: AccountId;
  readonly keys: readonly AnswerKey[];
}

interface Decision {
  readonly statement: BatchStatement;
  readonly hash: Uint8Array;
}

interface Decided {
  /** Null: nothing to store. */
  readonly stored: Decision | null;
}

/** A batch that was decided before anything was asked has only its fence to hold. */
const NOTHING_ASKED = { accounts: [], bank: '0', keys: [] } as const;

/** Writes the batches of one shard under one epoch: two statements and a commit each, or one statement that is its own transaction. */
export class BatchWriter {
  readonly #db: Pool;
  readonly #log: Logger;
  readonly #shard: number;
  readonly #epoch: bigint;
  #tip: { no: number; hash: Uint8Array };
  #client: PoolClient | null = null;
  /** Processes of the server whose connection was lost with a commit under way. */
  readonly #lost = new Set<number>();

  constructor(parts: { db: Pool; log: Logger; shard: number; lease: LeaseRow }) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#shard = parts.shard;
    this.#epoch = parts.lease.epoch;
    this.#tip = { no: parts.lease.lastBatch, hash: parts.lease.lastHash };
  }

  get epoch(): bigint {
    return this.#epoch;
  }

  /** Number and hash of the last committed batch. */
  get tip(): { readonly no: number; readonly hash: Uint8Array } {
    return this.#tip;
  }

  /**
   * One batch: asks, has it decided with what was found, stores it. `decide` runs without a pause. Resolves with what was decided only after
   * the database said that it is stored, or was found to have done so; or where there was nothing to store. Throws FencedError when the
   * shard has another owner, and any other error when the batch is certainly not stored.
   */
  async write<T extends Decided>(asked: Asked, decide: (opening: Opening) => T): Promise<T> {
    const client = await this.#connect();
    let decided: T;
    try {
      const [, opening] = await inOnePacket(client, () =>
        Promise.all([client.query('BEGIN'), this.#open(client, asked)]),
      );
      if (opening === null) throw await this.#whyFenced();
      crashAt('fence.held');
      decided = decideWith(() => decide(opening));
      if (decided.stored === null) {
        await client.query('ROLLBACK');
        return decided;
      }
    } catch (error) {
      await this.#giveUp(client);
      throw error;
    }
    crashAt('batch.decided');
    if (!(await this.#store(client, decided.stored.statement))) await this.#resolve(asked, decided.stored);
    this.#moved(decided.stored);
    return decided;
  }

  /**
   * One batch that was decided by what is remembered: a single statement, a transaction by itself, whose walls prove or refuse it. Gives
   * the balances that it left, by account; null: it is stored, and nobody heard them. Throws GuessRefused when the tables say otherwise,
   * and any other error when the batch is certainly not stored.
   */
  async writeGuess(stored: Decision | null): Promise<{ readonly found: ReadonlyMap<AccountId, Usdt> | null }> {
    if (stored === null) return { found: new Map() };
    const client = await this.#connect();
    crashAt('batch.decided');
    const { name, text, values } = stored.statement;
    let found: ReadonlyMap<AccountId, Usdt> | null = null;
    try {
      const answer = client.query<{ balances: string }>({ name, text, values: [...values] });
      crashAt('batch.sent');
      found = balancesFrom((await answer).rows[0]?.balances ?? '');
    } catch (error) {
      if (await this.#isRefused(client, error)) {
        // What the server cannot do now it could not do for the tables' answer either.
        if (isOutage(error)) throw error;
        throw new GuessRefused('the tables say otherwise', { cause: error });
      }
      this.#unknown(client, error);
      await this.#resolve(NOTHING_ASKED, stored);
    }
    this.#moved(stored);
    return { found };
  }

  /** Gives the connection back. */
  release(): void {
    this.#client?.release();
    this.#client = null;
  }

  #moved({ hash }: Decision): void {
    crashAt('batch.committed');
    this.#tip = { no: this.#tip.no + 1, hash };
  }

  /**
   * Did the server refuse the statement, so that certainly nothing of it is stored? One that cannot write now may end by that in the middle of
   * a commit: only a session that lives on shows that it was a refusal.
   */
  async #isRefused(client: PoolClient, error: unknown): Promise<boolean> {
    if (!(error instanceof pg.DatabaseError) || isConnectionLoss(error)) return false;
    return !isOutage(error) || (await this.#giveUp(client));
  }

  #unknown(client: PoolClient, error: unknown): void {
    this.#log.warn({ err: error }, 'the outcome of a commit is unknown; asking the database');
    const pid = pidOf(client);
    if (pid !== null) this.#lost.add(pid);
    if (this.#client === client) client.release(true);
    this.#client = null;
  }

  async #connect(): Promise<PoolClient> {
    if (this.#client !== null) return this.#client;
    const client = await this.#db.connect();
    try {
      await client.query(SETTINGS_SQL);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#client = client;
    return client;
  }

  async #open(client: PoolClient, asked: Asked): Promise<Opening | null> {
    const opening = await openBatch(client, {
      shard: this.#shard,
      epoch: this.#epoch,
      lastBatch: this.#tip.no,
      accounts: asked.accounts,
      bank: asked.bank,
      keys: asked.keys,
    });
    return opening.fence ? opening : null;
  }

  async #whyFenced(): Promise<Error> {
    const lease = await readLease(this.#db, this.#shard);
    if (lease.epoch !== this.#epoch) return new FencedError(`shard ${this.#shard} has epoch ${lease.epoch}, not ours`);
    return new FencedError(`shard ${this.#shard} is at batch ${lease.lastBatch}, not at ${this.#tip.no}`);
  }

  /** Leaves the transaction. False: the session is gone, and with it the connection. */
  async #giveUp(client: PoolClient): Promise<boolean> {
    const lives = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    if (lives) return true;
    client.release(true);
    this.#client = null;
    return false;
  }

  /**
   * The effects with the COMMIT right behind them: one wait instead of two. False: the outcome is unknown.
   * Throws when the database refused the effects, for then the COMMIT was a rollback.
   */
  async #store(client: PoolClient, statement: BatchStatement): Promise<boolean> {
    const { name, text, values } = statement;
    const answers = inOnePacket(client, () =>
      Promise.allSettled([storedBy(client.query({ name, text, values: [...values] })), client.query('COMMIT')]),
    );
    crashAt('batch.sent');
    const [effects, commit] = await answers;
    if (effects.status === 'rejected' && (await this.#isRefused(client, effects.reason))) {
      if (commit.status === 'rejected') await this.#giveUp(client);
      throw effects.reason;
    }
    if (commit.status === 'fulfilled' && commit.value.command === 'COMMIT') return true;
    const error: unknown = commit.status === 'rejected' ? commit.reason : `COMMIT answered ${commit.value.command}`;
    this.#unknown(client, error);
    return false;
  }

  /**
   * Reads the shard's row back: ours there, it is committed; the one before, the identical statement is sent again; else we are fenced. Throws
   * what a server says that can be read and not written, once the lost sessions are over.
   */
  async #resolve(plan: Asked, { statement, hash }: Decision): Promise<void> {
    const until = performance.now() + UNKNOWN_PATIENCE_MS;
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      try {
        const lease = await readLease(this.#db, this.#shard);
        if (lease.lastBatch === this.#tip.no + 1 && lease.lastHash.equals(hash)) return this.#lost.clear();
        if (lease.epoch !== this.#epoch || lease.lastBatch !== this.#tip.no) throw await this.#whyFenced();
        if (await this.#again(plan, statement)) return this.#lost.clear();
      } catch (error) {
        if (error instanceof FencedError || error instanceof NotStored || (await this.#isOver(error))) {
          this.#lost.clear();
          throw error;
        }
        if (performance.now() > until)
          throw new FencedError('the outcome of a commit stayed unknown', { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** The server is there and refuses to write, and no lost session is left that could still commit. */
  async #isOver(refusal: unknown): Promise<boolean> {
    if (!isOutage(refusal) || isConnectionLoss(refusal)) return false;
    const left = await this.#db
      .query('SELECT FROM pg_stat_activity WHERE pid = ANY ($1)', [[...this.#lost]])
      .catch(() => null);
    return left?.rowCount === 0;
  }

  /** Sends a batch again. False: its outcome is unknown once more, or the first sending is only now coming through. */
  async #again(plan: Asked, statement: BatchStatement): Promise<boolean> {
    const client = await this.#connect();
    try {
      // While the lost session still commits, this waits for its lock on the fence and then misses it.
      const [, opening] = await inOnePacket(client, () =>
        Promise.all([client.query('BEGIN'), this.#open(client, plan)]),
      );
      if (opening === null) {
        await this.#giveUp(client);
        return false;
      }
    } catch (error) {
      await this.#giveUp(client);
      throw error;
    }
    try {
      return await this.#store(client, statement);
    } catch (error) {
      throw new NotStored('a batch that was sent again was refused', { cause: error });
    }
  }
}

/** The batch is certainly not stored and cannot be as it is. */
class NotStored extends Error {
  override readonly name = 'NotStored';
}

function pidOf(client: PoolClient): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}

/** Tells a fault in a decision from one of the database. */
export function decideWith<T>(decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    throw new DecisionFault('a batch could not be decided', { cause: error });
  }
}

async function storedBy(effects: Promise<unknown>): Promise<void> {
  await effects;
  crashAt('effects.stored');
}

/** Statements that are sent together wake the database once. */
function inOnePacket<T>({ connection }: PoolClient, send: () => T): T {
  connection.stream.cork();
  try {
    return send();
  } finally {
    connection.stream.uncork();
  }
}
