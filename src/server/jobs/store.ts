import type { Queryable } from '#server/db/index.ts';

export async function insertJob(
  tx: Queryable,
  job: {
    readonly job: string;
    readonly payload: object;
    readonly tries: number;
    readonly key: string | null;
    readonly at: number | null;
  },
): Promise<void> {
  await tx.query(
    `SELECT graphile_worker.add_job($1, $2::json, max_attempts => $3::int, job_key => $4, run_at => $5::timestamptz)`,
    [job.job, JSON.stringify(job.payload), job.tries, job.key, job.at === null ? null : new Date(job.at)],
  );
}

/** `scheduled`: due later, for the first time or again. `failed`: given up. */
export type JobState = 'waiting' | 'scheduled' | 'running' | 'failed';

/** A job as the back office sees it. Times in ms. */
export interface JobRow {
  readonly id: string;
  readonly job: string;
  readonly state: JobState;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly attempts: number;
  readonly tries: number;
  /** Of the last try that failed. */
  readonly fault: string | null;
}

const STATE = `CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
  WHEN run_at > now() THEN 'scheduled' ELSE 'waiting' END`;

export interface JobQuestion {
  readonly state?: JobState | undefined;
  readonly job?: string | undefined;
  /** Only those with a lower id: the last of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Jobs that are not done, newest first; what is done is not kept. */
export async function listJobs(db: Queryable, { state, job, before, limit }: JobQuestion): Promise<readonly JobRow[]> {
  const { rows } = await db.query<JobRow>(
    `SELECT * FROM (
       SELECT id::text, id AS place, task_identifier AS job, ${STATE} AS state, attempts, max_attempts AS tries, last_error AS fault,
              (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt", (extract(epoch FROM run_at) * 1000)::float8 AS "dueAt"
       FROM graphile_worker.jobs WHERE $3::bigint IS NULL OR id < $3) of_all
     WHERE ($1::text IS NULL OR state = $1) AND ($2::text IS NULL OR job = $2) ORDER BY place DESC LIMIT $4`,
    [state ?? null, job ?? null, before ?? null, limit],
  );
  return rows;
}

/** A job that is not done; null: there is none. */
export async function findJob(db: Queryable, id: string): Promise<JobRow | null> {
  const { rows } = await db.query<JobRow>(
    `SELECT id::text, task_identifier AS job, ${STATE} AS state, attempts, max_attempts AS tries, last_error AS fault,
       (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt", (extract(epoch FROM run_at) * 1000)::float8 AS "dueAt"
     FROM graphile_worker.jobs WHERE id = $1::bigint`,
    [id],
  );
  return rows[0] ?? null;
}

/** Makes a job due now, with all its tries before it. false: it is under way, or there is none. */
export async function rescheduleJob(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ job: string }>(
    `SELECT t.task_identifier AS job FROM graphile_worker.jobs t
     JOIN graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at => now(), attempts => 0) done ON done.id = t.id`,
    [id],
  );
  return rows[0]?.job ?? null;
}

/** Takes a job away. Answers its kind; null: it is under way, or there is none. */
export async function removeJob(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ job: string }>(
    `WITH found AS MATERIALIZED (SELECT id, task_identifier AS job FROM graphile_worker.jobs WHERE id = $1::bigint)
     SELECT found.job FROM found JOIN graphile_worker.complete_jobs(ARRAY[$1::bigint]) done ON done.id = found.id`,
    [id],
  );
  return rows[0]?.job ?? null;
}

export async function deleteGivenUp(db: Queryable, olderThanMs: number): Promise<void> {
  await db.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE locked_at IS NULL AND attempts >= max_attempts AND updated_at < now() - make_interval(secs => $1::float8 / 1000)
     HAVING count(*) > 0`,
    [olderThanMs],
  );
}

/** How a kind of job stands. */
export interface JobKindFigures {
  readonly job: string;
  /** Due and not begun. */
  readonly waiting: number;
  /** Of the one that has been due for longest, seconds; 0: none waits. */
  readonly oldestSeconds: number;
  readonly failed: number;
}

export async function jobFigures(db: Queryable): Promise<readonly JobKindFigures[]> {
  const { rows } = await db.query<JobKindFigures>(
    `SELECT job, count(*) FILTER (WHERE state = 'waiting')::int AS waiting, count(*) FILTER (WHERE state = 'failed')::int AS failed,
            coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE state = 'waiting')), 0)::float8 AS "oldestSeconds"
     FROM (SELECT task_identifier AS job, run_at, ${STATE} AS state FROM graphile_worker.jobs) of_all GROUP BY job`,
  );
  return rows;
}

/** Any fixed number: the first half of the locks by which processes show that they live. */
const ALIVE = 7_345_003;

/** Held by the session of `client` until it ends. */
export async function lockAlive(client: Queryable, worker: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [ALIVE, worker]);
}

/** Who has taken jobs on a while ago, and holds no lock any more. */
export async function listDead(db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ worker: string }>(
    `SELECT worker FROM (SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs
                         WHERE locked_by IS NOT NULL AND locked_at < now() - interval '3 seconds' OFFSET 0) busy
     WHERE NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
                       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                       AND l.classid = $1::oid AND l.objid = (hashtext(worker)::bigint & 4294967295)::oid)`,
    [ALIVE],
  );
  return rows.map(({ worker }) => worker);
}

export async function unlockJobsOf(db: Queryable, workers: readonly string[]): Promise<void> {
  await db.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workers]);
}
