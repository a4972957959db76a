import type { Pool, PoolClient } from 'pg';
import { LostConnections } from './lost-connections.ts';
import { RetryPool } from './retry-pool.ts';

/** What runs a query: a pool, or the client of a transaction. */
export type Queryable = Pick<Pool | PoolClient, 'query'>;

export interface PoolOptions {
  /** Most connections at a time; 10 unless said. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  /** How long `connect` asks a server that is starting or restarting, ms; 5,000 unless said. */
  readonly retryMs?: number;
  /** How long `connect` waits for a connection while all are taken or the server does not answer, ms; for ever unless said. */
  readonly waitMs?: number;
  /** A connection that waits for an answer for longer is asked about, and cut when it leads nowhere, ms; never unless said. */
  readonly lostAfterMs?: number;
  /** Settings of each connection, such as `{ plan_cache_mode: 'force_generic_plan' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Statements are sent without waiting for the answers before them; they still run one after the other. */
  readonly pipeline?: boolean;
  /** Told of errors of idle connections. The pool replaces them by itself. */
  readonly onError?: (error: Error) => void;
}

/**
 * Of the pools that people wait for, ms. What waits longer for a connection is given up: a database that hangs is not to do it long after
 * somebody asked. A connection is asked about as soon as it counts as hanging.
 */
export const SERVING = { waitMs: 15_000, lostAfterMs: 5_000 } as const satisfies PoolOptions;

/** A process that is frozen in the middle of a transaction loses it after this long, ms: others wait for its locks. */
const FROZEN_AFTER_MS = 10_000;

/** A connection that nothing is sent on is asked for a sign of life after this long, ms, and closed 10 s later. The system's own is two hours. */
const ALIVE_AFTER_MS = 10_000;

/**
 * The URL as the driver takes it without a word on stderr: it verifies the certificate for `require` and `verify-ca` too, and warns that
 * a later version may not. We say `verify-full`, which is what it does.
 */
export function connectionUrl(url: string): string {
  return url.replace(/([?&]sslmode=)(require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** A pool with error listeners on itself and on each client: a lost connection fails its query, never the process. */
export function createPool(url: string, options: PoolOptions = {}): Pool {
  const onError = options.onError ?? (() => undefined);
  const settings = Object.entries(options.settings ?? {})
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const server = { connectionString: connectionUrl(url), application_name: options.name ?? 'tikvo' };
  const { lostAfterMs } = options;
  const lost =
    lostAfterMs === undefined
      ? null
      : new LostConnections({
          server: { ...server, application_name: `${server.application_name}, lost connections` },
          afterMs: lostAfterMs,
        });
  const pool = new RetryPool(
    {
      ...server,
      max: options.max ?? 10,
      keepAlive: true,
      keepAliveInitialDelayMillis: ALIVE_AFTER_MS,
      connectionTimeoutMillis: options.waitMs ?? 0,
      idle_in_transaction_session_timeout: FROZEN_AFTER_MS,
      pipeline: options.pipeline ?? false,
      ...(settings === '' ? {} : { options: settings }),
      // It is waited for, whatever its type says.
      ...(lost === null ? {} : ({ onConnect: lost.meet } as object)),
    },
    { retryMs: options.retryMs ?? 5000, onEnd: () => lost?.stop() },
  );
  lost?.follow(pool);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/**
 * Runs `fn` in one transaction: commits when it resolves, rolls back when it throws, and throws on.
 * A connection that cannot even roll back is destroyed, not returned to the pool.
 */
export async function transaction<T>(pool: Pool, fn: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query('BEGIN');
    const result = await fn(tx);
    await tx.query('COMMIT');
    return result;
  } catch (error) {
    await tx.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    tx.release(broken);
  }
}
