import type { Logger } from 'pino';
import type { Tick } from '#domain/prices/tick.ts';
import { MarkoutMonitor } from '#domain/trading/markout-monitor.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Bus } from '#server/bus/index.ts';

/** Watches for people who know prices early and tells of them; nobody's prediction is touched by it. Begins anew with each start. */
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
      const { userId, direction, admittedAt } = prediction;
      this.#monitor.admitted({ userId, stream, direction, admittedAt });
    }
  }

  tick(tick: Tick): void {
    for (const userId of this.#monitor.apply(tick)) {
      this.#log.warn({ userId }, 'prices go where this person says more often than chance allows');
      this.#bus.publish('trading.flagged', { userId });
    }
  }
}
