import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { startLoop, type Loop } from '#server/facts/loop.ts';
import { listDead, lockAlive, unlockJobsOf } from './store.ts';

const LOOK_EVERY_MS = 2_000;

/**
 * Shows by a lock of a session of its own that this process works, and gives the jobs of processes that hold none back to the queue: the
 * library itself would wait for four hours. Who seems dead is looked at twice, for a lost connection is opened again sooner.
 */
export class Alive {
  readonly #db: Pool;
  readonly #loop: Loop;
  #worker: string | null = null;
  #client: PoolClient | null = null;
  #suspects: readonly string[] = [];

  constructor(db: Pool, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#loop = startLoop({
      round: async () => {
        await this.#show();
        await this.#look(log);
        return LOOK_EVERY_MS;
      },
      onFailure: (error) => {
        this.#letGo();
        log.warn({ err: error }, 'jobs of processes that died were not looked for');
        return LOOK_EVERY_MS;
      },
    });
  }

  /** The name under which this process takes jobs from now on. */
  is(worker: string): void {
    this.#letGo();
    this.#worker = worker;
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#letGo();
  }

  async #show(): Promise<void> {
    if (this.#worker === null || this.#client !== null) return;
    const client = await this.#db.connect();
    this.#client = client;
    client.once('error', () => {
      if (this.#client === client) this.#letGo();
    });
    await lockAlive(client, this.#worker);
  }

  async #look(log: Pick<Logger, 'warn'>): Promise<void> {
    const dead = await listDead(this.#db);
    const sure = dead.filter((worker) => this.#suspects.includes(worker));
    this.#suspects = dead;
    if (sure.length === 0) return;
    await unlockJobsOf(this.#db, sure);
    log.warn({ workers: sure }, 'a process ended with jobs under way: they are done by others');
  }

  /** The connection is closed, for the lock is its session's. */
  #letGo(): void {
    this.#client?.release(true);
    this.#client = null;
  }
}
