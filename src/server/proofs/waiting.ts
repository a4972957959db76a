import { Gauge } from 'prom-client';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import { Loop } from './loop.ts';
import { nextHour, newestDue, PUBLISH_AFTER_MS } from './publisher.ts';
import { waitingBatches } from './store-batches.ts';
import { lastHour } from './store-hours.ts';
import { HOUR_MS } from '#domain/time.ts';

const batches = new Gauge({ name: 'tikvo_proofs_waiting', help: 'Committed batches that are not proven yet.' });
const batchSeconds = new Gauge({
  name: 'tikvo_proofs_waiting_seconds',
  help: 'For how long the oldest of them has waited: so old is the newest proof.',
});
const hourSeconds = new Gauge({
  name: 'tikvo_hour_root_late_seconds',
  help: 'For how long the oldest hour without a signed root has been due. 0: none is.',
});

/** A batch is proven within a second, a root within half a minute; a restart of the signer takes longer, and is no alarm, seconds. */
const ALARM_SECONDS = { batch: 60, hour: 600 } as const;

const LOOK_MS = 10_000;

interface WaitingParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

/** Looks every ten seconds, until it is stopped. */
export function watchWaiting(parts: WaitingParts, shard: number): Loop {
  const waiting = new WaitingProofs(parts, shard);
  const run = () => waiting.look();
  return new Loop({ name: 'looking for late proofs', everyMs: LOOK_MS, gatherMs: LOOK_MS, run, log: parts.log });
}

/** How old the newest proofs are, for `/metrics`. Too old is a line in the log, at its beginning and its end. */
export class WaitingProofs {
  readonly #parts: {
    readonly db: Pool;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: Pick<Logger, 'error' | 'info'>;
  };
  readonly #shard: number;
  #isLate = false;

  constructor(parts: WaitingParts, shard: number) {
    this.#parts = parts;
    this.#shard = shard;
  }

  async look(): Promise<void> {
    const { db, clock, log } = this.#parts;
    const now = clock.now();
    const { count, since } = await waitingBatches(db, this.#shard);
    const waited = since === null ? 0 : Math.max(0, now - since) / 1_000;
    const late = secondsLate(await nextHour(db, await lastHour(db)), now);
    batches.set(count);
    batchSeconds.set(waited);
    hourSeconds.set(late);
    const isLate = waited > ALARM_SECONDS.batch || late > ALARM_SECONDS.hour;
    if (isLate === this.#isLate) return;
    this.#isLate = isLate;
    if (isLate) log.error({ alarm: 'proofs', batches: count, seconds: waited, hourSeconds: late }, 'proofs are late');
    else log.info('proofs are in time again');
  }
}

/** For how long an hour could have had its root at `now` (ms). */
function secondsLate(hour: number | null, now: number): number {
  if (hour === null || hour > newestDue(now)) return 0;
  return (now - (hour + 1) * HOUR_MS - PUBLISH_AFTER_MS) / 1_000;
}
