import type { Pool } from 'pg';
import { thisShell, type Audit } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { cancelJob, listJobs, retryJob, type JobState } from '#server/jobs/index.ts';
import { no, yes, type Told } from './told.ts';

export const JOBS_USAGE = [
  'npm run admin -- jobs [failed|running|waiting|scheduled]',
  '                                                 lists jobs that are not done, newest first',
  'npm run admin -- retry-job <id> --reason <why>   does a job now, with all its tries before it',
  'npm run admin -- cancel-job <id> --reason <why>  takes a job out of the queue',
] as const;

const STATES: readonly JobState[] = ['failed', 'running', 'waiting', 'scheduled'];
/** Jobs shown at most. */
const MOST = 200;

interface JobsParts {
  readonly db: Pool;
  readonly audit: Pick<Audit, 'write'>;
}

/** `jobs`: what the queue holds. */
export async function showJobs({ db }: Pick<JobsParts, 'db'>, asked: string | undefined): Promise<Told> {
  const state = STATES.find((one) => one === asked);
  if (asked !== undefined && state === undefined) return no(...JOBS_USAGE.slice(0, 2));
  const jobs = await listJobs(db, { state, limit: MOST });
  if (jobs.length === 0) return yes('There are none.');
  return yes(
    ...jobs.map(({ id, job, state: is, attempts, tries, dueAt, fault }) =>
      [id, job, is, `try ${attempts} of ${tries}`, `due ${new Date(dueAt).toISOString()}`, fault ?? '']
        .join('  ')
        .trim(),
    ),
  );
}

/** `retry-job` and `cancel-job`. */
export async function changeJob(
  { db, audit }: JobsParts,
  command: 'retry-job' | 'cancel-job',
  [id, flag, ...rest]: readonly string[],
): Promise<Told> {
  if (id === undefined || !/^\d{1,18}$/.test(id)) return no(...JOBS_USAGE.slice(2));
  const reason = flag === '--reason' ? rest.join(' ') : '';
  if (reason === '') return no('Say why behind --reason: it is written into the audit log.');
  const act = { id, by: thisShell(), reason };
  const does = command === 'retry-job' ? retryJob : cancelJob;
  const done = await transaction(db, (tx) => does(tx, act, audit));
  if (!done) return no(`There is no job ${id} that waits: it is done, or under way.`);
  return yes(command === 'retry-job' ? `Job ${id} is due now.` : `Job ${id} is out of the queue.`);
}
