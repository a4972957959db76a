import { EventEmitter } from 'node:events';
import { parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { startLoop, type Loop } from '#server/facts/loop.ts';
import { Alive } from './alive.ts';
import { createAttempts } from './attempt.ts';
import type { Jobs, JobWork } from './contract.ts';
import { startMeasuring } from './figures.ts';
import { libraryLog } from './library-log.ts';
import { deleteGivenUp } from './store.ts';
import { DAY_MS } from '#domain/time.ts';

/** Jobs of one process at a time. */
const AT_A_TIME = 5;
/** Jobs that a process takes on at once, and how long ends of jobs are gathered, ms: four times as many a second as one by one. */
const TAKEN_AT_ONCE = 10;
const GATHERED_MS = 5;
/** A new job is told by the database; one that becomes due is found by this look, ms. */
const LOOK_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 2_000;
const KEPT_MS = 30 * DAY_MS;

export interface JobsParts {
  readonly db: Pool;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
}

/** The queue of jobs of an installation, as one process works on it. What it says of a failure is a code: faults of the job itself are in the log. */
export function createJobs({ db, log }: JobsParts): Jobs {
  const works = new Map<string, JobWork>();
  const running: { stop(): Promise<void> }[] = [];
  return {
    add: (work) => {
      if (works.has(work.job.name)) throw new Error(`two jobs are named ${work.job.name}`);
      works.set(work.job.name, work);
    },
    start: () => {
      if (works.size === 0 || running.length > 0) return;
      const alive = new Alive(db, log);
      running.push(keepRunning({ db, log, alive, works: [...works.values()] }), alive);
      running.push(startMeasuring({ db, log, kinds: [...works.keys()] }));
    },
    stop: async () => {
      // The lock goes last: what ends meanwhile is still ours.
      for (const one of running.splice(0)) await one.stop();
    },
    purge: () => deleteGivenUp(db, KEPT_MS),
  };
}

/** Runs the library, and again where it ended because the database was away. */
function keepRunning(parts: JobsParts & { readonly alive: Alive; readonly works: readonly JobWork[] }): Loop {
  let runner: Runner | null = null;
  let stopped = false;
  const loop = startLoop({
    round: async () => {
      const begun = await begin(parts);
      runner = begun;
      if (stopped) await begun.stop();
      await begun.promise;
      return stopped ? 0 : AFTER_FAILURE_MS;
    },
    onFailure: (error) => {
      if (!stopped) parts.log.warn({ err: error }, 'the queue of jobs stopped; it goes on in a moment');
      return AFTER_FAILURE_MS;
    },
  });
  return {
    wake: () => loop.wake(),
    stop: async () => {
      stopped = true;
      await runner?.stop().catch(() => undefined);
      await loop.stop();
    },
  };
}

/** The queue writes into a job of the clock when it was due: that is none of its payload. */
function withoutClock(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== '_cron'));
}

function begin({ db, log, alive, works }: Parameters<typeof keepRunning>[0]): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => alive.is(workerPool.id));
  const taskList = Object.fromEntries(
    works.map((work) => {
      const attempt = createAttempts(work, log);
      return [
        work.job.name,
        (payload: unknown, { job, abortSignal }: Helpers) =>
          attempt({
            payload: withoutClock(payload),
            id: job.id,
            attempt: job.attempts,
            maxAttempts: job.max_attempts,
            signal: abortSignal ?? new AbortController().signal,
          }),
      ];
    }),
  );
  const scheduled = works.flatMap(({ job, schedule }) =>
    schedule === undefined ? [] : [{ task: job.name, match: schedule, options: { maxAttempts: job.tries } }],
  );
  return run({
    pgPool: db,
    events,
    taskList,
    parsedCronItems: parseCronItems(scheduled),
    concurrency: AT_A_TIME,
    pollInterval: LOOK_EVERY_MS,
    noHandleSignals: true,
    logger: libraryLog(log),
    preset: {
      worker: {
        localQueue: { size: TAKEN_AT_ONCE },
        completeJobBatchDelay: GATHERED_MS,
        failJobBatchDelay: GATHERED_MS,
      },
    },
  });
}

interface Helpers {
  readonly job: { readonly id: string; readonly attempts: number; readonly max_attempts: number };
  readonly abortSignal?: AbortSignal | undefined;
}
