import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { MarkoutWatch } from './markout-watch.ts';

function tickOf(seq: number, price: number): Tick {
  const bytes = new Uint8Array(1);
  const t = seq * 2_000;
  return {
    stream: 4,
    seq,
    t,
    tSource: t,
    price,
    flags: 0,
    sources: 1,
    mad: 0,
    record: bytes,
    head: bytes,
    recorded: null,
  };
}

/** 400 predictions, each of a person who says where the price goes next, or the other way. */
async function flaggedBy(saysRight: (no: number) => boolean): Promise<object[]> {
  const bus = createLocalBus();
  const told: object[] = [];
  bus.subscribe('trading.flagged', (flag) => void told.push(flag));
  const watch = new MarkoutWatch({ bus, log: pino({ level: 'silent' }) });
  let price = 10_000;
  watch.tick(tickOf(1, price));
  for (let no = 1; no <= 400; no += 1) {
    const up = (no * 7) % 3 === 0;
    const direction = up === saysRight(no) ? 'UP' : 'DOWN';
    const prediction = { userId: 'person', realm: 'demo', direction, admittedAt: no * 8_000 };
    watch.placed([{ prediction, stream: 4 } as unknown as OpenPrediction]);
    price += up ? 5 : -5;
    for (let step = 1; step <= 4; step += 1) watch.tick(tickOf(no * 4 + step - 1, price));
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  return told;
}

it('tells once of a person whom the prices follow, and of nobody who guesses', async () => {
  const told = await flaggedBy(() => true);
  expect(told).toEqual([
    {
      userId: 'person',
      realm: 'demo',
      predictions: expect.any(Number) as unknown,
      at: expect.any(Number) as unknown,
      measured: [expect.objectContaining({ mean: expect.any(Number) as unknown }), expect.anything()],
    },
  ]);
  expect(await flaggedBy((no) => no % 2 === 0)).toEqual([]);
});
