import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PairStatus } from '#domain/prices/pair.ts';
import { API, API_BASE } from '#protocol/api.ts';
import type { Arrived } from '#protocol/site.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { askEngine, type PairCache } from '#server/engine-client/index.ts';
import { DOCTOR_HEADER, isMarked } from '#server/doctor-mark.ts';
import { hostnameOf, publicHostnames } from '#server/config/origins.ts';
import type { PairBoard } from '#server/prices/wire.ts';
import type { Status } from '#server/status/index.ts';
import type { Proofs } from '#server/proofs/index.ts';
import type { EngineState, Ownership } from '#server/trading/contract.ts';
import { runningVersion, type Version } from '#server/version.ts';
import { databaseAnswers } from './database-store.ts';
import { mountMetrics } from './metrics.ts';

const DATABASE_PATIENCE_MS = 2_000;
/** Short: whoever asks whether we are ready does not wait for what we can do without. */
const SIGNER_PATIENCE_MS = 1_000;
/** Recovery of a long stop, and a live feed that must be asked, are in it. */
const LONGEST_START_MS = 5 * 60_000;
/** Routes that place something: a prediction, an order. */
const PLACING: ReadonlySet<string> = new Set(
  [API.trade.place, API.exchange.placeOrder].map(({ path }) => `${API_BASE}${path}`),
);
const FLOWING: ReadonlySet<PairStatus> = new Set<PairStatus>(['ONLINE', 'DEGRADED']);

export interface Readiness {
  readonly database: boolean;
  readonly feed: boolean;
  /** It answers, and what it decides is stored. */
  readonly engine: boolean;
  /** There is room for something new. */
  readonly disk: boolean;
  /** No prediction needs it: while it is away, batches wait for their proof. */
  readonly signer: boolean;
}

/** What a person has to look at, ready or not. */
type Warning = 'parked';

interface Health {
  readonly parts: Readiness;
  readonly warnings: readonly Warning[];
  readonly ownership: Ownership;
}

/** Asks the parts that a prediction needs, and the signer. Never rejects: a part that does not answer in time is down. */
export async function healthOf(parts: Pick<HealthParts, 'db' | 'bus' | 'pairCache' | 'proofs'>): Promise<Health> {
  const [database, boards, state, signer] = await Promise.all([
    databaseAnswers(parts.db, DATABASE_PATIENCE_MS),
    parts.pairCache.all().catch(() => null),
    askEngine<EngineState>(parts.bus.request('trading.state', null)).catch(() => null),
    Promise.race([parts.proofs.signerAnswers(), pause(SIGNER_PATIENCE_MS, false, { ref: false })]),
  ]);
  return {
    parts: {
      database,
      engine: boards !== null && state?.storing === true,
      feed: boards !== null && feedIsUp(boards),
      disk: state?.hasRoom !== false,
      signer,
    },
    warnings: state !== null && state.parked > 0 ? ['parked'] : [],
    // An engine that does not answer is not known to stand by.
    ownership: state?.ownership ?? 'starting',
  };
}

/** One word for `/readyz`. A start takes minutes at most: whatever is missing later is not on its way. */
export function statusOf(
  ready: Readiness,
  { ownership, sinceStartMs, wasReady }: { ownership: Ownership; sinceStartMs: number; wasReady: boolean },
): 'ok' | 'starting' | 'standby' | 'unavailable' {
  if (ready.database && ready.feed && ready.engine && ready.disk) return 'ok';
  if (ready.database && ownership === 'standby') return 'standby';
  return wasReady || sinceStartMs > LONGEST_START_MS ? 'unavailable' : 'starting';
}

/** Prices flow; or, where every market is closed, none is still starting. A closed market says when it opens, so it is healthy. */
export function feedIsUp(boards: readonly Pick<PairBoard, 'status' | 'reason'>[]): boolean {
  if (boards.some((board) => FLOWING.has(board.status))) return true;
  const starting = boards.some((board) => board.status === 'WARMING' || board.reason === 'starting');
  return !starting && boards.length > 0 && boards.every((board) => board.status === 'CLOSED');
}

export interface HealthParts {
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly pairCache: PairCache;
  readonly proofs: Pick<Proofs, 'signerAnswers'>;
  readonly status: Pick<Status, 'placed'>;
}

/** `/healthz`, `/readyz`, `/metrics`. Returns where other parts of the web thread count. */
export function mountHealth(app: FastifyInstance, parts: HealthParts): Registry {
  const { config, clock } = parts;
  const registry = createMetrics(app, parts.status);
  showReadiness(registry, parts);
  const version = runningVersion();
  showVersion(registry, version);
  showConnections(registry, parts.db);
  const hosts = publicHostnames(config.origins);
  // The world hears whether we are well; what ails us and which version it has are for those who run it.
  const asksFromOutside = (request: FastifyRequest) => hosts.has(hostnameOf(request.headers.host));
  app.get('/healthz', async (request, reply) =>
    reply.header('cache-control', 'no-store').send({
      status: 'ok',
      ...(asksFromOutside(request) ? {} : version),
      ...(isMarked(config.dataDir, request.headers[DOCTOR_HEADER]) ? { arrived: arrivalOf(request) } : {}),
    }),
  );
  const startedAt = clock.monotonic();
  let wasReady = false;
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { ownership, ...health } = await healthOf(parts);
    const status = statusOf(health.parts, { ownership, wasReady, sinceStartMs: clock.monotonic() - startedAt });
    wasReady ||= status === 'ok';
    const answer = asksFromOutside(request) ? { status } : { status, ...health };
    return status === 'ok' ? reply.send(answer) : reply.code(503).header('retry-after', '1').send(answer);
  });
  mountMetrics(app, { config, registry });
  return registry;
}

/** The parts of `/readyz`, asked whenever the metrics are read. */
function showReadiness(registry: Registry, asked: HealthParts): void {
  const up = new Gauge({
    name: 'tikvo_ready',
    help: 'Parts of /readyz: 1 where it is up. Predictions need all of them but the signer.',
    labelNames: ['part'] as const,
    registers: [registry],
    async collect() {
      const { parts } = await healthOf(asked);
      for (const [part, is] of Object.entries(parts)) up.set({ part }, Number(is));
    },
  });
}

/** How many connections to the database this thread has, counted when somebody looks. */
function showConnections(registry: Registry, db: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void {
  new Gauge({
    name: 'tikvo_database_connections',
    help: 'Connections of the web thread to the database: busy, idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, db.totalCount - db.idleCount);
      this.set({ state: 'idle' }, db.idleCount);
      this.set({ state: 'waiting' }, db.waitingCount);
    },
  });
}

/** What runs, as labels of a number that is always 1. */
function showVersion(registry: Registry, { version, commit }: Version): void {
  new Gauge({
    name: 'tikvo_build_info',
    help: 'Always 1, by the version that runs and the commit that it was built from.',
    labelNames: ['version', 'commit'] as const,
    registers: [registry],
  }).set({ version, commit: commit ?? '' }, 1);
}

/** What the proxies in front made of a call. */
function arrivalOf({ headers, socket }: FastifyRequest): Arrived {
  const forwarded = headers['x-forwarded-for'];
  return {
    peer: socket.remoteAddress ?? '',
    host: headers.host ?? '',
    forwardedFor: forwarded === undefined ? null : [forwarded].flat().join(', '),
  };
}

/** Metrics of this process's web thread, in a registry of their own so that two servers of one process do not clash. */
function createMetrics(app: FastifyInstance, status: HealthParts['status']): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the names of counters, against the conventions of Prometheus.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`);
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
    // The pattern of the route, never the address: a label for each id would fill the memory. Pages have no pattern.
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    const route = request.routeOptions.url ?? (isPage ? 'page' : 'none');
    const kind = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ route, method: request.method, status: kind }, reply.elapsedTime / 1_000);
    if (reply.statusCode === 201 && PLACING.has(route)) status.placed(reply.elapsedTime);
    if (reply.statusCode >= 500) refused.inc({ route });
  });
  return registry;
}
