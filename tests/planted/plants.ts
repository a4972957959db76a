import { add, subtract, usdt } from '#domain/money.ts';
import type * as Money from '#domain/money.ts';
import type * as Entries from '#domain/ledger/entries.ts';
import type * as ExchangeEntries from '#domain/ledger/exchange-entries.ts';
import { bonusAccrued } from '#domain/ledger/exchange-entries.ts';
import type { Order } from '#domain/trading/orders/order.ts';
import type * as EntryRule from '#domain/trading/entry.ts';
import { profitOf } from '#domain/money.ts';
import type * as Sources from '#domain/prices/aggregate.ts';
import type * as ExitRule from '#domain/trading/exit.ts';
import { resultOf } from '#domain/trading/exit.ts';
import type * as Bonus from '#domain/trading/maker/bonus.ts';
import type * as Quotes from '#domain/trading/maker/quotes.ts';
import type * as Counters from '#domain/trading/orders/counters.ts';
import type * as Ends from '#domain/trading/orders/ends.ts';
import type * as MarketLife from '#domain/trading/orders/market-life.ts';
import type * as Positions from '#domain/trading/orders/positions.ts';
import type * as Settlement from '#domain/trading/orders/settlement.ts';
import type * as ShareMoney from '#domain/trading/orders/share-money.ts';
import type * as EndAverage from '#domain/trading/rounds/end-average.ts';
import type * as SaleRule from '#domain/trading/sale/sale.ts';
import type * as SaleWorth from '#domain/trading/sale/value.ts';
import type * as LaterDecisions from '#server/trading/scheduled/decide.ts';
import type * as LaterGates from '#domain/trading/scheduled/schedule.ts';
import type * as Memory from '#server/trading/batch/memory.ts';
import type * as Waiting from '#domain/trading/scheduled/waiting.ts';
import type * as Endings from '#domain/trading/orders/endings.ts';
import type * as Exposure from '#domain/trading/exposure.ts';
import type * as Losses from '#domain/trading/losses.ts';
import type * as State from '#domain/trading/orders/state.ts';
import type * as Books from '#domain/trading/stream-book.ts';
import { inModule } from './plant.ts';
import type { Plant } from './plant.ts';

/** The same object, but the first who asks whose it is gets no answer. */
function disguised(order: Order): Order {
  let asked = false;
  return new Proxy(order, {
    get(target, key) {
      if (key !== 'userId' || asked) return Reflect.get(target, key) as unknown;
      asked = true;
      return '';
    },
  });
}

const AT_EXIT: readonly Plant[] = [
  inModule<typeof Books>('the exit is one tick late', '#domain/trading/stream-book.ts', ({ StreamBook }) => ({
    StreamBook: class extends StreamBook {
      override apply(tick: Parameters<InstanceType<typeof StreamBook>['apply']>[0]) {
        return super.apply(tick).map((effect) => {
          if (effect.kind !== 'finished') return effect;
          const { finish, open } = effect;
          const { entry } = open.prediction;
          if (finish.exit === null || finish.after === null || finish.verdict.outcome === 'VOID') return effect;
          const verdict = resultOf(open.prediction, entry?.price ?? 0, finish.after.price);
          return { ...effect, finish: { ...finish, exit: finish.after, verdict } };
        });
      }
    },
  })),
  inModule<typeof ExitRule>('a tie is paid as a win', '#domain/trading/exit.ts', (exit) => ({
    resultOf: (terms, from, to) =>
      from === to
        ? { outcome: 'WIN', credit: add(terms.stake, profitOf(terms.stake, terms.payoutBps)), voidReason: null }
        : exit.resultOf(terms, from, to),
  })),
  inModule<typeof ExitRule>('the guard against stale prices is ignored', '#domain/trading/exit.ts', (exit) => ({
    judgeExit: (at, ticks) => exit.judgeExit(at, { ...ticks, staleAfterMs: Infinity }),
  })),
  inModule<typeof ExitRule>('a hole of the feed over the expiry is ignored', '#domain/trading/exit.ts', (exit) => ({
    judgeExit: (at, ticks) => exit.judgeExit(at, { ...ticks, next: { ...ticks.next, flags: 0 } }),
  })),
  inModule<typeof EntryRule>('the entry comes before delta', '#domain/trading/entry.ts', (entry) => ({
    judgeEntry: (terms, tick) => entry.judgeEntry({ ...terms, rule: { ...terms.rule, deltaMs: 0 } }, tick),
  })),
  inModule<typeof EntryRule>('an entry may come after the wait', '#domain/trading/entry.ts', (entry) => ({
    judgeEntry: (terms, tick) => entry.judgeEntry({ ...terms, rule: { ...terms.rule, maxEntryWaitMs: 30_000 } }, tick),
  })),
  inModule<typeof SaleRule>('a sale is priced before delta', '#domain/trading/sale/sale.ts', (sale) => ({
    judgeSale: (open, asked, tick) => sale.judgeSale(open, { ...asked, at: asked.at - 500 }, tick),
  })),
  inModule<typeof SaleWorth>('a sale costs no spread', '#domain/trading/sale/value.ts', (value) => ({
    saleValue: (terms, tick, sigma) => {
      const { fair } = value.saleValue(terms, tick, sigma);
      return { fair, credit: fair };
    },
  })),
];

const OF_MONEY: readonly Plant[] = [
  inModule<typeof Entries>('a stake that comes back stays with the house', '#domain/ledger/entries.ts', (entries) => ({
    predictionReturned: (money) => entries.predictionLost(money as Parameters<typeof entries.predictionLost>[0]),
  })),
  inModule<typeof Money>('a profit is rounded to cents in floating point', '#domain/money.ts', () => ({
    profitOf: (stake, bps) => usdt(BigInt(Math.round((Number(stake) * (bps / 10_000)) / 10_000)) * 10_000n),
  })),
  inModule<typeof ShareMoney>('the fee is rounded down', '#domain/trading/orders/share-money.ts', () => ({
    feeOf: (bps, price, lots) =>
      usdt((BigInt(bps) * BigInt(price) * BigInt(1_000 - price) * BigInt(lots)) / 1_000_000n),
  })),
  inModule<typeof Positions>('sets of both outcomes are not netted', '#domain/trading/orders/positions.ts', () => ({
    bought: (position, { outcome, lots, paid }) => ({
      position: { ...position, lots: position.lots + (outcome === 0 ? lots : -lots), cost: add(position.cost, paid) },
      netted: 0,
      ended: null,
    }),
  })),
  inModule<typeof ExchangeEntries>(
    'the pool is not paid out at a tie',
    '#domain/ledger/exchange-entries.ts',
    (entries) => ({
      holdingPaid: (money) =>
        entries.holdingPaid(money.feesBack > 0n ? { ...money, payout: subtract(money.payout, money.payout) } : money),
    }),
  ),
  inModule<typeof Losses>('a limit of losses is ignored', '#domain/trading/losses.ts', () => ({
    lossGate: () => null,
  })),
  inModule<typeof Exposure>('exposure is not released', '#domain/trading/exposure.ts', () => ({
    removeRisk: () => undefined,
  })),
  inModule<typeof Exposure>('exposure has no cap', '#domain/trading/exposure.ts', () => ({
    freeExposure: () => usdt(10n ** 15n),
  })),
];

const OF_BOOKS: readonly Plant[] = [
  inModule<typeof Counters>('one may trade with oneself', '#domain/trading/orders/counters.ts', (counters) => ({
    *countersOf(draft, market, taker) {
      for (const counter of counters.countersOf(draft, market, taker)) {
        yield 'order' in counter ? { ...counter, order: disguised(counter.order) } : counter;
      }
    },
  })),
  inModule<typeof Counters>('the larger order comes first', '#domain/trading/orders/counters.ts', (counters) => ({
    *countersOf(draft, market, taker) {
      const all = [...counters.countersOf(draft, market, taker)];
      const lots = (counter: (typeof all)[number]) => ('order' in counter ? counter.order.resting : 0);
      for (const counter of all.toSorted((a, b) => (a.price === b.price ? lots(b) - lots(a) : 0))) {
        const order = 'order' in counter ? draft.order(counter.order.id) : null;
        if (!('order' in counter)) yield counter;
        else if (order !== null && order.resting > 0) yield { ...counter, order };
      }
    },
  })),
  inModule<typeof Ends>('a cancelled sell order keeps its shares', '#domain/trading/orders/ends.ts', (ends) => ({
    endOrder: (draft, order, end) => {
      const ended = ends.endOrder(draft, order, end);
      if (end === 'user' && order.side === 'SELL') ends.reserve(draft, order, order.resting);
      return ended;
    },
  })),
  inModule<typeof Endings>('orders do not expire', '#domain/trading/orders/endings.ts', () => ({
    expireDue: () => undefined,
  })),
  inModule<typeof MarketLife>('a market is never cut off', '#domain/trading/orders/market-life.ts', (life) => ({
    marketDue: (market, now) => {
      const due = life.marketDue(market, now);
      return due === 'cut_off' ? null : due;
    },
  })),
  inModule<typeof EndAverage>(
    'a round is averaged over half its window',
    '#domain/trading/rounds/end-average.ts',
    ({ EndAverager }) => ({
      EndAverager: class extends EndAverager {
        constructor(terms: EndAverage.EndTerms) {
          super({ ...terms, averagingMs: terms.averagingMs / 2 });
        }
      },
    }),
  ),
  inModule<typeof Quotes>('the house maker goes over its cap', '#domain/trading/maker/quotes.ts', (quotes) => ({
    quoteRound: (round) => quotes.quoteRound({ ...round, lossCap: usdt(round.lossCap * 20n) }),
  })),
  inModule<typeof State>('resting orders are lost at a restart', '#domain/trading/orders/state.ts', () => ({
    restoreOrder: () => undefined,
  })),
];

const OF_BONUS: readonly Plant[] = [
  inModule<typeof Settlement>(
    'a bonus is counted on a tie or a void',
    '#domain/trading/orders/settlement.ts',
    (settlement) => ({
      settleMarket: (draft, asked) => {
        const held = [...(draft.state.markets.get(asked.marketId)?.positions.values() ?? [])];
        settlement.settleMarket(draft, asked);
        if (asked.result.kind === 'WON') return;
        const { accounts } = draft.moment;
        for (const { realm, userId, marketId, bonus: amount } of held.filter(({ bonus }) => bonus > 0n)) {
          const { mmExpense: expense } = accounts.house(realm);
          const payable = accounts.payable(userId, realm);
          draft.post(bonusAccrued({ realm, marketId, userId, expense, payable, amount }));
        }
      },
    }),
  ),
  inModule<typeof Bonus>(
    'a bonus is earned by an order that did not rest',
    '#domain/trading/maker/bonus.ts',
    (bonus) => ({
      bonusOf: (fill, relation) => bonus.bonusOf({ ...fill, restedMs: Infinity }, relation),
    }),
  ),
];

const OF_ENTRIES: readonly Plant[] = [
  inModule<typeof LaterDecisions>(
    'an entry that is refused at its trigger keeps its stake locked',
    '#server/trading/scheduled/decide.ts',
    (later) => ({
      decideScheduled: (...args) => {
        const decision = later.decideScheduled(...args);
        const refused = decision.entries.filter(({ status }) => status === 'REFUSED_AT_TRIGGER').map(({ id }) => id);
        return { ...decision, journals: decision.journals.filter(({ refId }) => !refused.includes(refId)) };
      },
    }),
  ),
  inModule<typeof Waiting>('an entry that was opened waits on', '#domain/trading/scheduled/waiting.ts', (waiting) => ({
    WaitingEntries: class extends waiting.WaitingEntries {
      override remove(id: string) {
        const entry = this.get(id);
        if (entry !== null) this.arm(entry);
      }
    },
  })),
  inModule<typeof Waiting>('a time is looked at a second early', '#domain/trading/scheduled/waiting.ts', (waiting) => ({
    WaitingEntries: class extends waiting.WaitingEntries {
      override reachedAt(now: number) {
        return super.reachedAt(now + 1_000);
      }
    },
  })),
  inModule<typeof Waiting>('a price that falls reaches nothing', '#domain/trading/scheduled/waiting.ts', (waiting) => ({
    WaitingEntries: class extends waiting.WaitingEntries {
      override reachedBy(tick: Parameters<InstanceType<typeof waiting.WaitingEntries>['reachedBy']>[0]) {
        return super.reachedBy(tick).filter(({ trigger }) => trigger.kind === 'time' || trigger.crosses === 'UP');
      }
    },
  })),
  inModule<typeof Waiting>('a break of prices cuts nothing off', '#domain/trading/scheduled/waiting.ts', (waiting) => ({
    WaitingEntries: class extends waiting.WaitingEntries {
      override cutBy() {
        return [];
      }
    },
  })),
  inModule<typeof LaterGates>('any payout is enough', '#domain/trading/scheduled/schedule.ts', (gates) => ({
    predictionOf: (entry, drawn) => ({ ...gates.predictionOf(entry, drawn), payoutBps: 0 }),
  })),
  inModule<typeof LaterGates>(
    'a limit of losses is not asked at the trigger',
    '#domain/trading/scheduled/schedule.ts',
    (gates) => ({
      predictionOf: (entry, drawn) => {
        const limits = { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null };
        return gates.predictionOf(entry, {
          ...drawn,
          eligibility: drawn.eligibility && { ...drawn.eligibility, limits },
        });
      },
    }),
  ),
];

const OF_TICKS: readonly Plant[] = [
  inModule<typeof Sources>('a price is the mean of its sources', '#domain/prices/aggregate.ts', (sources) => ({
    aggregate: (alive, rule, reference) => {
      const made = sources.aggregate(alive, rule, reference);
      return made.ok
        ? { ...made, price: Math.round(alive.reduce((sum, { price }) => sum + price, 0) / alive.length) }
        : made;
    },
  })),
  inModule<typeof Sources>('a majority is believed wherever it went', '#domain/prices/aggregate.ts', (sources) => ({
    aggregate: (alive, rule) => sources.aggregate(alive, rule, null),
  })),
  inModule<typeof Sources>('sources that disagree make a price', '#domain/prices/aggregate.ts', (sources) => ({
    aggregate: (alive, rule, reference) => {
      const made = sources.aggregate(alive, rule, reference);
      if (made.ok) return made;
      const price = sources.median(alive.map((one) => one.price));
      return { ok: true, price, mad: 0, tSource: alive[0]?.t ?? 0, used: alive };
    },
  })),
  inModule<typeof Memory>('a tick is lost on its way', '#server/trading/batch/memory.ts', ({ EngineMemory }) => ({
    EngineMemory: class extends EngineMemory {
      override tick(tick: Parameters<InstanceType<typeof EngineMemory>['tick']>[0]) {
        if (tick.seq % 97 !== 0) super.tick(tick);
      }
    },
  })),
];

/** Faults of the product that the simulator must notice. */
export const PLANTS: readonly Plant[] = [...AT_EXIT, ...OF_MONEY, ...OF_BOOKS, ...OF_BONUS, ...OF_ENTRIES, ...OF_TICKS];

/**
 * Faults of the simulator's own database and clients, which stand in for what engine-plants.ts breaks in the product. They show that its checks
 * of answers and of the tables' walls can fail: no module of the product is behind those.
 */
export const PORTS: readonly Plant[] = [
  { name: 'an answer goes out before the commit', changes: [], sabotage: { ackEarly: true } },
  { name: 'idempotency keys are forgotten', changes: [], sabotage: { forgetKeys: true } },
  { name: 'two writers without a fence', changes: [], sabotage: { noFence: true } },
];
