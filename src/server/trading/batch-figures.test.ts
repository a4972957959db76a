import { expect, it } from 'vitest';
import { BatchCount } from './batch-figures.ts';

it('counts batches and refusals once, and begins anew', () => {
  const count = new BatchCount();
  const refused = { reply: { ok: false, refusal: { code: 'NoBalance' } } } as const;
  count.batch(3, [refused, refused, { reply: { ok: true, body: '{}', replayed: false } }]);
  count.batch(5, [{ reply: { ok: false, refusal: { code: 'PriceFeedError' } } }]);
  expect(count.take({ waiting: 2, open: 7 })).toEqual({
    batchMs: [3, 5],
    refused: { NoBalance: 2, PriceFeedError: 1 },
    waiting: 2,
    open: 7,
  });
  expect(count.take({ waiting: 0, open: 7 })).toEqual({ batchMs: [], refused: {}, waiting: 0, open: 7 });
});
