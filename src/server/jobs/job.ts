/** Something that runs. */
export interface Job {
  stop(): Promise<void>;
}

/** What a subject has done by itself. */
export type JobDefinition = RepeatedJob | RunningJob;

/** Work that is done again and again: once a day, or each `everyMs`. A failure is a line in the log, and the next turn. */
export interface RepeatedJob {
  readonly name: string;
  readonly work: () => Promise<void>;
  readonly everyMs?: number;
}

/** What has a loop of its own. */
export interface RunningJob {
  readonly name: string;
  readonly start: () => Job;
}

/** What is begun by `start` and ended by `stop`, as a definition. */
export function running(name: string, loop: Job & { start(): void }): RunningJob {
  return {
    name,
    start: () => {
      loop.start();
      return loop;
    },
  };
}
