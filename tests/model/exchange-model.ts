/**
 * What an exchange of one market must do, said as plainly as possible: lists that are searched from end to end, whole numbers, no code
 * shared with the exchange. Shares of both outcomes are counted apart; whoever has both gives them back for 1.00 at once.
 * Money is a bigint of 10^-6, a price is in thousandths, shares are lots of 0.01.
 */
export interface ModelOrder {
  readonly id: string;
  readonly who: string;
  readonly outcome: 0 | 1;
  readonly side: 'BUY' | 'SELL';
  readonly price: number;
  readonly postOnly: boolean;
  readonly force: 'GTC' | 'GTD' | 'FAK' | 'FOK';
  /** Null: by amount. */
  readonly lots: number | null;
  readonly amount: bigint | null;
  readonly until: number | null;
}

export interface ModelQuote {
  readonly side: 'bid' | 'ask';
  readonly price: number;
  readonly lots: number;
}

interface Resting {
  readonly order: ModelOrder;
  left: number;
}

interface Offer {
  readonly who: string;
  readonly outcome: 0 | 1;
  readonly side: 'BUY' | 'SELL';
  /** What the taker pays or gets for a share of its outcome. */
  readonly price: number;
  readonly resting?: Resting;
  readonly quote?: ModelQuote;
  readonly lots: number;
}

interface Books {
  cash: Map<string, bigint>;
  shares: [Map<string, number>, Map<string, number>];
  resting: Resting[];
  feesOf: Map<string, bigint>;
  pool: bigint;
  fees: bigint;
}

const HOUSE = 'HOUSE';

export class ExchangeModel {
  books: Books = {
    cash: new Map(),
    shares: [new Map(), new Map()],
    resting: [],
    feesOf: new Map(),
    pool: 0n,
    fees: 0n,
  };
  /** What the house offers to each order anew. */
  quotes: readonly ModelQuote[] = [];
  readonly placed: string[] = [];
  open = true;
  earned = 0n;
  /** Quotes that this order has not come to yet. */
  #offered: readonly ModelQuote[] = [];
  /** Resting orders as this order found them. */
  #standing: readonly Resting[] = [];

  cashOf(who: string): bigint {
    return this.books.cash.get(who) ?? 0n;
  }

  pay(who: string, amount: bigint): void {
    this.books.cash.set(who, this.cashOf(who) + amount);
  }

  sharesOf(who: string, outcome: 0 | 1): number {
    return this.books.shares[outcome].get(who) ?? 0;
  }

  /** Money in resting buy orders. */
  lockedOf(who: string): bigint {
    return this.books.resting
      .filter(({ order }) => order.who === who && order.side === 'BUY')
      .reduce((sum, { order, left }) => sum + money(order.price, left), 0n);
  }

  /** Lots of an outcome in resting sell orders. */
  offeredOf(who: string, outcome: 0 | 1): number {
    return this.books.resting
      .filter(({ order }) => order.who === who && order.side === 'SELL' && order.outcome === outcome)
      .reduce((sum, { left }) => sum + left, 0);
  }

  /** Null: taken; else why not, and nothing has changed. */
  place(order: ModelOrder, now: number): string | null {
    const before = this.#copy();
    this.#standing = before.resting;
    this.#offered = this.quotes.filter((quote) => !this.#crosses(quote));
    const answer = this.#try(order, now);
    if (answer !== null) this.books = before;
    else this.placed.push(order.id);
    return answer;
  }

  /** Ends resting orders. */
  end(which: (order: ModelOrder) => boolean): void {
    for (const { order, left } of this.books.resting) {
      if (which(order) && order.side === 'BUY') this.pay(order.who, money(order.price, left));
    }
    this.books.resting = this.books.resting.filter(({ order }) => !which(order));
  }

  /** Pays everybody: a share of the first outcome is worth `value` thousandths; fees come back or are earned. */
  settle(value: number, fees: 'back' | 'earned'): void {
    this.end(() => true);
    for (const outcome of [0, 1] as const) {
      for (const [who, lots] of this.books.shares[outcome]) {
        const paid = money(outcome === 0 ? value : 1_000 - value, lots);
        this.pay(who, paid);
        this.books.pool -= paid;
      }
      this.books.shares[outcome].clear();
    }
    if (fees === 'back') for (const [who, fee] of this.books.feesOf) this.pay(who, fee);
    else this.earned += this.books.fees;
    this.books.fees = 0n;
    this.books.feesOf.clear();
    this.open = false;
  }

  #try(order: ModelOrder, now: number): string | null {
    if (!this.open) return 'PriceFeedError';
    const { who, outcome, side, price, force, amount } = order;
    const rests = force === 'GTC' || force === 'GTD';
    const free = this.sharesOf(who, outcome) - this.offeredOf(who, outcome);
    const least = side === 'SELL' && order.lots === free ? 1 : 100;
    if (order.lots !== null && order.lots < least) return 'InvalidRequest';
    if (side === 'SELL' && (order.lots ?? 0) > free) return 'no_shares';
    const funds = this.cashOf(who);
    let worst = 0n;
    if (side === 'BUY') {
      const lots = order.lots ?? 0;
      worst = amount ?? money(price, lots) + (order.postOnly ? 0n : feeOn(price, lots));
    }
    let filled = 0;
    let spent = 0n;
    let enough = false;
    for (;;) {
      if (order.lots !== null && filled === order.lots) break;
      const offer = this.#best(order);
      if (offer === null) break;
      const over = (offer.resting?.order.until ?? Infinity) <= now;
      if (over || offer.who === who) {
        this.end(({ id }) => id === offer.resting?.order.id);
        continue;
      }
      // A quote is good once, for what the house can pay when an order comes to it.
      this.#offered = this.#offered.filter((quote) => quote !== offer.quote);
      if (offer.lots === 0) continue;
      if (order.postOnly) return 'post_only';
      let lots = Math.min(offer.lots, (order.lots ?? Infinity) - filled);
      if (amount !== null) {
        lots = 0;
        while (lots < offer.lots && spent + money(offer.price, lots + 1) + feeOn(offer.price, lots + 1) <= amount)
          lots += 1;
      }
      if (lots > 0) spent += this.#trade(order, offer, lots);
      filled += lots;
      if (amount !== null && lots < offer.lots) {
        enough = true;
        break;
      }
    }
    if (amount !== null && spent + money(price, 1) + feeOn(price, 1) > amount) enough = true;
    const whole = amount === null ? filled === order.lots : enough;
    if (force === 'FOK' && !whole) return 'no_fill';
    if (force === 'FAK' && filled === 0) return 'no_fill';
    const left = rests ? (order.lots ?? 0) - filled : 0;
    const held = side === 'BUY' ? money(price, left) : 0n;
    if (side === 'BUY' && (funds < worst || funds < spent + held)) return 'NoBalance';
    this.pay(who, -held);
    if (left > 0) this.books.resting.push({ order, left });
    return null;
  }

  /** The best offer to this order by price, then by time; the house comes last. Own orders are offers too. */
  #best(order: ModelOrder): Offer | null {
    let best: Offer | null = null;
    for (const offer of this.#offers(order)) {
      const takes = order.side === 'BUY' ? offer.price <= order.price : offer.price >= order.price;
      if (!takes) continue;
      const better = best === null || (order.side === 'BUY' ? offer.price < best.price : offer.price > best.price);
      if (better) best = offer;
    }
    return best;
  }

  #offers(order: ModelOrder): Offer[] {
    const offers: Offer[] = [];
    for (const resting of this.books.resting) {
      const { who, outcome, side, price } = resting.order;
      const same = outcome === order.outcome && side !== order.side;
      const other = outcome !== order.outcome && side === order.side;
      if (same || other)
        offers.push({ who, outcome, side, price: same ? price : 1_000 - price, resting, lots: resting.left });
    }
    const buysFirst = (order.outcome === 0) === (order.side === 'BUY');
    for (const quote of this.#offered) {
      if ((quote.side === 'ask') !== buysFirst) continue;
      const outcome = quote.side === 'bid' ? 0 : 1;
      const own = outcome === 0 ? quote.price : 1_000 - quote.price;
      const covered = Number(this.cashOf(HOUSE) / money(own, 1));
      const price = order.outcome === 0 ? quote.price : 1_000 - quote.price;
      offers.push({ who: HOUSE, outcome, side: 'BUY', price, quote, lots: Math.min(quote.lots, covered) });
    }
    return offers;
  }

  /** The house never takes: a quote that would meet a resting order is not there. */
  #crosses(quote: ModelQuote): boolean {
    return this.#standing.some(({ order }) => {
      const first = order.outcome === 0 ? order.price : 1_000 - order.price;
      const bids = (order.outcome === 0) === (order.side === 'BUY');
      return quote.side === 'ask' ? bids && first >= quote.price : !bids && first <= quote.price;
    });
  }

  /** One match; gives what the taker spent, fee in it (0 for a seller). */
  #trade(order: ModelOrder, offer: Offer, lots: number): bigint {
    const fee = feeOn(offer.price, lots);
    const mine = money(offer.price, lots);
    const theirs = offer.outcome === order.outcome ? mine : money(1_000 - offer.price, lots);
    this.books.fees += fee;
    this.books.feesOf.set(order.who, (this.books.feesOf.get(order.who) ?? 0n) + fee);
    this.pay(order.who, -fee);
    if (offer.resting === undefined) {
      this.pay(HOUSE, -theirs);
    } else {
      offer.resting.left -= lots;
      this.books.resting = this.books.resting.filter(({ left }) => left > 0);
    }
    for (const [who, outcome, side, paid] of [
      [order.who, order.outcome, order.side, mine],
      [offer.who, offer.outcome, offer.side, theirs],
    ] as const) {
      const of = this.books.shares[outcome];
      of.set(who, (of.get(who) ?? 0) + (side === 'BUY' ? lots : -lots));
      this.books.pool += side === 'BUY' ? paid : -paid;
      if (side === 'SELL') this.pay(who, paid);
    }
    if (order.side === 'BUY') this.pay(order.who, -mine);
    for (const who of [order.who, offer.who]) this.#giveBackSets(who);
    return order.side === 'BUY' ? mine + fee : 0n;
  }

  #giveBackSets(who: string): void {
    const sets = Math.min(this.sharesOf(who, 0), this.sharesOf(who, 1));
    if (sets === 0) return;
    for (const shares of this.books.shares) shares.set(who, (shares.get(who) ?? 0) - sets);
    this.pay(who, money(1_000, sets));
    this.books.pool -= money(1_000, sets);
    for (const outcome of [0, 1] as const) {
      const own = this.books.resting.filter(
        ({ order }) => order.who === who && order.side === 'SELL' && order.outcome === outcome,
      );
      for (const newest of own.toReversed()) {
        const uncovered = Math.max(0, this.offeredOf(who, outcome) - this.sharesOf(who, outcome));
        newest.left -= Math.min(newest.left, uncovered);
      }
      this.books.resting = this.books.resting.filter(({ left }) => left > 0);
    }
  }

  #copy(): Books {
    const { cash, shares, resting, feesOf, pool, fees } = this.books;
    return {
      cash: new Map(cash),
      shares: [new Map(shares[0]), new Map(shares[1])],
      resting: resting.map((one) => ({ ...one })),
      feesOf: new Map(feesOf),
      pool,
      fees,
    };
  }
}

/** What lots cost at a price: 0.001 x 0.01 is ten units. */
function money(price: number, lots: number): bigint {
  return BigInt(price) * BigInt(lots) * 10n;
}

/** 6 % of shares x p(1-p), rounded up to a unit. */
function feeOn(price: number, lots: number): bigint {
  const exact = 6n * BigInt(lots) * BigInt(price) * BigInt(1_000 - price);
  return exact % 10_000n === 0n ? exact / 10_000n : exact / 10_000n + 1n;
}
