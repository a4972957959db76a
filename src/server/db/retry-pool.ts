import pg from 'pg';
import type { PoolClient, PoolConfig } from 'pg';
import { isPassingOutage } from './outage.ts';

type Done = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (destroy?: boolean | Error) => void,
) => void;

/** A pool whose `connect` (and so `query`) asks again while the server is starting, for at most `retryMs`. */
export class RetryPool extends pg.Pool {
  readonly #retryMs: number;
  readonly #onEnd: () => void;

  constructor(config: PoolConfig, { retryMs, onEnd }: { readonly retryMs: number; readonly onEnd: () => void }) {
    super(config);
    this.#retryMs = retryMs;
    this.#onEnd = onEnd;
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | void {
    this.#onEnd();
    return done === undefined ? super.end() : super.end(done);
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
