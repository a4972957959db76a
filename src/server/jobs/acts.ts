import type { PoolClient } from 'pg';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import { removeJob, rescheduleJob } from './store.ts';

/** What somebody does with one job, and why. */
export interface JobAct extends HouseAct {
  readonly id: string;
}

/** Makes a job due at once, with all its tries before it. false: there is none, or it is under way. */
export function retryJob(tx: PoolClient, act: JobAct, audit: Pick<Audit, 'write'>): Promise<boolean> {
  return audited(tx, act, { audit, action: 'job.retried', does: rescheduleJob });
}

/** Takes a job out of the queue. false: there is none, or it is under way. */
export function cancelJob(tx: PoolClient, act: JobAct, audit: Pick<Audit, 'write'>): Promise<boolean> {
  return audited(tx, act, { audit, action: 'job.cancelled', does: removeJob });
}

async function audited(
  tx: PoolClient,
  { id, by, reason }: JobAct,
  what: {
    readonly audit: Pick<Audit, 'write'>;
    readonly action: string;
    readonly does: typeof removeJob;
  },
): Promise<boolean> {
  const job = await what.does(tx, id);
  if (job === null) return false;
  const entry = { action: what.action, objectType: 'job', objectId: id, after: { job }, reason };
  await what.audit.write(tx, { ...actorOf(by), ...entry });
  return true;
}
