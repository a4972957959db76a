import type { Logger } from 'pino';

/** Facts written by other transactions are found at the latest then. */
const LOOK_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

export interface Loop {
  /** There is something to do. */
  wake(): void;
  stop(): Promise<void>;
}

/** Does rounds one after the other: again at once while a round says that there is more, else when woken or after a second. */
export function startLoop({
  log,
  round,
  everyMs = LOOK_EVERY_MS,
}: {
  readonly log: Pick<Logger, 'warn'>;
  readonly round: () => Promise<boolean>;
  readonly everyMs?: number;
}): Loop {
  let stopped = false;
  let woken = false;
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
      const outcome = await round().catch((error: unknown) => {
        log.warn({ err: error }, 'notifications were not made');
        return 'failed' as const;
      });
      if (stopped || outcome === true || (woken && outcome === false)) continue;
      await pause(outcome === 'failed' ? AFTER_FAILURE_MS : everyMs);
    }
  };
  const running = run();
  return {
    wake: () => {
      woken = true;
      rouse();
    },
    stop: async () => {
      stopped = true;
      rouse();
      await running;
    },
  };
}
