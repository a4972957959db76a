import { expect, it } from 'vitest';
import { SpeedCount } from './trading-days.ts';

interface Figures {
  readonly batchMs: readonly number[];
}

it('keeps what it has counted of batches until the database stores it', async () => {
  let away = true;
  let tell: (figures: Figures) => void = () => undefined;
  const stored: unknown[][] = [];
  const query = async (_text: string, values: unknown[]) => {
    if (away) throw new Error('the database is away');
    stored.push(values);
  };
  const subscribe = (_topic: string, listener: (figures: Figures) => void) => {
    tell = listener;
    return () => undefined;
  };
  const count = new SpeedCount({ db: { query } as never, clock: { now: () => 0 }, bus: { subscribe } as never });
  count.start();
  const told = (batchMs: readonly number[]) => tell({ batchMs });
  told([1, 1]);
  await expect(count.keep()).rejects.toThrow('away');
  told([1]);
  away = false;
  await count.stop();
  expect(stored.map((values) => values.at(-1))).toEqual([[3]]);
});
