/** A process that works jobs, which a test can kill: each job writes down in one transaction that it was done, unless it was before. */
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '#server/db/index.ts';
import { createJobs, JobFault, workOn } from '#server/jobs/index.ts';
import { CHAOS_JOB } from './chaos-job.ts';

const quiet = { warn: () => undefined, error: () => undefined, info: () => undefined };
const db = createPool(process.env['DATABASE_URL'] ?? '', { max: 12 });
const jobs = createJobs({ db, log: quiet });
jobs.add(
  workOn(CHAOS_JOB, () => async ({ no }, { attempt }) => {
    await db.query('INSERT INTO run (no) VALUES ($1)', [no]);
    // A share of them fails by itself too.
    if (no % 10 === 0 && attempt === 1) throw new JobFault('not yet');
    await pause(2);
    await db.query('INSERT INTO effect (no) VALUES ($1) ON CONFLICT DO NOTHING', [no]);
    await pause(2);
  }),
);
jobs.start();
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
