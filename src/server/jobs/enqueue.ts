import type { Queryable } from '#server/db/index.ts';
import type { JobDefinition } from './contract.ts';
import { insertJob } from './store.ts';

/** A job that is put in once, or for later. */
export interface Asked<P extends object> {
  readonly payload: P;
  /** Only one job of a kind with this key waits: a later one takes the place of the one that waits. One under way is not touched. */
  readonly key?: string;
  /** Not before then, ms. */
  readonly at?: number;
}

/** Puts a job in: it is done if, and only if, the transaction commits, and at once then. Throws where the payload is not of its type. */
export function enqueue<P extends object>(tx: Queryable, job: JobDefinition<P>, payload: NoInfer<P>): Promise<void> {
  return enqueueWith(tx, job, { payload });
}

/** The same, with a key or a time. */
export async function enqueueWith<P extends object>(
  tx: Queryable,
  job: JobDefinition<P>,
  { payload, key, at }: NoInfer<Asked<P>>,
): Promise<void> {
  await insertJob(tx, {
    job: job.name,
    payload: job.payload.parse(payload),
    tries: job.tries,
    key: key === undefined ? null : `${job.name}:${key}`,
    at: at ?? null,
  });
}
