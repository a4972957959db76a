import type { Socket } from 'node:net';
import pg from 'pg';
import type { ClientBase, ClientConfig, Pool, PoolClient } from 'pg';

/** How often connections that wait for an answer are looked at, ms. */
const LOOK_EVERY_MS = 1_000;
/** A server that does not answer the question itself says nothing about the others, ms. */
const ASK_FOR_MS = 3_000;

/** A session as the server knows it: a number alone comes back after a restart. */
interface Session {
  readonly pid: number;
  readonly begun: string;
}

/** Of a connection that is taken from the pool. */
interface Taken {
  readonly since: number;
  readonly session: Session | null;
  /** When its session last did anything, as the server said at the look before; null: it was at work then, or not asked about. */
  idleSince: string | null;
}

/** What the driver knows beyond its types: its socket, and whether an answer is awaited. */
type Inner = ClientBase & { readonly connection: { readonly stream: Socket }; readonly readyForQuery: boolean };

/**
 * Finds connections of a pool that lead nowhere: a host that is gone, a way that swallows what is sent. Nobody says so, and TCP gives up
 * after a quarter of an hour. A statement that takes long looks the same from here, and may not be given up
 * (docs/decisions/0152): so the server is asked, over a new connection, what the session does. One that is gone, or has waited for our
 * next statement all the while that we wait for its answer, is lost. It is ended there first, so that nothing of it is committed later, and then here: what
 * waits fails as with any connection that breaks.
 */
export class LostConnections {
  readonly #server: ClientConfig;
  readonly #afterMs: number;
  readonly #taken = new Map<ClientBase, Taken>();
  readonly #timer: NodeJS.Timeout;
  #asking = false;

  /** `afterMs`: for how long a connection is taken before it is asked about. */
  constructor({ server, afterMs }: { readonly server: ClientConfig; readonly afterMs: number }) {
    this.#server = server;
    this.#afterMs = afterMs;
    this.#timer = setInterval(() => void this.#look(), Math.min(LOOK_EVERY_MS, afterMs)).unref();
  }

  /** Learns which session a new connection has. To be waited for before anybody uses it. */
  readonly meet = async (client: ClientBase): Promise<void> => {
    this.#take(client);
    try {
      const { rows } = await client.query<Session>(
        'SELECT pid, backend_start::text AS begun FROM pg_stat_get_activity(pg_backend_pid())',
      );
      sessions.set(client, rows[0] ?? null);
    } finally {
      this.#taken.delete(client);
    }
  };

  follow(pool: Pool): void {
    pool.on('acquire', (client: PoolClient) => this.#take(client));
    pool.on('release', (_error: Error, client: PoolClient) => this.#taken.delete(client));
    pool.on('remove', (client: PoolClient) => this.#taken.delete(client));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #take(client: ClientBase): void {
    this.#taken.set(client, { since: performance.now(), session: sessions.get(client) ?? null, idleSince: null });
  }

  async #look(): Promise<void> {
    if (this.#asking) return;
    const before = performance.now() - this.#afterMs;
    const late = [...this.#taken].filter(([client, { since }]) => since < before && isAwaiting(client));
    if (late.length === 0) return;
    this.#asking = true;
    try {
      await this.#ask(new Map(late));
    } catch {
      // The server is away, or does not answer anybody: it is asked again at the next look.
    } finally {
      this.#asking = false;
    }
  }

  async #ask(late: ReadonlyMap<ClientBase, Taken>): Promise<void> {
    const limits = { connectionTimeoutMillis: ASK_FOR_MS, query_timeout: ASK_FOR_MS };
    const server = new pg.Client({ ...this.#server, ...limits });
    server.on('error', () => undefined);
    try {
      await server.connect();
      const idle = await idleSessions(server, [...late.values()]);
      for (const [client, taken] of late) {
        if (this.#taken.get(client) !== taken || !isAwaiting(client)) continue;
        const state = idle.get(keyOf(taken.session));
        if (state === undefined) taken.idleSince = null;
        else if (state === GONE) cut(client);
        else if (state !== taken.idleSince) taken.idleSince = state;
        else {
          await server.query('SELECT pg_terminate_backend($1, $2)', [taken.session?.pid, ASK_FOR_MS]);
          cut(client);
        }
      }
    } finally {
      server.end().catch(() => undefined);
    }
  }
}

const sessions = new WeakMap<ClientBase, Session | null>();

/** In place of a time: there is no such session. */
const GONE = 'gone';

/** Sessions that are gone, or wait for a statement: since when. One that works, or waits for a lock or a standby, is left out. */
async function idleSessions(server: ClientBase, late: readonly Taken[]): Promise<ReadonlyMap<string, string>> {
  const asked = late.map(({ session }) => session);
  const { rows } = await server.query<{ key: string; state: string }>(
    `SELECT w.key, coalesce(a.state_change::text, '${GONE}') AS state
     FROM unnest($1::text[], $2::int[], $3::timestamptz[]) w (key, pid, begun)
     LEFT JOIN pg_stat_activity a ON a.pid = w.pid AND a.backend_start = w.begun
     WHERE a.pid IS NULL OR a.wait_event = 'ClientRead'`,
    [asked.map(keyOf), asked.map((one) => one?.pid ?? null), asked.map((one) => one?.begun ?? null)],
  );
  return new Map(rows.map(({ key, state }) => [key, state]));
}

function keyOf(session: Session | null): string {
  return session === null ? '' : `${session.pid} ${session.begun}`;
}

function isAwaiting(client: ClientBase): boolean {
  return !(client as Inner).readyForQuery;
}

/** As if the other side had closed it: what waits fails, and the pool takes another. */
function cut(client: ClientBase): void {
  (client as Inner).connection.stream.destroy();
}
