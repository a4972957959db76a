import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Histogram, register, Registry } from 'prom-client';
import type { PairStatus } from '#domain/prices/pair.ts';
import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/identity/index.ts';
import type { Board } from '#server/content/index.ts';
import type { PairBoard } from '#server/prices/wire.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { databaseAnswers } from './database-store.ts';

const DATABASE_PATIENCE_MS = 2_000;
/** Short: whoever asks whether we are ready does not wait for what we can do without. */
const SIGNER_PATIENCE_MS = 1_000;
const FLOWING: ReadonlySet<PairStatus> = new Set<PairStatus>(['ONLINE', 'DEGRADED']);

export interface Readiness {
  readonly database: boolean;
  readonly feed: boolean;
  readonly engine: boolean;
  /** No prediction needs it: while it is away, batches wait for their proof. */
  readonly signer: boolean;
}

/** Asks the parts that a prediction needs, and the signer. Never rejects: a part that does not answer in time is down. */
export async function readinessOf(parts: Omit<HealthParts, 'config'>): Promise<Readiness> {
  const [database, boards, signer] = await Promise.all([
    databaseAnswers(parts.db, DATABASE_PATIENCE_MS),
    parts.board.all().catch(() => null),
    Promise.race([parts.proofs.signerAnswers(), pause(SIGNER_PATIENCE_MS, false, { ref: false })]),
  ]);
  return {
    database,
    engine: boards !== null,
    feed: boards !== null && feedIsUp(boards),
    signer,
  };
}

/** Prices flow; or, where every market is closed, none is still starting. A closed market says when it opens, so it is healthy. */
export function feedIsUp(boards: readonly Pick<PairBoard, 'status' | 'reason'>[]): boolean {
  if (boards.some((board) => FLOWING.has(board.status))) return true;
  const starting = boards.some((board) => board.status === 'WARMING' || board.reason === 'starting');
  return !starting && boards.some((board) => board.status === 'CLOSED');
}

export interface HealthParts {
  readonly config: Config;
  readonly db: Pool;
  readonly board: Board;
  readonly proofs: Pick<Proofs, 'signerAnswers'>;
}

/** `/healthz`, `/readyz`, `/metrics`. Returns where other parts of the web thread count. */
export function mountHealth(app: FastifyInstance, parts: HealthParts): Registry {
  const registry = createMetrics(app);
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const ready = await readinessOf(parts);
    if (ready.database && ready.feed && ready.engine) return reply.send({ status: 'ok', parts: ready });
    return reply.code(503).header('retry-after', '1').send({ status: 'starting', parts: ready });
  });
  app.get('/metrics', async (request, reply) => {
    if (parts.config.mode === 'production' && !isLoopback(request.ip)) return reply.callNotFound();
    // Jobs keep theirs in the process's own registry.
    const metrics = await Promise.all([registry.metrics(), register.metrics()]);
    return reply.type(registry.contentType).send(metrics.join(''));
  });
  return registry;
}

/** Metrics of this process's web thread, in a registry of their own so that two servers of one process do not clash. */
function createMetrics(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'tikvo_http_request_seconds',
    help: 'Time to the end of the answer, by route and status class.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'tikvo_http_errors_total',
    help: 'Answers of 500 and above.',
    labelNames: ['route'] as const,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: a label for each id would fill the memory.
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ route, method: request.method, status }, reply.elapsedTime / 1_000);
    if (reply.statusCode >= 500) refused.inc({ route });
  });
  return registry;
}
