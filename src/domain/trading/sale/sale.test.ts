import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import type { Tick } from '../../prices/ticks/tick.ts';
import { entered } from '../open-prediction.ts';
import type { LifeEffect, OpenPrediction } from '../open-prediction.ts';
import { finished } from '../open-prediction.ts';
import type { Prediction } from '../prediction.ts';
import { StreamBook } from '../stream-book.ts';
import { saleGate, saleWindow } from './gates.ts';
import { isMetBy } from './sale.ts';
import type { Sale } from './sale.ts';
import { saleSigma } from './value.ts';

const DURATION = 300_000;

function tickAt(seq: number, t: number, over: Partial<Tick> = {}): Tick {
  const record = new Uint8Array([seq]);
  return {
    stream: 4,
    seq,
    t,
    tSource: t,
    price: 10_000_000,
    flags: 0,
    sources: 1,
    mad: 0,
    record,
    head: record,
    recorded: null,
    ...over,
  };
}

function predictionOf(over: Partial<Prediction> = {}): Prediction {
  return {
    id: 'p',
    realm: 'demo',
    userId: 'someone',
    pairId: 'BTC-USD',
    feed: 'live',
    direction: 'UP',
    stake: usdt(10_000_000n),
    payoutBps: 8_000,
    durationMs: DURATION,
    status: 'ADMITTED',
    outcome: null,
    voidReason: null,
    admittedAt: 400,
    kAdm: 0,
    hAdm: '',
    salt: '',
    rulesHash: '',
    shard: 0,
    batch: 1,
    entry: null,
    expiresAt: null,
    exit: null,
    credit: null,
    settledAt: null,
    ...over,
  };
}

/** A prediction that entered at seq 1, t 1000, and its book. */
function running(): { readonly book: StreamBook; readonly open: OpenPrediction } {
  const rule = { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 };
  const open: OpenPrediction = { prediction: predictionOf(), stream: 4, rule, entryRecords: null, entryStored: false };
  const book = new StreamBook();
  book.add(open);
  book.apply(tickAt(1, 1_000));
  return { book, open };
}

function saleOf(over: Partial<Sale> = {}): Sale {
  return {
    predictionId: 'p',
    at: 60_000,
    minCredit: usdt(8_000_000n),
    validUntil: null,
    sigma: saleSigma(5e-5),
    ...over,
  };
}

function kinds(effects: readonly LifeEffect[]): string[] {
  return effects.map((effect) =>
    effect.kind === 'finished' ? `finished ${effect.finish.verdict.outcome}` : effect.kind,
  );
}

describe('a sale that was made', () => {
  it('is what others were asked for whose terms its price and time meet', () => {
    const exit = { seq: 4, t: 61_000, price: 10_050_000 };
    const sold = { outcome: 'SOLD', credit: usdt(8_752_500n), exit } as Parameters<typeof isMetBy>[1];
    const met = (minCredit: bigint, validUntil?: number | null) =>
      isMetBy({ minCredit: usdt(minCredit), validUntil }, sold);
    expect([met(8_752_500n), met(0n, null), met(0n, 61_000)]).toEqual([true, true, true]);
    expect([met(8_752_501n), met(0n, 60_999)]).toEqual([false, false]);
    expect(() => isMetBy({ minCredit: usdt(0n) }, { ...sold, outcome: 'WIN' as never })).toThrow('without its price');
  });
});

describe('a sale', () => {
  it('is priced by the first tick that the sources stated delta after it, and ends the prediction', () => {
    const { book, open } = running();
    expect(book.sell(saleOf())).toBe(true);
    expect(book.apply(tickAt(2, 60_400, { price: 20_000_000 }))).toEqual([]);
    expect(book.apply(tickAt(3, 60_900, { tSource: 60_499, price: 20_000_000 }))).toEqual([]);
    const effects = book.apply(tickAt(4, 61_000, { tSource: 60_500 }));
    expect(kinds(effects)).toEqual(['finished SOLD']);
    const [effect] = effects;
    if (effect?.kind !== 'finished') throw new Error('not finished');
    const { finish } = effect;
    expect(finish.sold).toMatchObject({ fair: 9_000_000n, before: new Uint8Array([3]), tick: { seq: 4 } });
    const end = finished(open.prediction, finish, 61_001);
    expect(end).toMatchObject({ status: 'SETTLED', outcome: 'SOLD', exit: { seq: 4 }, settledAt: 61_001 });
    // 20 % of the time has passed: 2.75 % are kept.
    expect(end.credit).toBe(8_752_500n);
    expect(book.size).toBe(0);
    expect(book.apply(tickAt(5, 1_000 + DURATION + 1))).toEqual([]);
  });

  it('lapses below what the person takes, says what it would have brought, and leaves the prediction open', () => {
    const { book } = running();
    book.sell(saleOf({ minCredit: usdt(9_500_000n) }));
    const effects = book.apply(tickAt(2, 61_000));
    expect(effects).toMatchObject([{ kind: 'lapsed', lapse: { reason: 'below_minimum', credit: 8_752_500n } }]);
    expect(book.size).toBe(1);
    expect(kinds(book.apply(tickAt(3, 1_000 + DURATION + 1, { price: 10_000_001 })))).toEqual(['finished VOID']);
  });

  it.each([
    ['a gap', TICK_FLAGS.gap],
    ['a feed that was away', TICK_FLAGS.resumed],
  ])('lapses behind %s', (_what, flags) => {
    const { book } = running();
    book.sell(saleOf());
    expect(book.apply(tickAt(2, 61_000, { flags }))).toMatchObject([{ kind: 'lapsed', lapse: { reason: 'no_price' } }]);
  });

  it.each([
    ['the clock', (book: StreamBook, at: number) => book.sweep(at)],
    ['a tick', (book: StreamBook, at: number) => book.apply(tickAt(2, at))],
  ])('that waited for 10 s in vain lapses by %s and is not made later', (_what, pass) => {
    const { book } = running();
    const { at } = saleOf();
    book.sell(saleOf());
    expect(book.sweep(at + 9_999)).toEqual([]);
    expect(pass(book, at + 10_000)).toMatchObject([{ kind: 'lapsed', lapse: { reason: 'no_price' } }]);
    expect(book.apply(tickAt(3, at + 11_000))).toEqual([]);
    expect(book.size).toBe(1);
  });

  it.each([
    ['the clock', (book: StreamBook, at: number) => book.sweep(at)],
    ['a tick', (book: StreamBook, at: number) => book.apply(tickAt(2, at))],
  ])('whose price did not come in the time that it is good lapses by %s', (_what, pass) => {
    const { book } = running();
    const validUntil = saleOf().at + 2_000;
    book.sell(saleOf({ validUntil }));
    expect(book.sweep(validUntil)).toEqual([]);
    expect(pass(book, validUntil + 1)).toMatchObject([{ kind: 'lapsed', lapse: { reason: 'late', validUntil } }]);
    expect(book.apply(tickAt(3, validUntil + 1_000))).toEqual([]);
    expect(book.size).toBe(1);
    book.sell(saleOf({ validUntil }));
    expect(kinds(book.apply(tickAt(4, validUntil)))).toEqual(['finished SOLD']);
  });

  it('is made by a price that comes at the last moment', () => {
    const { book } = running();
    book.sell(saleOf());
    expect(kinds(book.apply(tickAt(2, saleOf().at + 9_999)))).toEqual(['finished SOLD']);
  });

  it('lapses at the expiry, and the prediction ends by its own rule', () => {
    const { book } = running();
    const expiry = 1_000 + DURATION;
    book.sell(saleOf({ at: expiry - 100 }));
    expect(book.apply(tickAt(2, expiry, { price: 10_000_001 }))).toEqual([]);
    const effects = book.apply(tickAt(3, expiry + 250));
    expect(kinds(effects)).toEqual(['lapsed', 'finished WIN']);
    expect(effects[0]).toMatchObject({ lapse: { reason: 'over' } });
  });

  it('lapses where the prices are cut, or are not played any more', () => {
    for (const end of ['cut', 'away'] as const) {
      const { book } = running();
      book.sell(saleOf());
      const effects = end === 'cut' ? book.apply(tickAt(2, 60_100, { flags: TICK_FLAGS.break })) : book.voidAll();
      expect(kinds(effects)).toEqual(['lapsed', 'finished VOID']);
    }
  });

  it('is taken once, and only of a prediction that runs', () => {
    const { book } = running();
    expect(book.sell(saleOf({ predictionId: 'other' }))).toBe(false);
    expect(book.sell(saleOf())).toBe(true);
    expect(book.sell(saleOf())).toBe(false);
    book.apply(tickAt(2, 61_000));
    expect(book.sell(saleOf())).toBe(false);
  });
});

describe('the time of sales', () => {
  const open = (durationMs: number) => entered(predictionOf({ durationMs }), tickAt(1, 1_000));
  const fresh = true;

  it.each([
    [120_000, 1_000, 1_000 + 108_000],
    [90_000, 1_000, 1_000 + 80_000],
    [3_600_000, 1_000, 1_000 + 3_240_000],
  ])('of %i ms is from the entry to the last 10 s or tenth of it', (durationMs, from, until) => {
    const prediction = open(durationMs);
    expect(saleWindow(prediction)).toEqual({ from, until });
    expect(saleGate(prediction, { now: from, fresh })).toBeNull();
    expect(saleGate(prediction, { now: until - 1, fresh })).toBeNull();
    expect(saleGate(prediction, { now: until, fresh })).toEqual({ code: 'SaleLapsed', reason: 'too_late' });
    expect(saleGate({ ...prediction, status: 'SETTLED' }, { now: from, fresh })).toMatchObject({ reason: 'over' });
    expect(saleGate(prediction, { now: from, fresh: false })).toEqual({ code: 'PriceFeedError' });
  });

  it('is never for a minute and less, nor before the entry', () => {
    expect(saleWindow(open(60_000))).toBeNull();
    expect(saleGate(open(60_000), { now: 2_000, fresh })).toMatchObject({ reason: 'too_short' });
    expect(saleGate(predictionOf({ durationMs: 60_000 }), { now: 2_000, fresh })).toMatchObject({
      reason: 'too_short',
    });
    expect(saleGate(predictionOf(), { now: 2_000, fresh })).toMatchObject({ reason: 'not_entered' });
  });
});
