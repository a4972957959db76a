import { expect, it } from 'vitest';
import { BatchCount } from './batch-figures.ts';

const NONE = { prediction: 0, market: 0, scheduled: 0 };

it('counts batches and refusals once, and begins anew', () => {
  const count = new BatchCount();
  const refused = { reply: { ok: false, refusal: { code: 'NoBalance' } } } as const;
  count.batch(3, [refused, refused, { reply: { ok: true, body: '{}', replayed: false } }]);
  count.failed('beats');
  count.failed('beats');
  count.batch(5, [{ reply: { ok: false, refusal: { code: 'PriceFeedError' } } }]);
  expect(count.take({ waiting: 2, open: 7, parked: NONE })).toEqual({
    batchMs: [3, 5],
    refused: { NoBalance: 2, PriceFeedError: 1 },
    waiting: 2,
    open: 7,
    parked: NONE,
    failed: { batches: 0, beats: 2 },
  });
  const nothing = { batchMs: [], refused: {}, failed: { batches: 0, beats: 0 } };
  expect(count.take({ waiting: 0, open: 7, parked: NONE })).toEqual({ ...nothing, waiting: 0, open: 7, parked: NONE });
});
