import type { Pool } from 'pg';
import { Counter, Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { startLoop, type Loop } from '#server/facts/loop.ts';
import { jobFigures } from './store.ts';

const oldest = new Gauge({
  name: 'tikvo_jobs_oldest_seconds',
  help: 'For how long the job that waits longest has been due, by kind.',
  labelNames: ['job'],
});
const waiting = new Gauge({
  name: 'tikvo_jobs_waiting',
  help: 'Jobs that are due and not begun.',
  labelNames: ['job'],
});
const givenUp = new Gauge({
  name: 'tikvo_jobs_given_up',
  help: 'Jobs that failed at their last try and wait for a person.',
  labelNames: ['job'],
});
/** Tries of jobs by their end. */
export const tries = new Counter({
  name: 'tikvo_job_tries_total',
  help: 'Tries of jobs by end: done, failed, given up.',
  labelNames: ['job', 'end'],
});

const MEASURED_EVERY_MS = 5_000;
const ALARM_SECONDS = 60;

/** Measures the queue for `/metrics`; more than a minute of waiting is a line in the log, at its beginning and its end. */
export function startMeasuring(parts: {
  readonly db: Pool;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** Kinds that this process works on: what nobody works on does not wait. */
  readonly kinds: readonly string[];
}): Loop {
  const { db, log, kinds } = parts;
  const late = new Set<string>();
  return startLoop({
    round: async () => {
      const found = new Map((await jobFigures(db)).map((figures) => [figures.job, figures]));
      for (const job of kinds) {
        const { oldestSeconds = 0, waiting: due = 0, failed = 0 } = found.get(job) ?? {};
        oldest.set({ job }, oldestSeconds);
        waiting.set({ job }, due);
        givenUp.set({ job }, failed);
        const isLate = oldestSeconds > ALARM_SECONDS;
        if (isLate === late.has(job)) continue;
        if (isLate) {
          late.add(job);
          log.error({ alarm: 'jobs', job, waiting: due, seconds: oldestSeconds }, 'jobs wait for more than a minute');
        } else {
          late.delete(job);
          log.info({ job }, 'jobs do not wait any more');
        }
      }
      return MEASURED_EVERY_MS;
    },
    onFailure: (error) => {
      log.warn({ err: error }, 'the queue of jobs was not measured');
      return MEASURED_EVERY_MS;
    },
  });
}
