import pg from 'pg';
import type { PoolClient, PoolConfig } from 'pg';

/** Postgres starting up, shutting down or gone for a moment: worth asking again. */
const PASSING = new Set(['57P03', '57P02', '57P01', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** What the driver says, without a code, of a connection that was lost under a query. */
const LOST = new Set([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

export function isPassingOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof Error && LOST.has(error.message)) return true;
  if (!('code' in error)) return false;
  // A server that is away has no socket file either.
  const noSocket = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return noSocket || PASSING.has(String(error.code));
}

type Done = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (destroy?: boolean | Error) => void,
) => void;

/** A pool whose `connect` (and so `query`) asks again while the server is starting, for at most `retryMs`. */
export class RetryPool extends pg.Pool {
  readonly #retryMs: number;

  constructor(config: PoolConfig, retryMs: number) {
    super(config);
    this.#retryMs = retryMs;
  }

  override connect(): Promise<PoolClient>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<PoolClient> | void {
    if (done === undefined) return this.#connectPatiently();
    this.#connectPatiently().then(
      (client) => done(undefined, client, (destroy) => client.release(destroy)),
      (error: Error) => done(error, undefined, () => undefined),
    );
  }

  async #connectPatiently(): Promise<PoolClient> {
    const until = Date.now() + this.#retryMs;
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 500)) {
      try {
        return await super.connect();
      } catch (error) {
        if (this.ending || !isPassingOutage(error) || Date.now() + pauseMs > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
