import { register } from 'prom-client';
import { expect, it } from 'vitest';
import type { Prediction } from '#domain/trading/prediction.ts';
import { createLocalBus } from './bus/index.ts';
import { countFigures, countSockets } from './figures.ts';
import type { PairBoard } from './prices/wire.ts';

it('counts what is told on the bus until it is ended', async () => {
  const bus = createLocalBus();
  const end = countFigures(bus);
  const tick = { pair: 'BTC-USD', kind: 'replay', seq: 1, t: 1, price: 1, head: '' } as const;
  const told = (fields: Partial<Prediction>) =>
    bus.publish('trading.prediction', { userId: 'u', realm: 'demo', prediction: fields as Prediction });
  const status = (id: string, now: string, clock = 'live') => {
    const sources = [{ name: 'kraken', state: clock }];
    bus.publish('prices.pair', { pair: { id }, status: now, sources } as unknown as PairBoard);
  };
  bus.publish('prices.tick', tick);
  bus.publish('prices.tick', tick);
  told({ status: 'ADMITTED', outcome: null });
  told({ status: 'SETTLED', outcome: 'WIN' });
  const parked = { prediction: 2, market: 1, scheduled: 0 };
  const failed = { batches: 3, beats: 1 };
  bus.publish('trading.figures', { batchMs: [3, 30], refused: { NoBalance: 2 }, waiting: 4, open: 9, parked, failed });
  bus.publish('engine.disk', { freeBytes: 7_000, reserveBytes: 500 });
  bus.publish('engine.lag', { maxMs: 12 });
  countSockets(() => 5);
  status('A', 'ONLINE');
  status('B', 'ONLINE');
  status('B', 'CLOSED', 'ahead');
  await new Promise((resolve) => setTimeout(resolve, 0));
  end();
  bus.publish('prices.tick', tick);
  await new Promise((resolve) => setTimeout(resolve, 0));
  const lines = (await register.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'tikvo_ticks_total{kind="replay"} 2',
      'tikvo_predictions_total{realm="demo",step="ADMITTED"} 1',
      'tikvo_predictions_total{realm="demo",step="WIN"} 1',
      'tikvo_batch_seconds_bucket{le="0.005"} 1',
      'tikvo_batch_seconds_count 2',
      'tikvo_predictions_refused_total{code="NoBalance"} 2',
      'tikvo_predictions_waiting 4',
      'tikvo_predictions_open 9',
      'tikvo_predictions_parked{of="prediction"} 2',
      'tikvo_predictions_parked{of="market"} 1',
      'tikvo_not_stored_total{what="batches"} 3',
      'tikvo_not_stored_total{what="beats"} 1',
      'tikvo_engine_lag_seconds 0.012',
      'tikvo_data_free_bytes 7000',
      'tikvo_data_reserve_bytes 500',
      'tikvo_sockets 5',
      'tikvo_pairs{status="ONLINE"} 1',
      'tikvo_pairs{status="CLOSED"} 1',
      'tikvo_price_sources{source="kraken",state="live"} 1',
      'tikvo_price_sources{source="kraken",state="ahead"} 1',
    ]),
  );
});
