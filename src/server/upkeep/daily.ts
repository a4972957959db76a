import type { Logger } from 'pino';
import type { Upkeep } from './upkeep.ts';
import { DAY_MS } from '#domain/time.ts';

/** A while after the start, which has enough to do. */
const FIRST_MS = 60_000;

interface Pace {
  readonly firstMs?: number;
  readonly everyMs?: number;
}

/** Does `work` a minute after the start and once a day from then on. A failure is a line in the log, and the next day's turn. */
export function daily(work: () => Promise<void>, parts: { readonly log: Pick<Logger, 'warn'> } & Pace): Upkeep {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const turn = () => {
    running = work().catch((error: unknown) => parts.log.warn({ err: error }, 'the daily work failed'));
    later(parts.everyMs ?? DAY_MS);
  };
  const later = (ms: number) => {
    timer = setTimeout(turn, ms).unref();
  };
  later(parts.firstMs ?? FIRST_MS);
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}
