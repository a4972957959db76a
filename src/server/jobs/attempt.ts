import type { Logger } from 'pino';
import { tries } from './figures.ts';
import { JobFault, type JobHandler, type JobWork } from './contract.ts';

/** One try as the library hands it out. */
interface Handed {
  readonly payload: unknown;
  readonly id: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Of the process that stops. */
  readonly signal: AbortSignal;
}

/** Tries jobs of one kind: reads the payload, bounds the time, counts the end, and keeps of a failure only its code. */
export function createAttempts({ job, load }: JobWork, log: Pick<Logger, 'warn'>): (handed: Handed) => Promise<void> {
  let handler: Promise<JobHandler> | null = null;
  const loaded = () => {
    handler ??= (async () => load())().catch((error: unknown) => {
      handler = null;
      throw error;
    });
    return handler;
  };
  return async ({ payload, id, attempt, maxAttempts, signal }) => {
    const isLast = attempt >= maxAttempts;
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new JobFault('too long')), job.longestMs).unref();
    try {
      const run = { attempt, isLast, signal: AbortSignal.any([ending.signal, signal]) };
      const read = job.payload.parse(payload);
      await Promise.race([(await loaded())(read, run), whenAborted(ending.signal)]);
      tries.inc({ job: job.name, end: 'done' });
    } catch (error) {
      tries.inc({ job: job.name, end: isLast ? 'given up' : 'failed' });
      const fault = faultOf(error);
      // What we threw ourselves says it in its code: its stack is no news.
      const err = error instanceof JobFault ? undefined : error;
      log.warn({ err, job: job.name, id, attempt, fault }, isLast ? 'a job was given up' : 'a job failed');
      throw new JobFault(fault, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Code or name of an error: its message may repeat an address. */
function faultOf(error: unknown): string {
  if (error instanceof JobFault) return error.message;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}
