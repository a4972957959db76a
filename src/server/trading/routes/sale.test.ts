import { describe, expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { toIso } from '#protocol/codecs.ts';
import { createLocalBus } from '#server/bus/index.ts';
import type { CommandReply, SellPrediction } from '../contract.ts';
import { saleRoutes } from './sale.ts';

const T0 = 1_800_000_000_000;
const SOLD_AT = T0 + 10_000;
const ADA: Actor = { userId: 'u', sessionId: 's', role: 'USER', realm: 'real' };

const OPEN: Prediction = {
  id: 'p',
  realm: 'real',
  userId: ADA.userId,
  pairId: 'BTC-USD',
  feed: 'live',
  direction: 'UP',
  stake: usdt(10_000_000n),
  payoutBps: 8_000,
  durationMs: 60_000,
  status: 'OPEN',
  outcome: null,
  voidReason: null,
  admittedAt: T0,
  kAdm: 1,
  hAdm: '00'.repeat(32),
  salt: '00'.repeat(16),
  rulesHash: '00'.repeat(32),
  shard: 0,
  batch: 1,
  entry: { seq: 2, t: T0 + 500, price: 100_00, recorded: null },
  expiresAt: T0 + 60_500,
  exit: null,
  credit: null,
  settledAt: null,
};
/** Sold for 9.50. */
const SOLD: Prediction = {
  ...OPEN,
  status: 'SETTLED',
  outcome: 'SOLD',
  exit: { seq: 9, t: SOLD_AT, price: 100_50, recorded: null },
  credit: usdt(9_500_000n),
  settledAt: SOLD_AT + 200,
};
const GONE: CommandReply = { ok: false, refusal: { code: 'NotFound' } };
const OVER = { refusal: { code: 'SaleLapsed', reason: 'over' } };
const KEY = { key: 'k', bodyHash: 'h' };

/** Asks for a sale. `reads`: what stands in the database, one time after the other. */
async function sell(
  body: { readonly minCredit: string; readonly validUntil?: string },
  given: { readonly reads: readonly Prediction[]; readonly engine?: CommandReply; readonly key?: typeof KEY | null },
) {
  const bus = createLocalBus();
  const asked: SellPrediction[] = [];
  bus.answer('trading.sell', async (input) => {
    asked.push(input);
    return given.engine ?? GONE;
  });
  const reads = [...given.reads];
  const predictions = { one: async () => reads.shift() ?? null };
  const { sell: route } = saleRoutes({ bus, predictions } as unknown as Parameters<typeof saleRoutes>[0]);
  const call = { actor: ADA, params: { id: OPEN.id }, body, idempotency: given.key ?? null };
  return { reply: await route(call as unknown as Parameters<typeof route>[0]), asked };
}

describe('a second sale of what is sold, in terms of its own', () => {
  it.each([
    ['at its price', { minCredit: '9.5' }],
    ['below it', { minCredit: '0' }],
    ['good until its tick', { minCredit: '9.5', validUntil: toIso(SOLD_AT) }],
  ])('%s hears what was sold, and the engine is not asked', async (_terms, body) => {
    const { reply, asked } = await sell(body, { reads: [SOLD] });
    expect(reply).toMatchObject({ status: 200, json: { id: 'p', outcome: 'SOLD', creditStr: '9.50' } });
    expect(asked).toEqual([]);
  });

  it.each([
    ['above its price', { minCredit: '9.500001' }],
    ['good until before its tick', { minCredit: '0', validUntil: toIso(SOLD_AT - 1) }],
  ])('%s hears that it is over', async (_terms, body) => {
    expect((await sell(body, { reads: [SOLD] })).reply).toEqual(OVER);
  });

  it('with a key is asked of the engine, which knows the key or nothing', async () => {
    const engine: CommandReply = { ok: true, body: '{"id":"p"}', replayed: true };
    const known = await sell({ minCredit: '9.6' }, { reads: [SOLD], engine, key: KEY });
    expect(known.reply).toMatchObject({ status: 200 });
    expect(known.asked).toMatchObject([{ predictionId: 'p', minCredit: 9_600_000n, idempotency: KEY }]);
    expect((await sell({ minCredit: '9.6' }, { reads: [SOLD, SOLD], key: KEY })).reply).toEqual(OVER);
    expect((await sell({ minCredit: '9.5' }, { reads: [SOLD, SOLD], key: KEY })).reply).toMatchObject({ status: 200 });
  });

  it('that was made since it was read is judged by the terms too', async () => {
    expect((await sell({ minCredit: '9.4' }, { reads: [OPEN, SOLD] })).reply).toMatchObject({ status: 200 });
    expect((await sell({ minCredit: '9.6' }, { reads: [OPEN, SOLD] })).reply).toEqual(OVER);
  });
});
