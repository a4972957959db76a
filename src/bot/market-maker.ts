import { setTimeout as wait } from 'node:timers/promises';
import type { BookWire, FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { Refused, wordsOf, type BotClient } from './client.ts';
import { startHeart, type Heart } from './heart.ts';
import { openFeed, type LiveFeed } from './live.ts';
import { middleOf, quotesAround, type Quote, type Style } from './quoting.ts';

/** The book of a round, or of a market of an event. */
export interface QuotedMarket {
  readonly marketId: string;
  /** ISO time from which it takes no orders. */
  readonly cutOffAt: string;
  readonly outcomes: readonly ['UP', 'DOWN'] | readonly ['YES', 'NO'];
}

export interface MarketMakerParts {
  readonly client: BotClient;
  /** Token of the private socket. */
  readonly token: () => string;
  readonly market: QuotedMarket;
  readonly style: Style;
  /** Told one line for each thing that happens. */
  readonly say: (line: string) => void;
  /** Told once when an error ends it; `stop` then says which. */
  readonly onFail?: () => void;
  /** Its orders end so long after the last sign of life, s. */
  readonly beatSeconds?: number;
  /** Waits before a cancel is tried again, ms. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

export interface Tally {
  placed: number;
  cancelled: number;
  fills: number;
  shares: number;
  requotes: number;
  refused: number;
}

/** How long before the cut-off it goes home, ms. */
const HOME_MS = 10_000;
/** Between two looks whether it is time to go home, ms. */
const HOME_LOOK_MS = 100;
const BEAT_SECONDS = 15;
/** Between two tries to cancel what rests. */
const AGAIN_MS = 2_000;
const PAGE = '200';

/** Quotes both sides of one book, post only, until it is stopped; an error that is no refusal stops it too. */
export class MarketMaker {
  readonly tally: Tally = { placed: 0, cancelled: 0, fills: 0, shares: 0, requotes: 0, refused: 0 };
  readonly #parts: MarketMakerParts;
  readonly #feeds: LiveFeed[] = [];
  /** Own resting orders by id, as the server tells them. */
  readonly #open = new Map<string, OrderWire>();
  /** Fills that it has told of. */
  readonly #filled = new Set<string>();
  #heart: Heart | null = null;
  /** The time of the house when it began, ms. */
  #begunAt: number | null = null;
  #held = 0;
  #busy = false;
  #book: BookWire | null = null;
  #home: NodeJS.Timeout | undefined;
  #stopped = false;
  #looking: Promise<void> = Promise.resolve();
  #ending: Promise<string | null> | null = null;

  constructor(parts: MarketMakerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { client, token, market, say } = this.#parts;
    const { marketId } = market;
    this.#heart = startHeart(client, { seconds: this.#parts.beatSeconds ?? BEAT_SECONDS, say });
    const begun = this.#heart.begun.then((at) => void (this.#begunAt = at));
    // Whoever waits for it hears of it too.
    begun.catch((error: unknown) => this.#fail(wordsOf(error)));
    const onEnd = (why: string): void => this.#fail(why);
    const feed = (path: '/public' | '/private', more: { readonly token?: () => string }): LiveFeed =>
      openFeed(client.origin, path, {
        ...more,
        onEnd,
        onCut: () => say(`cut      ${path} is away: what happens now is told when it is back`),
        onBack: () => say(`back     ${path} is there again`),
      });
    const outside = feed('/public', {});
    const own = feed('/private', { token });
    this.#feeds.push(outside, own);
    outside.hear(`book:${marketId}`, ({ data }) => {
      this.#book = data;
      if (!this.#busy && !this.#stopped) this.#looking = this.#look(data, begun);
    });
    // A book that stands still says nothing when it is time.
    void begun.then(() => this.#waitForHome(begun)).catch(() => undefined);
    own.hear('order', ({ data, snapshot }) => {
      if (snapshot) this.#open.clear();
      for (const order of [data].flat()) this.#takeOrder(order);
    });
    own.hear('position', ({ data }) => {
      for (const position of [data].flat()) this.#takePosition(position);
    });
    own.hear('fill', ({ data }) => {
      // A snapshot after a cut has those that came meanwhile.
      for (const fill of [data].flat()) this.#takeFill(fill);
    });
  }

  /** Cancels what rests in the market and lets go of the sockets. Gives what went wrong, here or before, in words; null: nothing. */
  stop(): Promise<string | null> {
    this.#ending ??= this.#end(null);
    return this.#ending;
  }

  #fail(why: string): void {
    if (this.#ending !== null) return;
    this.#ending = this.#end(why);
    this.#parts.say(`failed   ${why}`);
    this.#parts.onFail?.();
  }

  async #end(why: string | null): Promise<string | null> {
    this.#stopped = true;
    clearTimeout(this.#home);
    const { client, say } = this.#parts;
    // An order on its way would come to rest after all have been cancelled.
    await this.#looking;
    // From here on the house takes them off by itself, should no cancel come through.
    this.#heart?.stop();
    try {
      const items = await this.#cancelAll();
      this.tally.cancelled += items.length;
      say(`stopped  ${items.length} orders cancelled`);
      await client.call('exchange.heartbeat', { body: { seconds: 0 } });
      await this.#count();
      return why;
    } catch (error) {
      const unsure = `what rests and what was filled is not known: ${wordsOf(error)}`;
      say(`failed   ${unsure}`);
      return why === null ? unsure : `${why}; ${unsure}`;
    } finally {
      for (const feed of this.#feeds) feed.end();
    }
  }

  /** Asks until somebody answers, at the longest until the book takes no more orders, when nothing rests. */
  async #cancelAll(): Promise<readonly OrderWire[]> {
    const { client, market, say, sleep = wait } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      try {
        return (await client.call('exchange.cancelOrders', { query: { marketId: market.marketId } })).items;
      } catch (error) {
        if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error;
        if (client.now() > Date.parse(market.cutOffAt)) throw error;
        if (tries === 1) say(`waiting  orders may still rest, asking until somebody answers: ${wordsOf(error)}`);
        await sleep(AGAIN_MS);
      }
    }
  }

  /** All fills since it began, as the house has them: a socket that was cut has not told of each. */
  async #count(): Promise<void> {
    if (this.#begunAt === null) return;
    const { client, market } = this.#parts;
    const [fills, from] = [new Map<string, FillWire>(), new Date(this.#begunAt).toISOString()];
    let cursor: string | null = null;
    do {
      const more: { cursor?: string } = cursor === null ? {} : { cursor };
      const query = { marketId: market.marketId, from, limit: PAGE, ...more };
      const page: { readonly items: readonly FillWire[]; readonly nextCursor: string | null } = await client.call(
        'exchange.fills',
        { query },
      );
      for (const fill of page.items) fills.set(fillKey(fill), fill);
      cursor = page.nextCursor;
    } while (cursor !== null);
    for (const fill of fills.values()) this.#takeFill(fill);
    this.tally.fills = fills.size;
    this.tally.shares = [...fills.values()].reduce((sum, { shares }) => sum + shares, 0);
  }

  #takeFill(fill: FillWire): void {
    const isOld = this.#begunAt === null || Date.parse(fill.time) < this.#begunAt;
    if (fill.market.marketId !== this.#parts.market.marketId || isOld || this.#filled.has(fillKey(fill))) return;
    this.#filled.add(fillKey(fill));
    this.tally.fills += 1;
    this.tally.shares += fill.shares;
    const { side, outcome, shares, price, role, feeStr } = fill;
    this.#parts.say(`filled   ${side} ${outcome} ${shares} at ${price} as ${role}, fee ${feeStr}`);
  }

  #takeOrder(order: OrderWire): void {
    if (order.market.marketId !== this.#parts.market.marketId) return;
    if (order.status === 'OPEN' || order.status === 'PARTLY_FILLED') this.#open.set(order.id, order);
    else this.#open.delete(order.id);
  }

  #takePosition(position: PositionWire): void {
    if (position.market.marketId !== this.#parts.market.marketId) return;
    this.#held = isFirst(position.outcome) ? position.shares : -position.shares;
  }

  /** Compares what rests with what should; one change of mind at a time. */
  async #look(book: BookWire, begun: Promise<void>): Promise<void> {
    this.#busy = true;
    try {
      // Nothing is placed that would outlive the program.
      await begun;
      if (!this.#stopped) await this.#requote(book);
    } catch (error) {
      if (!(error instanceof Refused)) return this.#fail(wordsOf(error));
      this.tally.refused += 1;
      this.#parts.say(`refused  ${error.message}`);
    } finally {
      this.#busy = false;
    }
  }

  /** Looks at the book once more when nothing shall rest any longer. */
  #waitForHome(begun: Promise<void>): void {
    if (this.#stopped) return;
    const { client, market } = this.#parts;
    const left = Date.parse(market.cutOffAt) - HOME_MS - client.now();
    this.#home = setTimeout(
      () => {
        if (left > 0 || this.#busy) this.#waitForHome(begun);
        else if (this.#book !== null) this.#looking = this.#look(this.#book, begun);
      },
      Math.max(HOME_LOOK_MS, left),
    );
  }

  async #requote(book: BookWire): Promise<void> {
    const { client, market, style } = this.#parts;
    const isLate = client.now() >= Date.parse(market.cutOffAt) - HOME_MS;
    const middle = book.status === 'OPEN' && !isLate ? middleOf(book, this.#ownShares()) : null;
    const wanted = middle === null ? [] : quotesAround(middle, this.#held, style);
    const keep = new Set<string>();
    const missing: Quote[] = [];
    for (const quote of wanted) {
      const order = [...this.#open.values()].find((one) => !keep.has(one.id) && isAt(one, quote));
      if (order === undefined) missing.push(quote);
      else keep.add(order.id);
    }
    const gone = [...this.#open.values()].filter(({ id }) => !keep.has(id));
    if (gone.length > 0) this.tally.requotes += 1;
    for (const { id } of gone) if (!this.#stopped) await this.#cancel(id);
    for (const quote of missing) if (!this.#stopped) await this.#place(quote);
  }

  async #place({ side, price }: Quote): Promise<void> {
    const { client, market, style, say } = this.#parts;
    const [first, second] = market.outcomes;
    const [outcome, own] = side === 'bid' ? [first, price] : [second, 1_000 - price];
    const order = await client.call('exchange.placeOrder', {
      body: {
        marketId: market.marketId,
        outcome,
        side: 'BUY',
        type: 'LIMIT',
        price: (own / 1_000).toFixed(3),
        shares: style.shares.toFixed(2),
        timeInForce: 'GTC',
        postOnly: true,
      },
    });
    this.tally.placed += 1;
    this.#takeOrder(order);
    say(`quoted   BUY ${outcome} ${style.shares} at ${order.price}, held ${order.heldStr}`);
  }

  async #cancel(id: string): Promise<void> {
    const order = await this.#parts.client.call('exchange.cancelOrder', { params: { id } });
    this.#takeOrder(order);
    this.tally.cancelled += 1;
  }

  #ownShares(): ReadonlyMap<string, number> {
    const own = new Map<string, number>();
    for (const order of this.#open.values()) {
      const { side, price } = quoteOf(order);
      own.set(`${side} ${price}`, (own.get(`${side} ${price}`) ?? 0) + order.remaining);
    }
    return own;
  }
}

/** Two own orders that met are two rows of one fill. */
function fillKey({ id, orderId }: FillWire): string {
  return `${id} ${orderId}`;
}

const isFirst = (outcome: string) => outcome === 'UP' || outcome === 'YES';

/** An order on the one side of truth: buying DOWN at q is selling UP at 1 - q. */
function quoteOf(order: Pick<OrderWire, 'outcome' | 'price'>): Quote {
  const milli = Math.round(order.price * 1_000);
  return isFirst(order.outcome) ? { side: 'bid', price: milli } : { side: 'ask', price: 1_000 - milli };
}

function isAt(order: OrderWire, quote: Quote): boolean {
  const own = quoteOf(order);
  return own.side === quote.side && own.price === quote.price;
}
