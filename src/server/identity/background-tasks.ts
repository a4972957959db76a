import type { Logger } from 'pino';

/**
 * Work that an answer does not wait for: whether an address is known must not show in how long an answer takes.
 * A failure is logged; a stop waits for what was begun.
 */
export interface BackgroundTasks {
  run(what: string, work: () => Promise<void>): void;
  settled(): Promise<void>;
}

export function createBackgroundTasks(log: Logger): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    run: (what, work) => {
      // After the answer is on its way: not even the beginning of the work shows in its time.
      const job = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, `could not ${what}`))
        .finally(() => running.delete(job));
      running.add(job);
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
