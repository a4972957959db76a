import type { z } from 'zod';

/** A kind of work that is done later, outside the transaction that asks for it. */
export interface JobDefinition<P extends object = object> {
  /** `subject.what`. Stands in stored rows: it never changes. */
  readonly name: string;
  /** Ids, numbers and words of a closed set; nothing that names a person, for a row may outlive the person's data. */
  readonly payload: z.ZodType<P>;
  /**
   * Tries before it is given up. Between them pass 3 s, 7 s, 20 s, 55 s, 2.5 min, 7 min, 18 min, 50 min, 2.3 h, and 6 h from then on. A
   * process that is killed has used up a try.
   */
  readonly tries: number;
  /** A try that takes longer has failed, ms. */
  readonly longestMs: number;
}

/** One try. */
export interface JobRun {
  /** From 1. */
  readonly attempt: number;
  readonly isLast: boolean;
  /** Aborted when the try has taken too long, or the process stops. */
  readonly signal: AbortSignal;
}

/**
 * Does one job. It may run again after it has done its work, where a process dies before that is noted: it looks at what it wants to change,
 * and changes nothing twice. Throws where the work must be tried again.
 */
export type JobHandler<P extends object = object> = (payload: P, run: JobRun) => Promise<void>;

/** A job with what does it: what a subject gives to the process that works. Made by `workOn`. */
export interface JobWork {
  readonly job: JobDefinition;
  /** Called at the first job of its kind: a module that only the job needs is loaded here. */
  readonly load: () => JobHandler | Promise<JobHandler>;
  /** A cron line in UTC (`10 0 * * *`): a job with an empty payload is put in at these minutes, once for all processes. */
  readonly schedule?: string | undefined;
}

/** Works the jobs of an installation, in one process. Several may run on one database. */
export interface Jobs {
  /** Before `start`. Each name once. */
  add(work: JobWork): void;
  start(): void;
  /** Takes no more, and resolves when those under way have ended. */
  stop(): Promise<void>;
  /** Drops jobs that were given up more than 30 days ago. */
  purge(): Promise<void>;
}

/** Why a try failed, in words that may be kept: a code, never what somebody else's server said. */
export class JobFault extends Error {}
