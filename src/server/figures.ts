import { Counter, Gauge, Histogram } from 'prom-client';
import type { PairStatus } from '#domain/prices/pair.ts';
import type { Bus } from './bus/index.ts';
import type {} from './engine-runtime.ts';
import type {} from './prices/index.ts';
import type { PairBoard } from './prices/wire.ts';
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
const sources = new Gauge({
  name: 'tikvo_price_sources',
  help: 'Pairs by source of prices and its state: live, silent, connecting, away, left_out, ahead (its clock is, so it does not count).',
  labelNames: ['source', 'state'],
});

const batches = new Histogram({
  name: 'tikvo_batch_seconds',
  help: 'Time of a batch, from its first statement to the commit.',
  buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
});
const refused = new Counter({
  name: 'tikvo_predictions_refused_total',
  help: 'Predictions the engine refused, by code.',
  labelNames: ['code'],
});
const flagged = new Counter({
  name: 'tikvo_markout_flags_total',
  help: 'People whom prices follow more often than chance allows, told once a start each.',
});
const waiting = new Gauge({ name: 'tikvo_predictions_waiting', help: 'Requests that wait for a batch.' });
const open = new Gauge({ name: 'tikvo_predictions_open', help: 'Predictions that are not settled.' });
const parked = new Gauge({
  name: 'tikvo_predictions_parked',
  help: 'What cannot be stored and is left alone for now: predictions, markets of rounds, scheduled entries. Anything above 0 is an alarm.',
  labelNames: ['of'],
});
const notStored = new Counter({
  name: 'tikvo_not_stored_total',
  help: 'Batches, and beats of the lease, that the database did not store, and seconds for which it hung.',
  labelNames: ['what'],
});
const free = new Gauge({ name: 'tikvo_data_free_bytes', help: 'What is left of the disk of DATA_DIR.' });
const reserve = new Gauge({
  name: 'tikvo_data_reserve_bytes',
  help: 'Below this much of tikvo_data_free_bytes nothing new is taken.',
});
let sockets = (): number => 0;
new Gauge({
  name: 'tikvo_sockets',
  help: 'Sockets open now.',
  collect() {
    this.set(sockets());
  },
});
const lag = new Gauge({
  name: 'tikvo_engine_lag_seconds',
  help: 'Longest time of the last second in which the engine thread kept anything waiting.',
});

/** Shows in `/metrics` how many sockets are open, asked when somebody looks. */
export function countSockets(count: () => number): void {
  sockets = count;
}

/** Counts for `/metrics` what the engine tells on the bus, so that the engine counts nothing itself. Returns the end of it. */
export function countFigures(bus: Pick<Bus, 'subscribe'>): () => void {
  const statuses = new Map<string, PairStatus>();
  const heard = new Map<string, PairBoard['sources']>();
  const ends = [
    bus.subscribe('prices.tick', ({ kind }) => ticks.inc({ kind })),
    bus.subscribe('trading.prediction', ({ realm, prediction }) =>
      predictions.inc({ realm, step: prediction.outcome ?? prediction.status }),
    ),
    bus.subscribe('trading.figures', (figures) => {
      for (const ms of figures.batchMs) batches.observe(ms / 1_000);
      for (const [code, count] of Object.entries(figures.refused)) refused.inc({ code }, count);
      waiting.set(figures.waiting);
      open.set(figures.open);
      for (const [of, count] of Object.entries(figures.parked)) parked.set({ of }, count);
      for (const [what, count] of Object.entries(figures.failed)) notStored.inc({ what }, count);
    }),
    bus.subscribe('trading.flagged', () => flagged.inc()),
    bus.subscribe('engine.disk', ({ freeBytes, reserveBytes }) => {
      free.set(freeBytes);
      reserve.set(reserveBytes);
    }),
    bus.subscribe('engine.lag', ({ maxMs }) => lag.set(maxMs / 1_000)),
    bus.subscribe('prices.pair', (board) => {
      heard.set(board.pair.id, board.sources);
      sources.reset();
      for (const { name, state } of [...heard.values()].flat()) sources.inc({ source: name, state });
    }),
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
