import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { EventsWorld } from '#tests/scenarios/events/events-world.ts';
import type { Person } from '#tests/scenarios/trading/trading-world.ts';
import type { LevelNow, Traded } from './recording.ts';

/** No order costs more: a recorded level is made of several people's, 10^-6. */
const LARGEST = 2_000_000_000;
/** Smallest order, lots. */
const LEAST = 100;
/** Of the people, those who trade at once; the others offer. */
const TAKERS = 0.2;
/** People who are asked until one has the money. */
const TRIES = 50;
const WHOLE = 1_000;

interface Resting {
  readonly person: Person;
  readonly level: string;
  left: number;
}

const keyOf = ({ market, side, price }: Pick<LevelNow, 'market' | 'side' | 'price'>) => `${market} ${side} ${price}`;

/** Lots of one order at a price, thousandths. */
const mostOf = (price: number) => Math.max(LEAST, Math.floor(LARGEST / (price * 10)));

/** Many people who keep the orders that a recording tells of: each level of a book is made of several orders of different people. */
export class Crowd {
  readonly #world: EventsWorld;
  readonly #people: { readonly makers: readonly Person[]; readonly takers: readonly Person[] };
  readonly #books: readonly string[];
  readonly #orders = new Map<string, Resting>();
  readonly #levels = new Map<string, Set<string>>();
  /** Lots of YES (+) or NO (-) by market and person. */
  readonly #held = new Map<string, number>();
  readonly #stop: readonly (() => void)[];
  #next = 0;
  readonly count = { placed: 0, cancelled: 0, fills: 0, lots: 0, sales: 0 };

  constructor(world: EventsWorld, people: readonly Person[], books: readonly string[]) {
    this.#world = world;
    this.#books = books;
    const takers = Math.max(1, Math.floor(people.length * TAKERS));
    this.#people = { takers: people.slice(0, takers), makers: people.slice(takers) };
    const ours = new Set(books);
    this.#stop = [
      world.bus.subscribe('exchange.order', ({ order }) => this.#learn(order)),
      world.bus.subscribe('exchange.position', ({ userId, position }) => {
        if (ours.has(position.market.marketId)) this.#hold(userId, position);
      }),
      world.bus.subscribe('exchange.fills', ({ marketId, fills }) => {
        if (!ours.has(marketId)) return;
        this.count.fills += fills.length;
        this.count.lots += fills.reduce((sum, { shares }) => sum + Math.round(shares * 100), 0);
      }),
    ];
  }

  /** Hears of nothing any more. */
  leave(): void {
    for (const stop of this.#stop) stop();
  }

  /** Brings levels to what the recording says: what was traded in its order, then all that is taken back, then all that is new. */
  async levels(told: readonly LevelNow[]): Promise<void> {
    // Of a level that is told twice the last word counts.
    const changes = [...new Map(told.map((level) => [keyOf(level), level])).values()];
    for (const { market, side, price, lots, taken } of changes) {
      const less = this.#at(keyOf({ market, side, price })) - lots;
      if (less > 0 && taken) await this.#take(market, { side: side === 'bid' ? 'sell' : 'buy', price, lots: less });
    }
    await Promise.all(changes.map((level) => this.#cancel(keyOf(level), level.lots)));
    await Promise.all(changes.flatMap((level) => this.#offers(level)));
  }

  #offers(level: LevelNow): Promise<void>[] {
    const { side, price, lots } = level;
    const more = lots - this.#at(keyOf(level));
    if (more < LEAST) return [];
    const parts = Math.ceil(more / mostOf(side === 'bid' ? price : WHOLE - price));
    const sizes = Array.from({ length: parts }, (_, at) => Math.floor(more / parts) + (at < more % parts ? 1 : 0));
    return sizes.map((size) => this.#offer({ ...level, lots: size }));
  }

  /** Nobody has an order any more. */
  get isIdle(): boolean {
    return this.#orders.size === 0;
  }

  /** Meets whoever offers at the price or better; nobody may. */
  async trade({ market, price, lots }: Traded): Promise<void> {
    if (lots < LEAST) return;
    const [top] = await this.#world.bus.request('exchange.tops', { realm: 'demo', marketIds: [this.#books[market]!] });
    const [ask, bid] = [top?.ask ?? null, top?.bid ?? null];
    if (ask !== null && ask <= price) await this.#take(market, { side: 'buy', price, lots });
    else if (bid !== null && bid >= price) await this.#take(market, { side: 'sell', price, lots });
  }

  /** What rests at the levels of a market, lots by price. */
  resting(market: number, side: 'bid' | 'ask'): Map<number, number> {
    const found = new Map<number, number>();
    for (const key of this.#levels.keys()) {
      const [of, at, price] = key.split(' ');
      const lots = this.#at(key);
      if (Number(of) === market && at === side && lots > 0) found.set(Number(price), lots);
    }
    return found;
  }

  async #offer(level: LevelNow): Promise<void> {
    const { market, side, price, lots } = level;
    // Nobody holds shares at first: an offer of YES is made by a buyer of NO.
    const terms = side === 'bid' ? { outcome: 'YES', price } : { outcome: 'NO', price: WHOLE - price };
    await this.#place(this.#people.makers, { market, ...terms, lots, timeInForce: 'GTC' }, keyOf(level));
  }

  /** In parts that one person can pay. Whoever holds what is sold sells it; others buy the other outcome. */
  async #take(market: number, of: { side: 'buy' | 'sell'; price: number; lots: number }): Promise<void> {
    const most = mostOf(of.side === 'buy' ? of.price : WHOLE - of.price);
    for (let left = of.lots; left >= LEAST; left -= most) {
      const lots = Math.min(left, most);
      const outcome = of.side === 'buy' ? 'NO' : 'YES';
      const seller = this.#people.takers.find(({ userId }) => this.#holds(market, userId, outcome) >= lots);
      const terms = { market, lots, timeInForce: 'FAK' as const };
      if (seller !== undefined) {
        this.count.sales += 1;
        const price = outcome === 'YES' ? of.price : WHOLE - of.price;
        await this.#place([seller], { ...terms, outcome, price, side: 'SELL' }, null);
        continue;
      }
      const bought =
        of.side === 'buy' ? { outcome: 'YES', price: of.price } : { outcome: 'NO', price: WHOLE - of.price };
      await this.#place(this.#people.takers, { ...terms, ...bought }, null);
    }
  }

  /** Asks one person after the other until one can. */
  async #place(
    people: readonly Person[],
    order: {
      readonly market: number;
      readonly outcome: string;
      readonly price: number;
      readonly lots: number;
      readonly timeInForce: 'GTC' | 'FAK';
      readonly side?: 'SELL';
    },
    level: string | null,
  ): Promise<void> {
    const { market, ...wish } = order;
    let last = '';
    for (let tries = 0; tries < TRIES; tries += 1) {
      const person = people[(this.#next += 1) % people.length]!;
      const reply = await this.#world.order(person, { ...wish, marketId: this.#books[market]! });
      if (reply.ok) {
        this.count.placed += 1;
        const placed = JSON.parse(reply.body) as OrderWire;
        if (level !== null && !this.#orders.has(placed.id)) this.#rest(placed.id, { person, level, left: 0 });
        this.#learn(placed);
        return;
      }
      last = JSON.stringify(reply.refusal);
      if (!/NoBalance|UnavailableBet/.test(last)) break;
    }
    throw new Error(`nobody could order ${JSON.stringify(order)}: ${last}`);
  }

  async #cancel(key: string, downTo: number): Promise<void> {
    const newest = [...(this.#levels.get(key) ?? [])].toReversed();
    const ending: string[] = [];
    for (let left = this.#at(key); left > downTo && newest.length > ending.length;) {
      const id = newest[ending.length]!;
      left -= this.#orders.get(id)!.left;
      ending.push(id);
    }
    await Promise.all(
      ending.map(async (id) => {
        const reply = await this.#world.cancel(this.#orders.get(id)!.person, id);
        if (!reply.ok) throw new Error(`not cancelled: ${JSON.stringify(reply.refusal)}`);
        this.count.cancelled += 1;
        this.#learn(JSON.parse(reply.body) as OrderWire);
      }),
    );
  }

  #rest(id: string, order: Resting): void {
    this.#orders.set(id, order);
    const level = this.#levels.get(order.level) ?? new Set();
    level.add(id);
    this.#levels.set(order.level, level);
  }

  /** What the exchange says of an order is what is left of it. */
  #learn({ id, status, remaining }: OrderWire): void {
    const known = this.#orders.get(id);
    if (known === undefined) return;
    known.left = status === 'OPEN' || status === 'PARTLY_FILLED' ? Math.round(remaining * 100) : 0;
    if (known.left > 0) return;
    this.#orders.delete(id);
    this.#levels.get(known.level)?.delete(id);
  }

  #at(key: string): number {
    let sum = 0;
    for (const id of this.#levels.get(key) ?? []) sum += this.#orders.get(id)!.left;
    return sum;
  }

  #hold(userId: string, { market, outcome, shares }: PositionWire): void {
    const lots = Math.round(shares * 100) * (outcome === 'YES' ? 1 : -1);
    this.#held.set(`${this.#books.indexOf(market.marketId)} ${userId}`, lots);
  }

  #holds(market: number, userId: string, outcome: 'YES' | 'NO'): number {
    const lots = this.#held.get(`${market} ${userId}`) ?? 0;
    return outcome === 'YES' ? lots : -lots;
  }
}
