import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { crashAt } from '#server/crash-points.ts';
import { assertFit } from '#server/db/fit.ts';
import { isOutage } from '#server/db/index.ts';
import { beatLease, leaveLease, tryTakeLease } from './store-lease.ts';
import type { LeaseRow } from './store-lease.ts';
import type { BeatFailure, Storing } from './storing.ts';

const ASK_EVERY_MS = 200;
const BEAT_EVERY_MS = 1_000;

/** The ownership of a shard: waited for, kept alive by beats, left at the end. */
export class Lease {
  readonly #db: Pool;
  readonly #log: Logger;
  readonly #shard: number;
  readonly #onLost: (error: Error) => void;
  readonly #onBeat: (failure: BeatFailure | null) => void;
  readonly #storing: Pick<Storing, 'during'>;
  #session: PoolClient | null = null;
  #row: LeaseRow | null = null;
  #beat: NodeJS.Timeout | null = null;
  #isBeating = false;
  #left = false;
  #byOther = false;

  constructor(parts: {
    readonly db: Pool;
    readonly log: Logger;
    readonly shard: number;
    readonly onLost: (error: Error) => void;
    readonly onBeat: (failure: BeatFailure | null) => void;
    readonly storing: Pick<Storing, 'during'>;
  }) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#shard = parts.shard;
    this.#onLost = parts.onLost;
    this.#onBeat = parts.onBeat;
    this.#storing = parts.storing;
  }

  /** Resolves when the shard is ours, under a new epoch; null when `leave` came first. A database that cannot write now is waited for. */
  async take(owner: string): Promise<LeaseRow | null> {
    while (!this.#left) {
      const row = await this.#tryPatiently(owner);
      if (row !== null && row !== 'later') {
        this.#row = row;
        this.#byOther = false;
        crashAt('lease.taken');
        this.#beat = setInterval(() => void this.#keepAlive(), BEAT_EVERY_MS);
        return row;
      }
      if (row === null) {
        if (!this.#byOther) this.#log.info({ shard: this.#shard }, 'another engine owns the shard; standing by');
        this.#byOther = true;
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
    return null;
  }

  /** Does another process own the shard that is waited for here? */
  get isTakenByOther(): boolean {
    return this.#byOther;
  }

  /** Gives the shard up, so that the next owner takes it at once. */
  async leave(): Promise<void> {
    this.#left = true;
    if (this.#beat !== null) clearInterval(this.#beat);
    const session = this.#session;
    this.#session = null;
    if (session === null) return;
    crashAt('lease.leaving');
    try {
      if (this.#row !== null) await leaveLease(session, this.#shard, this.#row.epoch);
      session.release();
    } catch (error) {
      this.#log.warn({ err: error }, 'the shard was not left in order');
      session.release(true);
    }
  }

  /** 'later': the database cannot do it now. */
  async #tryPatiently(owner: string): Promise<LeaseRow | null | 'later'> {
    try {
      const row = await this.#storing.during('beats', () => this.#tryTake(owner));
      this.#onBeat(null);
      return row;
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.#log.warn({ err: error }, 'the shard could not be asked for; asking again');
      this.#onBeat({ error });
      return 'later';
    }
  }

  async #tryTake(owner: string): Promise<LeaseRow | null> {
    this.#session ??= await this.#db.connect();
    try {
      await assertFit(this.#session);
      return await tryTakeLease(this.#session, this.#shard, owner);
    } catch (error) {
      this.#session.release(true);
      this.#session = null;
      throw error;
    }
  }

  /** One beat at a time: those of a database that hangs would take every connection. */
  async #keepAlive(): Promise<void> {
    const row = this.#row;
    if (row === null || this.#left || this.#isBeating) return;
    this.#isBeating = true;
    try {
      const ours = await this.#storing.during('beats', () => beatLease(this.#db, this.#shard, row.epoch));
      this.#onBeat(null);
      if (ours) return;
    } catch (error) {
      // The database is away: nobody can take the shard meanwhile, and the fence holds anyway.
      this.#log.warn({ err: error }, 'a beat of the lease failed');
      this.#onBeat({ error });
      return;
    } finally {
      this.#isBeating = false;
    }
    if (!this.#left) this.#onLost(new Error(`shard ${this.#shard} was taken over`));
  }
}
