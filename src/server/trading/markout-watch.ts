import type { Logger } from 'pino';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { MarkoutMonitor } from '#domain/trading/markout-monitor.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Bus } from '#server/bus/index.ts';

/**
 * Watches for people who know prices early and reports them; nobody's prediction is touched. Scores start from zero with each start;
 * what was reported is stored by the web thread, away from the batches.
 */
export class MarkoutWatch {
  readonly #monitor = new MarkoutMonitor();
  readonly #bus: Bus;
  readonly #log: Logger;

  constructor({ bus, log }: { readonly bus: Bus; readonly log: Logger }) {
    this.#bus = bus;
    this.#log = log.child({ part: 'markouts' });
  }

  /** Predictions of a stored batch. */
  placed(open: readonly OpenPrediction[]): void {
    for (const { prediction, stream } of open) {
      const { userId, realm, direction, admittedAt } = prediction;
      this.#monitor.admitted({ userId, realm, stream, direction, admittedAt });
    }
  }

  tick(tick: Tick): void {
    for (const flag of this.#monitor.apply(tick)) {
      this.#log.warn(flag, 'prices go where this person says more often than chance allows');
      this.#bus.publish('trading.flagged', { ...flag, at: tick.t });
    }
  }
}
