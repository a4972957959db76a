/** Something that runs. */
export interface Upkeep {
  stop(): Promise<void>;
}

/** What a subject has done by itself. */
export type UpkeepDefinition = RepeatedUpkeep | RunningUpkeep;

/** Work that is done again and again: once a day, or each `everyMs`. A failure is a line in the log, and the next turn. */
export interface RepeatedUpkeep {
  readonly name: string;
  readonly work: () => Promise<void>;
  readonly everyMs?: number;
}

/** What has a loop of its own. */
export interface RunningUpkeep {
  readonly name: string;
  readonly start: () => Upkeep;
}

/** What is begun by `start` and ended by `stop`, as a definition. */
export function running(name: string, loop: Upkeep & { start(): void }): RunningUpkeep {
  return {
    name,
    start: () => {
      loop.start();
      return loop;
    },
  };
}

/** What is done once, at a start, and must not fail. */
export function atStart(name: string, work: () => Promise<void>): RunningUpkeep {
  return {
    name,
    start: () => {
      const done = work();
      return { stop: () => done };
    },
  };
}
