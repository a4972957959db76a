export interface Loop {
  /** There is something to do. */
  wake(): void;
  stop(): Promise<void>;
}

/** Found by a look at the latest then, where nobody woke the loop. */
export const LOOK_EVERY_MS = 1_000;

/**
 * Does rounds one after the other until it is stopped: each answers after how many ms the next shall come, if nobody wakes the loop before.
 * A round that throws is told to `onFailure`, whose pause nobody shortens.
 */
export function startLoop({
  round,
  onFailure,
}: {
  readonly round: () => Promise<number>;
  /** The pause, ms. */
  readonly onFailure: (error: unknown) => number;
}): Loop {
  let stopped = false;
  let woken = false;
  /** After a failure. */
  let isResting = false;
  let rouse: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!stopped) {
      woken = false;
      const ms = await round().catch((error: unknown) => {
        isResting = true;
        return onFailure(error);
      });
      if (!stopped && ms > 0 && (isResting || !woken)) await pause(ms);
      isResting = false;
    }
  };
  const running = run();
  return {
    wake: () => {
      woken = true;
      if (!isResting) rouse();
    },
    stop: async () => {
      stopped = true;
      rouse();
      await running;
    },
  };
}

/** Half a second after the first failure, twice as long after each further one, a minute at most. */
export function pauseAfter(failures: number): number {
  return Math.min(60_000, 500 * 2 ** failures);
}
