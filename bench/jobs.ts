/**
 * The queue of jobs against a loop over rows of a table, as the outbox of mails had one: a share of the jobs fails the first two times.
 * Same database, same durability, same handler; the handler writes one row.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { createPool, transaction } from '#server/db/index.ts';
import { createJobs, defineJob, enqueue, JobFault, workOn } from '#server/jobs/index.ts';
import { benchDatabase } from './database.ts';
import { compared, percentile, told } from './row.ts';
import type { Row } from './row.ts';

const JOBS = Number(process.env['BENCH_JOBS'] ?? 20_000);
/** One in so many fails twice. */
const FAILS = 5;
const ONE_BY_ONE = 40;
const FIRST_OF_SLOW = 1_000_000;

const BENCH_JOB = defineJob({ name: 'bench.count', payload: z.object({ no: z.int() }), tries: 5, longestMs: 60_000 });

type Handler = (no: number, attempt: number) => Promise<void>;

/** A queue as the bench sees it. */
interface Queue {
  readonly put: (tx: PoolClient, no: number) => Promise<void>;
  readonly putMany: (db: Pool, count: number) => Promise<void>;
  /** Works until the answer is called. */
  readonly work: (db: Pool, handler: Handler) => () => Promise<void>;
  readonly rowsLeft: string;
}

const queue: Queue = {
  put: (tx, no) => enqueue(tx, BENCH_JOB, { no }),
  putMany: async (db, count) => {
    await db.query(
      `SELECT count(*) FROM graphile_worker.add_jobs((SELECT array_agg(
         ($2, json_build_object('no', no), null, null, 5, null, null, null)::graphile_worker.job_spec) FROM generate_series(1, $1::int) no))`,
      [count, BENCH_JOB.name],
    );
  },
  work: (db, handler) => {
    const jobs = createJobs({ db, log: { warn: () => undefined, error: () => undefined, info: () => undefined } });
    jobs.add(
      workOn(
        BENCH_JOB,
        () =>
          async ({ no }, { attempt }) =>
            handler(no, attempt),
      ),
    );
    jobs.start();
    return () => jobs.stop();
  },
  rowsLeft: 'SELECT count(*)::int AS rows FROM graphile_worker.jobs',
};

const AT_A_TIME = 5;
const LOOK_EVERY_MS = 2_000;

const rowLoop: Queue = {
  put: async (tx, no) => void (await tx.query('INSERT INTO row_job (no) VALUES ($1)', [no])),
  putMany: async (db, count) =>
    void (await db.query('INSERT INTO row_job (no) SELECT generate_series(1, $1::int)', [count])),
  work: (db, handler) => {
    let stopped = false;
    const running = (async () => {
      while (!stopped) if ((await rowRound(db, handler)) === 0 && !stopped) await pause(LOOK_EVERY_MS);
    })();
    return () => {
      stopped = true;
      return running;
    };
  },
  rowsLeft: 'SELECT count(*)::int AS rows FROM row_job',
};

async function rowRound(db: Pool, handler: Handler): Promise<number> {
  const { rows } = await db.query<{ id: string; no: number; attempts: number }>(
    `UPDATE row_job SET attempts = attempts + 1, next_at = now() + interval '2 minutes'
     WHERE id IN (SELECT id FROM row_job WHERE ended_at IS NULL AND next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, no, attempts`,
    [AT_A_TIME],
  );
  const tried = rows.map(({ id, no, attempts }) =>
    handler(no, attempts).then(
      () => db.query('UPDATE row_job SET ended_at = now() WHERE id = $1', [id]),
      () => db.query('UPDATE row_job SET next_at = now() + make_interval(secs => exp(attempts)) WHERE id = $1', [id]),
    ),
  );
  await Promise.all(tried);
  return rows.length;
}

interface Figures {
  readonly perSecond: number;
  readonly begins: readonly number[];
  readonly puts: readonly number[];
  readonly rowsLeft: number;
}

async function measure({ put, putMany, work, rowsLeft }: Queue, url: string): Promise<Figures> {
  const db = createPool(url, { max: 16 });
  let done = 0;
  const begun = new Map<number, number>();
  const stop = work(db, async (no, attempt) => {
    if (no >= FIRST_OF_SLOW) begun.set(no, performance.now());
    else if (no % FAILS === 0 && attempt <= 2) throw new JobFault('away');
    await db.query('INSERT INTO bench_effect VALUES ($1)', [no]);
    done += 1;
  });
  const until = async (count: number) => {
    while (done < count) await pause(20);
  };
  try {
    const [begins, puts]: [number[], number[]] = [[], []];
    for (let no = FIRST_OF_SLOW; no < FIRST_OF_SLOW + ONE_BY_ONE; no += 1) {
      await transaction(db, async (tx) => {
        const from = performance.now();
        await put(tx, no);
        puts.push(performance.now() - from);
      });
      const committed = performance.now();
      await until(no - FIRST_OF_SLOW + 1);
      begins.push((begun.get(no) ?? Number.NaN) - committed);
    }
    const from = performance.now();
    await putMany(db, JOBS);
    await until(ONE_BY_ONE + JOBS);
    const seconds = (performance.now() - from) / 1_000;
    await stop();
    const left = await db.query<{ rows: number }>(rowsLeft);
    return { perSecond: JOBS / seconds, begins, puts, rowsLeft: left.rows[0]?.rows ?? Number.NaN };
  } finally {
    await db.end();
  }
}

export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  try {
    const db = createPool(database.url, { max: 1 });
    await db.query(
      `CREATE TABLE row_job (id bigserial PRIMARY KEY, no int NOT NULL, attempts int NOT NULL DEFAULT 0,
         next_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz);
       CREATE INDEX ON row_job (next_at) WHERE ended_at IS NULL;
       CREATE TABLE bench_effect (no int)`,
    );
    await db.end();
    const [ours, baseline] = [await measure(queue, database.url), await measure(rowLoop, database.url)];
    const slow = (name: string, p: number, of: 'begins' | 'puts') =>
      compared({
        name,
        ours: percentile(ours[of], p),
        baseline: percentile(baseline[of], p),
        unit: 'ms',
        floor: null,
        better: 'lower',
      });
    return [
      compared({
        name: `jobs a second, ${JOBS} of them, a fifth fails twice`,
        ours: ours.perSecond,
        baseline: baseline.perSecond,
        unit: '1/s',
        floor: 1,
        better: 'higher',
      }),
      slow('commit to begin, p50', 50, 'begins'),
      slow('commit to begin, p99', 99, 'begins'),
      slow('put in, within a transaction, p50', 50, 'puts'),
      told({ name: 'rows left', ours: ours.rowsLeft, unit: 'rows', floor: 0, better: 'lower' }),
    ];
  } finally {
    await database.drop();
  }
}
