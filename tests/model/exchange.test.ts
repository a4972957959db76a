import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { usdt } from '#domain/money.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import { dueCommands } from '#domain/trading/orders/due.ts';
import { affectedBy } from '#domain/trading/orders/affected-accounts.ts';
import type { OrderCommand, OrderEffect } from '#domain/trading/orders/contract.ts';
import type { MarketResult } from '#domain/trading/orders/market.ts';
import { ExchangeWorld, HOUR, NOW, refusalOf, roundOf } from '#tests/worlds/exchange-world.ts';
import { ExchangeModel } from './exchange-model.ts';
import type { ModelOrder, ModelQuote } from './exchange-model.ts';
import { IS_WHOLE, holds, runsOf } from './again.ts';
import { LIMIT_MS, SIZE } from './size.ts';

const { length: LENGTH } = SIZE.exchange;
const RUNS = runsOf(SIZE.exchange.runs);

const PEOPLE = ['ann', 'ben', 'cleo', 'dan'];
const FUNDS = 25_000_000n;
const HOUSE_FUNDS = 15_000_000n;
const MARKET = 'round';

const GOOD: TradingEligibility = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null },
  houseStakeMax: null,
  blocked: false,
  restricted: false,
};

type Step = fc.Command<ExchangeModel, ExchangeWorld>;

/** The exchange does what may touch only the accounts it named before. */
function run(real: ExchangeWorld, command: OrderCommand): OrderEffect {
  const named = new Set(affectedBy(real.state, [command], real.now).people.map(({ userId }) => userId));
  const before = PEOPLE.map((who) => [who, real.cash(who, 'real'), real.locked(who, 'real')] as const);
  const effect = real.do(command);
  for (const [who, cash, locked] of before) {
    const same = real.cash(who, 'real') === cash && real.locked(who, 'real') === locked;
    assert(same || named.has(who), `${who} was not named`);
  }
  return effect;
}

/** What happened over all runs, so that a sequence that never meets anybody does not pass for a proof. */
const seen = new Map<string, number>();

function note(effect: OrderEffect): void {
  const words = [refusalOf(effect) ?? 'taken'];
  if (effect.kind === 'done') {
    for (const fill of effect.changes.fills) words.push(fill.maker.userId === HOUSE ? 'house' : fill.kind);
    for (const { end } of effect.changes.orders) if (end !== null) words.push(end);
  }
  for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
}

const EXPECTED = [
  'taken InvalidRequest NoBalance no_shares no_fill post_only PriceFeedError',
  'mint transfer melt house self_trade netted rest time',
].flatMap((words) => words.split(' '));

/** After each command: every balance, share and resting order is the model's, and the books balance by themselves. */
function compare(model: ExchangeModel, real: ExchangeWorld): void {
  const live = real.state.markets.get(MARKET);
  const resting = [...real.state.orders.values()].map(({ order }) => order);
  for (const who of [...PEOPLE, HOUSE]) {
    const position = real.tables.positions.get(`${MARKET} ${who}`);
    const lots = position?.lots ?? 0;
    const own = resting.filter(({ userId }) => userId === who);
    const held = own.reduce((sum, order) => sum + order.held, 0n);
    const found = {
      cash: real.cash(who, 'real'),
      locked: real.locked(who, 'real'),
      shares: [Math.max(0, lots), Math.max(0, -lots)],
      reserved: position?.reserved ?? 0,
    };
    assert.deepEqual(found, {
      cash: model.cashOf(who),
      locked: model.lockedOf(who),
      shares: [model.sharesOf(who, 0), model.sharesOf(who, 1)],
      reserved: model.offeredOf(who, 0) + model.offeredOf(who, 1),
    });
    assert.equal(found.locked, held);
    // What came in is what is there, what was paid for holdings, and what was lost for good.
    const cost = position?.cost ?? 0n;
    assert.equal(found.cash + found.locked + cost - (position?.gained ?? 0n), who === HOUSE ? HOUSE_FUNDS : FUNDS);
    if (who !== HOUSE) assert.equal(real.state.losses.open.get(who) ?? 0n, held + cost);
  }
  assert.deepEqual(
    resting.map(({ id, resting: left }) => `${id}: ${left}`).toSorted(),
    model.books.resting.map((one) => `${one.order.id}: ${one.left}`).toSorted(),
  );
  assert.equal(live?.book.size ?? 0, resting.length);
  assert.equal(live?.book.isCrossed() ?? false, false);
  const sets = [...(live?.positions.values() ?? [])].reduce((sum, { lots }) => sum + Math.max(0, lots), 0);
  assert.equal(real.balance('market_pool', MARKET, 'real'), BigInt(sets) * 10_000n);
  assert.equal(real.balance('market_pool', MARKET, 'real'), model.books.pool);
  assert.equal(real.balance('market_fees', MARKET, 'real'), model.books.fees);
  assert.equal(real.balance('fees', '', 'real'), model.earned);
  assert.equal(real.total(), FUNDS * BigInt(PEOPLE.length) + HOUSE_FUNDS);
  assert.deepEqual(real.overdrawn(), []);
}

function step(text: string, act: (model: ExchangeModel, real: ExchangeWorld) => void): Step {
  return {
    check: () => true,
    run: (model, real) => {
      act(model, real);
      compare(model, real);
    },
    toString: () => text,
  };
}

function order(
  model: ExchangeModel,
  real: ExchangeWorld,
  said: Omit<ModelOrder, 'id'> & { type: 'LIMIT' | 'MARKET' },
): void {
  const { who, outcome, side, type, price, postOnly, force, lots, amount } = said;
  const until = said.until === null ? null : real.now + said.until;
  const id = `o${real.journals.length}/${real.now}`;
  real.now += 1;
  const effect = run(real, {
    kind: 'place',
    realm: 'real',
    marketId: MARKET,
    eligibility: GOOD,
    id,
    userId: who,
    outcome,
    side,
    type,
    price,
    lots,
    amount: amount === null ? null : usdt(amount),
    timeInForce: force,
    postOnly,
    expiresAt: until,
  });
  assert.equal(refusalOf(effect), model.place({ ...said, until, id }, real.now));
  note(effect);
}

/** Sells a part of what is free of a holding, if there is one. */
function sell(said: Pick<ModelOrder, 'who' | 'price' | 'force'> & { readonly quarters: number }): Step {
  const { quarters, ...rest } = said;
  return step(`${said.who} sells ${quarters} quarters ${said.force} at ${said.price}`, (model, real) => {
    const outcome = model.sharesOf(said.who, 0) > 0 ? 0 : 1;
    const free = model.sharesOf(said.who, outcome) - model.offeredOf(said.who, outcome);
    if (free === 0) return;
    const lots = Math.ceil((free * quarters) / 4);
    const price = outcome === 0 ? said.price : 1_000 - said.price;
    order(model, real, {
      ...rest,
      price,
      outcome,
      lots,
      side: 'SELL',
      type: 'LIMIT',
      amount: null,
      postOnly: false,
      until: null,
    });
  });
}

function place(said: Omit<ModelOrder, 'id'>, type: 'LIMIT' | 'MARKET'): Step {
  const text = `${said.who} ${said.side} ${said.outcome} ${type} ${said.force} ${said.amount ?? said.lots} at ${said.price}`;
  return step(text, (model, real) => order(model, real, { ...said, type }));
}

function cancel(which: number, who: string | null): Step {
  return step(who === null ? `cancel order ${which}` : `cancel all of ${who}`, (model, real) => {
    if (who !== null) {
      run(real, { kind: 'cancel_all', because: 'user', realm: 'real', userId: who, marketId: MARKET });
      model.end((order) => order.who === who);
      return;
    }
    const id = model.placed[which % Math.max(1, model.placed.length)];
    if (id === undefined) return;
    const rests = model.books.resting.find(({ order }) => order.id === id);
    const owner = rests?.order.who ?? 'ann';
    const effect = run(real, { kind: 'cancel', realm: 'real', userId: owner, orderId: id });
    assert.equal(refusalOf(effect), rests === undefined ? 'NotFound' : null);
    model.end((order) => order.id === id);
  });
}

function wait(ms: number): Step {
  return step(`wait ${ms} ms`, (model, real) => {
    real.now += ms;
    for (const command of dueCommands(real.state, real.now)) run(real, command);
    model.end((order) => order.until !== null && order.until <= real.now);
  });
}

function pause(event: 'pause' | 'resume'): Step {
  return step(event, (model, real) => {
    if (!real.state.markets.has(MARKET)) return;
    run(real, { kind: 'market', marketId: MARKET, event });
    if (event === 'pause') model.end(() => true);
    model.open = event === 'resume';
  });
}

function quote(quotes: readonly ModelQuote[]): Step {
  return step(
    `quotes ${quotes.map(({ side, price, lots }) => `${side} ${lots} at ${price}`).join(', ')}`,
    (model, real) => {
      model.quotes = quotes;
      real.outside.quotesOf = () => quotes;
    },
  );
}

const restart = () => step('memory from the tables', (_model, real) => real.restart());

const prices = fc.constantFrom(50, 300, 450, 480, 500, 500, 520, 550, 700, 901);
const who = fc.constantFrom(...PEOPLE);
const outcomes = fc.constantFrom<0 | 1>(0, 1);
const lots = fc.oneof(fc.integer({ min: 100, max: 2_000 }), fc.constantFrom(100, 500, 1_000));

const limits = fc
  .record({
    who,
    outcome: outcomes,
    side: fc.constantFrom<'BUY' | 'SELL'>('BUY', 'BUY', 'BUY', 'BUY', 'BUY', 'SELL'),
    price: prices,
    lots: fc.oneof({ arbitrary: lots, weight: 19 }, { arbitrary: fc.integer({ min: 1, max: 99 }), weight: 1 }),
    force: fc.constantFrom<ModelOrder['force']>('GTC', 'GTC', 'GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'GTD', 'FAK', 'FOK'),
    posted: fc.boolean(),
    until: fc.integer({ min: 2, max: 40 }),
  })
  .map(({ posted, until, ...said }) =>
    place(
      {
        ...said,
        amount: null,
        postOnly: posted && (said.force === 'GTC' || said.force === 'GTD'),
        until: said.force === 'GTD' ? until : null,
      },
      'LIMIT',
    ),
  );
const force = fc.constantFrom<ModelOrder['force']>('FAK', 'FOK');
const byAmount = fc
  .record({ who, outcome: outcomes, price: prices, force, amount: fc.integer({ min: 100, max: 3_000 }) })
  .map(({ amount, ...said }) => {
    const cents = BigInt(amount) * 10_000n;
    return place({ ...said, side: 'BUY', lots: null, amount: cents, postOnly: false, until: null }, 'MARKET');
  });
const byShares = fc
  .record({ who, outcome: outcomes, side: fc.constantFrom<'BUY' | 'SELL'>('BUY', 'SELL'), price: prices, force, lots })
  .map((said) => place({ ...said, amount: null, postOnly: false, until: null }, 'MARKET'));
const quotes = fc
  .record({ bid: fc.constantFrom(300, 450, 480), ask: fc.constantFrom(500, 520, 700), lots })
  .map(({ bid, ask, lots: size }) =>
    quote([
      { side: 'bid', price: bid, lots: size },
      { side: 'bid', price: bid - 100, lots: size },
      { side: 'ask', price: ask, lots: size },
      { side: 'ask', price: ask + 100, lots: size },
    ]),
  );

const sales = fc
  .record({
    who,
    price: fc.constantFrom(450, 480, 500, 520, 550),
    force: fc.constantFrom<ModelOrder['force']>('GTC', 'GTC', 'GTC', 'FAK', 'FOK'),
    quarters: fc.integer({ min: 1, max: 4 }),
  })
  .map(sell);
const shifts = [
  fc.nat(200).map((which) => cancel(which, null)),
  fc.oneof(
    { arbitrary: fc.nat(200).map((which) => cancel(which, null)), weight: 4 },
    { arbitrary: who.map((name) => cancel(0, name)), weight: 1 },
  ),
  fc.integer({ min: 1, max: 100 }).map(wait),
  quotes,
  fc.constant(quote([])),
  fc.oneof(
    { arbitrary: fc.constant(pause('resume')), weight: 4 },
    { arbitrary: fc.constant(pause('pause')), weight: 1 },
  ),
  fc.constant(restart()),
];
const steps = [
  limits,
  limits,
  limits,
  limits,
  limits,
  limits,
  sales,
  sales,
  sales,
  sales,
  byAmount,
  byShares,
  ...shifts,
];

const results = fc.oneof(
  fc.constantFrom<MarketResult>({ kind: 'WON', outcome: 0 }, { kind: 'WON', outcome: 1 }, { kind: 'TIE' }),
  fc.integer({ min: 0, max: 1_000 }).map((value): MarketResult => ({ kind: 'VOID', value, reason: 'STALE_EXIT' })),
);

const VALUES = { WON: { 0: 1_000, 1: 0 }, TIE: 500 } as const;

function settle(model: ExchangeModel, real: ExchangeWorld, result: MarketResult): void {
  // A market that nobody ordered on has no end to pay.
  if (!real.state.markets.has(MARKET)) return;
  real.now = NOW + 2 * HOUR;
  if (result.kind !== 'VOID') {
    for (let due = dueCommands(real.state, real.now); due.length > 0; due = dueCommands(real.state, real.now)) {
      for (const command of due) run(real, command);
    }
  }
  run(real, { kind: 'settle', marketId: MARKET, result });
  const value = result.kind === 'WON' ? VALUES.WON[result.outcome] : result.kind === 'TIE' ? VALUES.TIE : result.value;
  model.settle(value, result.kind === 'WON' ? 'earned' : 'back');
  compare(model, real);
  assert.equal(real.balance('market_pool', MARKET, 'real'), 0n);
  const journals = real.journals.length;
  run(real, { kind: 'settle', marketId: MARKET, result });
  assert.equal(real.journals.length, journals);
}

it(
  `does what a naive exchange does, over ${RUNS} sequences of up to ${LENGTH} commands (R-17)`,
  async () => {
    let commands = 0;
    await holds(
      fc.property(fc.commands(steps, { maxCommands: LENGTH, size: 'max' }), results, (sequence, result) => {
        const model = new ExchangeModel();
        const real = new ExchangeWorld(roundOf({ realm: 'real' })).fund(HOUSE, HOUSE_FUNDS, 'real');
        model.pay(HOUSE, HOUSE_FUNDS);
        for (const name of PEOPLE) {
          real.fund(name, FUNDS, 'real');
          model.pay(name, FUNDS);
        }
        fc.modelRun(() => ({ model, real }), sequence);
        commands += [...sequence].length;
        settle(model, real, result);
      }),
      RUNS,
    );
    expect(commands).toBeGreaterThan(IS_WHOLE ? RUNS * 10 : 0);
    expect(EXPECTED.filter((word) => IS_WHOLE && !seen.has(word))).toEqual([]);
    process.stdout.write(`exchange: ${RUNS} sequences, ${commands} commands, 0 differ\n`);
  },
  LIMIT_MS,
);
