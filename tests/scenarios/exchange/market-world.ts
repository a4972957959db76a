import { randomUUID } from 'node:crypto';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import type { OrderWire, PlacedOrderWire, PositionWire, RoundWire } from '#protocol/exchange.ts';
import { transaction } from '#server/db/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import type { CommandReply, ExchangeQueries, PlaceOrder } from '#server/trading/contract.ts';
import { exchangeQueries } from '#server/trading/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { START, World } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

const SECOND = 1_000;
/** A five-minute round begins a minute after a test does, where one on the hour would be in the way. */
export const ROUND_START = Math.ceil((START + 60 * SECOND) / (300 * SECOND)) * 300 * SECOND;

type OrderWish = Partial<Pick<PlaceOrder, 'outcome' | 'side' | 'marketId' | 'idempotency' | 'actor' | 'terms'>> & {
  readonly price?: number;
  readonly lots?: number;
  readonly timeInForce?: 'GTC' | 'GTD' | 'FAK' | 'FOK';
  readonly expiresAt?: number;
  readonly postOnly?: boolean;
};

/** A world with a funded house maker and the round of five minutes that is open at its start. */
export class MarketWorld extends World {
  /** The house maker quotes nothing while prices are stale; most tests want two people alone. */
  marketId = '';

  async fund(): Promise<void> {
    await transaction(this.db, (tx) => fundHouseMaker(tx, { mode: 'sandbox', shard: 0 }));
    if (this.engine.isOwner()) await this.untilQuoted();
  }

  /** A running engine asks once a second of its clock what the maker has. */
  async untilQuoted(realm: Realm = 'demo'): Promise<void> {
    const { last } = this.prices.feed('BTC-USD');
    for (let tries = 0; ; tries += 1) {
      this.tick(last!.price, { ms: SECOND });
      this.prices.setStatus('BTC-USD', 'ONLINE');
      await this.settleDown();
      if ((await this.rounds(realm))?.some(({ quoted }) => quoted) === true) return;
      if (tries > 30) throw new Error(`no round of ${realm} is quoted`);
    }
  }

  /** Ticks each second up to a moment. */
  async runTo(at: number, price: number | ((t: number) => number) = 100_00): Promise<void> {
    while (this.clock.at + SECOND <= at) {
      this.clock.at += SECOND;
      this.prices.tick('BTC-USD', {
        t: this.clock.at,
        price: typeof price === 'number' ? price : price(this.clock.at),
      });
      // Steps of markets are batches: each may need the one before.
      if (this.clock.at % (15 * SECOND) === 0) await this.settleDown();
    }
    await this.settleDown();
  }

  /** The engine is away from 15 s before `end` to 30 s after it, and nobody keeps the prices between. */
  async losePricesOf(end: number): Promise<void> {
    await this.runTo(end - 15_000, 101_00);
    await this.engine.stop();
    this.clock.at = end + 30_000;
    this.next();
    await this.engine.start();
    this.tick(102_00);
  }

  /** Lets what is due be stored. */
  async settleDown(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 3));
  }

  rounds(realm: Realm = 'demo'): Promise<readonly RoundWire[] | null> {
    return this.bus.request('exchange.rounds', { realm, pair: 'BTC-USD' });
  }

  /** The round of a window that starts at `startMs`. */
  async roundAt(startMs: number, windowSec = 300): Promise<RoundWire> {
    const found = (await this.rounds())?.find(
      (round) => round.windowSec === windowSec && Date.parse(round.startsAt) === startMs,
    );
    if (found === undefined) throw new Error(`no round at ${startMs}`);
    return found;
  }

  order(person: Person, wish: OrderWish = {}): Promise<CommandReply> {
    const { price = 500, lots = 1_000, timeInForce = 'GTC', expiresAt = null, postOnly = false, ...rest } = wish;
    return this.bus.request('exchange.order', {
      actor: { userId: person.userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' },
      marketId: this.marketId,
      outcome: 'UP',
      side: 'BUY',
      terms: { type: 'LIMIT', price, lots, timeInForce, expiresAt, postOnly },
      idempotency: { key: randomUUID(), bodyHash: 'h' },
      ...rest,
    });
  }

  async ordered(person: Person, wish: OrderWish = {}): Promise<PlacedOrderWire> {
    const reply = await this.order(person, wish);
    if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply.refusal)}`);
    return JSON.parse(reply.body) as PlacedOrderWire;
  }

  cancel(person: Person, orderId: string): Promise<CommandReply> {
    return this.bus.request('exchange.cancel', {
      actor: { userId: person.userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' },
      which: { orderId },
      idempotency: null,
    });
  }

  get queries(): ExchangeQueries {
    return exchangeQueries(this.db, this.clock);
  }

  async storedOrder(person: Person, id: string): Promise<OrderWire> {
    const order = await this.queries.order({ userId: person.userId, realm: 'demo', id });
    if (order === null) throw new Error(`no order ${id}`);
    return order;
  }

  async positions(person: Person): Promise<readonly PositionWire[]> {
    return (await this.queries.positions({ userId: person.userId, realm: 'demo' })).items;
  }

  /** Waits until the market has this status in the tables. */
  async untilMarket(status: string): Promise<{ result: string | null; won: number | null; void_value: number | null }> {
    for (let tries = 0; ; tries += 1) {
      const { rows } = await this.db.query<{
        state: string;
        result: string | null;
        won: number | null;
        void_value: number | null;
      }>('SELECT state, result, won, void_value FROM market WHERE id = $1', [this.marketId]);
      const found = rows[0];
      if (found?.state === status) return found;
      if (tries > 3_000) throw new Error(`the market stayed ${found?.state}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async total(people: readonly Person[]): Promise<bigint> {
    const all = await Promise.all(people.map((person) => this.balances(person)));
    return all.reduce((sum, { cash, locked }) => sum + cash + locked, 0n);
  }
}

interface OpenMarket {
  readonly database: TestDatabase;
  readonly world: MarketWorld;
  readonly ada: Person;
  readonly ben: Person;
}

/** A market world on a database of its own, after its first price: Ada and Ben have 10,000 each, and the round of five minutes takes orders. */
export async function openMarket(): Promise<OpenMarket> {
  const database = await testDatabase();
  const world = new MarketWorld(database.pool);
  const [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
  world.marketId = (await world.roundAt(ROUND_START)).marketId;
  return { database, world, ada, ben };
}

/** Stops the engine that plays now, and removes the database. */
export async function closeMarket({ database, world }: Pick<OpenMarket, 'database' | 'world'>): Promise<void> {
  await world.engine.stop();
  await database.drop();
}

export const money = (units: number): Usdt => BigInt(Math.round(units * 1_000_000)) as Usdt;
