/** Linked books over the tables: traded, read back, ended together, and paid by the engine's own code. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { streamNo } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { cashKey } from '#domain/trading/decide.ts';
import { createLosses } from '#domain/trading/losses.ts';
import type { OrderCommand, PlaceOrder } from '#domain/trading/orders/contract.ts';
import { decideOrders } from '#domain/trading/orders/decide.ts';
import { dueCommands } from '#domain/trading/orders/due.ts';
import type { LinkedEnd } from '#domain/trading/orders/linked.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import { valueOfFirst } from '#domain/trading/orders/settlement.ts';
import { affectedBy } from '#domain/trading/orders/affected-accounts.ts';
import { createRateLimiter } from '#domain/trading/rate.ts';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import { AccountBook } from '#server/trading/accounts.ts';
import { batchStatement } from '#server/trading/batch/batch-statement.ts';
import { ExchangeLedger } from '#server/trading/exchange/accounts.ts';
import { Collected } from '#server/trading/exchange/collect.ts';
import { ExchangeMemory } from '#server/trading/exchange/memory.ts';
import { loadMarket } from '#server/trading/exchange/store-load.ts';
import { readLease } from '#server/trading/store-lease.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { roundOf, HOUR, NOW } from '#tests/worlds/exchange-world.ts';

const PAIR = PAIRS.find(({ id }) => id === 'BTC-USD')!;
const FULL = 10_000_000_000n;

/** What one engine holds of the exchange; the tables outlive it. */
class Hall {
  readonly #db: TestDatabase['pool'];
  readonly #people: AccountBook;
  readonly #ledger: ExchangeLedger;
  readonly #schedule: readonly Market[];
  readonly memory: ExchangeMemory;
  now = NOW;

  private constructor(parts: {
    db: TestDatabase['pool'];
    people: AccountBook;
    ledger: ExchangeLedger;
    books: readonly Market[];
    memory: ExchangeMemory;
  }) {
    this.#db = parts.db;
    this.#people = parts.people;
    this.#ledger = parts.ledger;
    this.#schedule = parts.books;
    this.memory = parts.memory;
  }

  static async open(db: TestDatabase['pool'], books: readonly Market[]): Promise<Hall> {
    const people = await AccountBook.open(db, 0);
    const ledger = await ExchangeLedger.open(db, people, 0);
    const shared = { losses: createLosses(), limiter: createRateLimiter({ size: 1e9, perSecond: 1e6 }) };
    const memory = new ExchangeMemory(0, shared);
    await memory.rebuild(db, { ...shared, accounts: ledger, now: NOW });
    return new Hall({ db, people, ledger, books, memory });
  }

  /** Decides one command and stores it as a batch of the engine is. */
  async do(command: OrderCommand): Promise<void> {
    const { state, frames } = this.memory;
    const touched = affectedBy(state, [command], this.now);
    await this.#people.load(touched.people);
    const markets = touched.markets.map((marketId) => ({ marketId, realm: 'demo' as const, linkedTo: CUP }));
    await this.#ledger.ensure({ markets, payables: [] });
    const cash = new Map(
      await Promise.all(
        touched.people.map(
          async ({ userId, realm }) =>
            [cashKey(userId, realm), (await balancesOf(this.#db, { ownerId: userId, realm })).cash] as const,
        ),
      ),
    );
    const [effect] = decideOrders(state, [command], {
      now: this.now,
      cash,
      accounts: this.#ledger,
      market: (marketId) => this.#schedule.find(({ id }) => id === marketId) ?? null,
      view: () => ({ fresh: true, pause: null, mostResting: 500, maxStake: usdt(FULL) }),
      quotesOf: () => [],
      bonusOf: () => usdt(0n),
      exitOf: () => null,
      barOf: () => null,
    });
    if (effect?.kind !== 'done') throw new Error(`not done: ${JSON.stringify(effect)}`, { cause: effect });
    const collected = new Collected();
    collected.add(effect.changes);
    await this.#store(
      collected.effects({
        now: this.now,
        frameOf: ({ id, opensAt }) => {
          const round = { pairId: PAIR.id, windowSec: 3_600, startMs: opensAt + HOUR };
          const stream = streamNo(PAIR.no, 'simulated');
          const frame = { round, stream, rulesHash: '00'.repeat(32), ...this.#ledger.market(id) };
          frames.set(id, frame);
          return frame;
        },
        verdictOf: () => null,
      }),
    );
  }

  async #store(exchange: ReturnType<Collected['effects']>): Promise<void> {
    if (exchange === null) return;
    const { epoch, lastBatch, lastHash } = await readLease(this.#db, 0);
    const nothing = { placed: [], entered: [], finished: [], answers: [], marks: [], scheduled: [] };
    const of = { shard: 0, no: lastBatch + 1, epoch, hash: lastHash, prev: lastHash, at: this.now, exposure: 0n };
    const batch = { ...of, ...nothing, facts: '{}', exchange, journals: exchange.journals };
    const { text, values } = batchStatement(batch, { guess: false });
    await this.#db.query(text, [...values]);
  }

  /** The hour of the books is over. */
  async over(): Promise<void> {
    this.now = NOW + 2 * HOUR;
    for (
      let due = dueCommands(this.memory.state, this.now);
      due.length > 0;
      due = dueCommands(this.memory.state, this.now)
    ) {
      for (const command of due) await this.do(command);
    }
  }
}

let database: TestDatabase;
let ann: string;
let ben: string;
let cleo: string;
const CUP = randomUUID();
let books: readonly Market[];
let hall: Hall;

beforeEach(async () => {
  database = await testDatabase();
  [ann, ben, cleo] = (await openPeople(database.pool, 3)).people.map(({ userId }) => userId) as [
    string,
    string,
    string,
  ];
  books = Array.from({ length: 3 }, () =>
    roundOf({
      id: randomUUID(),
      kind: 'event',
      pairId: PAIR.id,
      linkedTo: CUP,
      outcomes: ['YES', 'NO'],
      status: 'OPEN',
    }),
  );
  hall = await Hall.open(database.pool, books);
});
afterEach(() => database.drop());

type Wish = Pick<PlaceOrder, 'userId' | 'marketId' | 'outcome' | 'price' | 'lots'>;
const order = (wish: Wish): OrderCommand => ({
  kind: 'place',
  id: randomUUID(),
  realm: 'demo',
  side: 'BUY',
  type: 'LIMIT',
  amount: null,
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
  eligibility: null,
  ...wish,
});

/** Ann holds a set of YES, 2 of each book, Ben its other side; Cleo waits on the last book. */
async function trade(): Promise<void> {
  for (const { id: marketId } of books) {
    await hall.do(order({ userId: ann, marketId, outcome: 0, price: 300, lots: 200 }));
    await hall.do(order({ userId: ben, marketId, outcome: 1, price: 700, lots: 200 }));
  }
  await hall.do(order({ userId: cleo, marketId: books[2]!.id, outcome: 0, price: 100, lots: 500 }));
}

const cashOf = async (ownerId: string) => (await balancesOf(database.pool, { ownerId, realm: 'demo' })).cash;
const read = async () =>
  Promise.all(books.map(async ({ id }) => (await loadMarket(database.pool, { marketId: id, realm: 'demo' }))!.market));
const faults = async () =>
  (await checkLedger(database.pool, { window: 'all' })).invariants
    .filter(({ found }) => found > 0)
    .map(({ name }) => name);

describe('a linked set of three books', () => {
  it('is read back after a restart as it was, with what hangs on it', async () => {
    await trade();
    const before = hall.memory.state;
    hall = await Hall.open(database.pool, []);
    const after = hall.memory.state;
    expect(after.markets.size).toBe(3);
    for (const { id } of books) {
      expect(after.markets.get(id)!.market).toEqual(before.markets.get(id)!.market);
      expect(after.markets.get(id)!.positions).toEqual(before.markets.get(id)!.positions);
    }
    expect([...after.orders.keys()]).toEqual([...before.orders.keys()]);
    expect((await read()).map(({ linkedTo }) => linkedTo)).toEqual([CUP, CUP, CUP]);
    expect(await faults()).toEqual([]);
  });

  it.each<[string, LinkedEnd, readonly number[]]>([
    ['a dead heat of all', { kind: 'TIE', level: [0, 1, 2] }, [334, 333, 333]],
    ['a dead heat of two', { kind: 'TIE', level: [0, 2] }, [500, 0, 500]],
    ['a void', { kind: 'VOID', values: [310, 320, 330], reason: 'CANCELLED' }, [323, 333, 344]],
    ['one winner', { kind: 'WON', winner: 1 }, [0, 1_000, 0]],
  ])('pays exactly 1.00 for a set of YES in %s, and its values stay', async (_what, end, values) => {
    await trade();
    hall = await Hall.open(database.pool, []);
    await hall.over();
    const before = await cashOf(ann);
    await hall.do({ kind: 'settle_linked', linkedTo: CUP, realm: 'demo', books: books.map(({ id }) => id), end });
    expect((await cashOf(ann)) - before).toBe(2_000_000n);
    const results = (await read()).map(({ result }) => result!);
    expect(results.map(({ kind }) => kind)).toEqual([end.kind, end.kind, end.kind]);
    expect(results.map(valueOfFirst)).toEqual(values);
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(1_000);
    expect(await cashOf(cleo)).toBe(FULL);
    expect(await faults()).toEqual([]);
    // Over is over: the next engine holds none of them, and knows how they ended.
    const next = await Hall.open(database.pool, []);
    expect(next.memory.state.markets.size).toBe(0);
    expect(books.map(({ id }) => valueOfFirst(next.memory.over.get(id)!.market.result!))).toEqual(values);
  });

  it('keeps no value of a tie that is not linked, and lets no tie of a linked book do without', async () => {
    await trade();
    const write = (set: string, id = books[0]!.id) =>
      database.pool.query(`UPDATE market SET ${set} WHERE id = $1`, [id]);
    await expect(write(`state = 'SETTLED', result = 'TIE', ended_at = 1`)).rejects.toThrow('value_of_result');
    await expect(write(`state = 'SETTLED', result = 'WON', won = 0, void_value = 500, ended_at = 1`)).rejects.toThrow(
      'value_of_result',
    );
    await expect(
      write(`state = 'SETTLED', result = 'TIE', void_value = 500, void_reason = 'X', ended_at = 1`),
    ).rejects.toThrow('reason_of_void');
  });
});
