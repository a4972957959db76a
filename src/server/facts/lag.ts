import { Gauge } from 'prom-client';
import type { Logger } from 'pino';
import type { Queryable } from '#server/db/index.ts';
import type { Following } from './following.ts';
import { findCursor } from './store.ts';

const rowsBehind = new Gauge({
  name: 'tikvo_facts_behind',
  help: 'Facts, or batches of the engine, that a follower has not read.',
  labelNames: ['follower', 'source'],
});
const secondsBehind = new Gauge({
  name: 'tikvo_facts_lag_seconds',
  help: 'For how long the oldest of them has waited, beyond what the follower leaves it by intent.',
  labelNames: ['follower', 'source'],
});

const ALARM_SECONDS = 60;

/** How far each follower is behind, for `/metrics`; more than a minute is a line in the log, at its beginning and its end. */
export class LagWatch {
  readonly #late = new Set<Following>();
  readonly #log: Pick<Logger, 'error' | 'info'>;

  constructor(log: Pick<Logger, 'error' | 'info'>) {
    this.#log = log;
  }

  async look(db: Queryable, following: Following): Promise<void> {
    const { follower, source } = following;
    const named = { follower: follower.name, source: source.name };
    const position = await findCursor(db, named);
    if (position === null) return;
    const { rows, seconds: waited } = await source.lag(db, position);
    const seconds = Math.max(0, waited - (follower.afterMs ?? 0) / 1_000);
    rowsBehind.set(named, rows);
    secondsBehind.set(named, seconds);
    const isLate = seconds > ALARM_SECONDS;
    if (isLate === this.#late.has(following)) return;
    if (isLate) {
      this.#late.add(following);
      this.#log.error({ alarm: 'facts', ...named, rows, seconds }, 'a follower of facts is more than a minute behind');
    } else {
      this.#late.delete(following);
      this.#log.info(named, 'a follower of facts has caught up');
    }
  }
}
