import { Counter, Gauge } from 'prom-client';
import type { PairStatus } from '#domain/prices/pair.ts';
import type { Bus } from './bus/index.ts';
import type {} from './prices/index.ts';
import type {} from './trading/index.ts';

const ticks = new Counter({
  name: 'tikvo_ticks_total',
  help: 'Ticks that reached the web thread, by kind of feed.',
  labelNames: ['kind'],
});
const predictions = new Counter({
  name: 'tikvo_predictions_total',
  help: 'Committed steps of predictions: ADMITTED when placed, OPEN at entry, then how they ended.',
  labelNames: ['realm', 'step'],
});
const pairs = new Gauge({ name: 'tikvo_pairs', help: 'Pairs by status.', labelNames: ['status'] });

/** Counts for `/metrics` what the engine tells on the bus, so that the engine counts nothing itself. Returns the end of it. */
export function countFigures(bus: Pick<Bus, 'subscribe'>): () => void {
  const statuses = new Map<string, PairStatus>();
  const ends = [
    bus.subscribe('prices.tick', ({ kind }) => ticks.inc({ kind })),
    bus.subscribe('trading.prediction', ({ realm, prediction }) =>
      predictions.inc({ realm, step: prediction.outcome ?? prediction.status }),
    ),
    bus.subscribe('prices.pair', ({ pair, status }) => {
      if (statuses.get(pair.id) === status) return;
      statuses.set(pair.id, status);
      pairs.reset();
      for (const one of statuses.values()) pairs.inc({ status: one });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
