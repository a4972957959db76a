import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { BatchCount } from './batch/batch-figures.ts';
import { OUTAGE } from './command-queue.ts';
import type { CommandQueue } from './command-queue.ts';
import type { Storing, Stored } from './storing.ts';

const LOOK_EVERY_MS = 1_000;
/** A process that slept for longer has not read yet what was answered meanwhile, ms. */
const SLEPT_MS = 5_000;

/** The database has a batch or a beat, and neither does it nor refuses it. */
class DatabaseHangs extends Error {
  override readonly name = 'DatabaseHangs';
}

interface WatchParts {
  readonly storing: Storing;
  readonly count: BatchCount;
  readonly queue: CommandQueue;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Looks once a second whether the database stores what it is given; where it does not, that is a line of the log, which are counted there.
 * Where it hangs, each second is a failure in the figures too, and what waits for a batch is told of an outage, so that nothing is done
 * long after somebody asked for it.
 */
export function watchStoring({ storing, count, queue, clock, log }: WatchParts): NodeJS.Timeout {
  let lookedAt = clock.monotonic();
  return setInterval(() => {
    const slept = clock.monotonic() - lookedAt > SLEPT_MS;
    lookedAt = clock.monotonic();
    if (slept) return;
    const hanging = (['batches', 'beats'] satisfies Stored[]).filter((what) => storing.hangs(what));
    for (const what of hanging) count.failed(what);
    if (hanging.length === 0) {
      if (!storing.isWell) log.error({ alarm: 'database', err: storing.lastFailure }, 'the database stores nothing');
      return;
    }
    const err = new DatabaseHangs(`no answer to ${hanging.join(' and ')} for more than 5 s`);
    log.error({ alarm: 'database', err }, 'the database hangs: nothing is stored');
    if (storing.hangs('batches')) queue.refuseAll(OUTAGE);
  }, LOOK_EVERY_MS);
}
