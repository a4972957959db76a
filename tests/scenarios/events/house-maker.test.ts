/** The house maker on the book of an event: its quotes through the life of a market, what it holds, and its result in public. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventOutcome } from '#domain/events/life.ts';
import { houseMakerFunded } from '#domain/ledger/exchange-entries.ts';
import { usdt } from '#domain/money.ts';
import { STANDARD_VALUES } from '#domain/settings/settings.ts';
import { EVENT_CORRECTED } from '#server/events/acts.ts';
import { runClock } from '#server/events/clock.ts';
import { makerOf } from '#server/events/house-maker.ts';
import { booksOf, linkedMarkets } from '#server/events/store.ts';
import { openedMarkets } from '#server/events/store-public.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { makerAccounts } from '#server/ledger/exchange-accounts.ts';
import { post } from '#server/ledger/post.ts';
import { correctBooks } from '#server/trading/corrections/correct-books.ts';
import { tellWaiting } from '#server/trading/corrections/waiting.ts';
import type { TestDatabase } from '#tests/database.ts';
import { money } from '../exchange/market-world.ts';
import type { Person } from '../trading/trading-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

let database: TestDatabase;
let world: EventsWorld;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ({ database, world } = await openEvents());
  [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
  await world.fund();
  await world.open();
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

/** What the house offers and asks, best first, in cents. */
async function quotes() {
  const book = await world.bus.request('exchange.book', { realm: 'demo', marketId: world.marketId, depth: 3 });
  const cents = (levels: readonly { readonly price: number }[] = []) => levels.map(({ price }) => price * 100);
  return { quoted: book?.quoted, bids: cents(book?.bids), asks: cents(book?.asks) };
}

/** What the page says of it. */
async function shown() {
  const { rows } = await world.db.query<{ event_id: string }>('SELECT event_id FROM event_market');
  const [market] = await openedMarkets(world.db, { events: [rows[0]!.event_id], realm: 'demo', language: 'en' });
  const { settings } = world;
  return (await makerOf({ ...world.parts, settings }, [market!]))(market!);
}

const makerCash = async () => {
  const { rows } = await world.db.query<{ held: string }>(
    `SELECT credits - debits AS held FROM account WHERE kind = 'house_maker' AND realm = 2`,
  );
  return BigInt(rows[0]!.held);
};

const buy = (person: Person, ...[outcome, price, lots]: readonly ['YES' | 'NO', number, number]) =>
  world.ordered(person, { outcome, price, lots, timeInForce: 'FAK' });

describe('the house maker of an event', () => {
  it('quotes a fresh market, moves with what it sells, and goes on from its position after a restart', async () => {
    expect(await quotes()).toEqual({ quoted: true, bids: [49, 48, 47], asks: [51, 52, 53] });
    expect(await shown()).toEqual({ cap: 1_000, shares: 0, ifYes: 0, ifNo: 0 });
    await buy(ada, 'YES', 600, 20_000);
    const after = await quotes();
    expect(after.bids[0]).toBeGreaterThan(50);
    expect(after.asks[0]).toBeGreaterThan(after.bids[0]!);
    expect(await shown()).toMatchObject({ shares: -200 });
    await world.engine.stop();
    world.next();
    await world.engine.start();
    await world.untilShown('OPEN');
    await expect.poll(quotes).toEqual(after);
    expect(await world.faults()).toEqual([]);
  });

  it('stops in the batch in which the book stops, whoever asked for it', async () => {
    await buy(ada, 'YES', 600, 1_000);
    await world.move('pause', world.editor);
    await world.untilShown('PAUSED');
    expect(await quotes()).toEqual({ quoted: false, bids: [], asks: [] });
    await world.move('resume', world.editor);
    await world.untilShown('OPEN');
    // What is shown is worked out four times a second.
    world.tick(100_00, { ms: 1_000 });
    expect(await quotes()).toMatchObject({ quoted: true });
    await world.move('close', world.editor);
    await world.untilShown('ENDED');
    expect(await quotes()).toEqual({ quoted: false, bids: [], asks: [] });
    expect(await world.order(ben, { outcome: 'NO' })).toMatchObject({ refusal: { code: 'MarketClosed' } });
  });

  it.each<EventOutcome>(['YES', 'NO', 'TIE'])(
    'ends %s with what its page said, never worse than its cap',
    async (end) => {
      const before = await makerCash();
      await buy(ada, 'YES', 990, 500_000);
      await buy(ada, 'YES', 990, 500_000);
      expect((await shown()).shares).toBeLessThan(-3_000);
      await buy(ben, 'NO', 300, 100_000);
      const { ifYes, ifNo } = await shown();
      await world.move('close', world.editor);
      await world.untilShown('ENDED');
      await world.resolve(end);
      await world.untilMarket('SETTLED');
      await runClock(world.parts);
      expect(await world.state()).toBe('PAID');
      const result = { YES: ifYes, NO: ifNo, TIE: (ifYes + ifNo) / 2 }[end];
      const said = await shown();
      expect(said).toMatchObject({ shares: 0 });
      expect([said.ifYes, said.ifNo]).toEqual([expect.closeTo(result, 6), expect.closeTo(result, 6)]);
      expect((await makerCash()) - before).toBe(money(result));
      expect(Math.min(ifYes, ifNo)).toBeGreaterThanOrEqual(-1_000);
      expect(await world.faults()).toEqual([]);
    },
  );

  it('holds the cap that staff sets, from the next order on', async () => {
    world.settings.values = { ...STANDARD_VALUES, 'maker.event_cap': 5_000_000n };
    const placed = await buy(ada, 'YES', 990, 500_000);
    expect(placed.status).toBe('CANCELLED');
    const { cap, ifYes } = await shown();
    expect([cap, ifYes >= -5]).toEqual([5, true]);
    world.settings.values = { ...STANDARD_VALUES, 'maker.event_cap': 0n };
    world.tick(100_00, { ms: 1_000 });
    expect(await quotes()).toEqual({ quoted: false, bids: [], asks: [] });
  });
});

describe('the house maker of an event of three outcomes', () => {
  let markets: readonly string[];
  let books: readonly string[];

  beforeEach(async () => {
    const draft = { ...world.draft(), title: 'Who wins the cup?', outcomes: ['Harriers', 'Rovers', 'United'] };
    const made = await world.events.draft({ ...draft, opening: 500 }, { by: world.editor, reason: 'asked for' });
    if (!made.ok) throw new Error('no draft');
    world.asked = made.value.marketId;
    await world.move('submit', world.editor);
    await world.move('approve', world.reviewer);
    markets = await linkedMarkets(world.db, world.asked);
    books = (await Promise.all(markets.map((id) => booksOf(world.db, id)))).map(({ demo }) => demo!);
    for (const book of books) await on(book, () => world.untilShown('OPEN'));
  });

  function on<T>(book: string, work: () => T): T {
    world.marketId = book;
    return work();
  }

  const tops = async () => {
    const found: string[] = [];
    for (const book of books) {
      const { bids, asks } = await on(book, quotes);
      found.push(`${bids[0]?.toFixed(1)} ${asks[0]?.toFixed(1)}`);
    }
    return found;
  };

  /** What the page says of each outcome. */
  const said = async () => {
    const { rows } = await world.db.query<{ event_id: string }>('SELECT event_id FROM event_market WHERE id = $1', [
      markets[0],
    ]);
    const opened = await openedMarkets(world.db, { events: [rows[0]!.event_id], realm: 'demo', language: 'en' });
    const maker = await makerOf({ ...world.parts, settings: world.settings }, opened);
    return opened.map(maker);
  };

  it('quotes each by one rule over all of them, tells of it, and pays as its page said', async () => {
    expect(await tops()).toEqual(['49.0 51.0', '24.0 26.0', '24.0 26.0']);
    const before = await makerCash();
    const told: string[] = [];
    const stop = world.bus.subscribe('exchange.book', ({ marketId }) => told.push(marketId));
    await on(books[1]!, () => buy(ada, 'YES', 900, 100_000));
    stop();
    expect(new Set(told)).toEqual(new Set(books));
    const after = await tops();
    const bids = after.map((top) => Number(top.split(' ')[0]));
    expect([bids[0]! < 49, bids[1]! > 24, bids[2]! < 24]).toEqual([true, true, true]);
    // What was not traded is bought back cheaper by one who sells the others: the sum of all stays about 1.
    expect(bids.reduce((sum, bid) => sum + bid, 0)).toBeGreaterThan(94);
    await on(books[0]!, () => buy(ben, 'YES', 900, 200_000));
    await world.engine.stop();
    world.next();
    await world.engine.start();
    await on(books[0]!, () => world.untilShown('OPEN'));
    const [first, second, third] = await said();
    expect(first!.ifNo).toBe(Math.min(second!.ifYes, third!.ifYes));
    for (const { ifYes, cap } of [first!, second!, third!]) expect(ifYes).toBeGreaterThanOrEqual(-cap);
    expect(first!.ifYes).toBeLessThan(0);

    await world.move('close', world.editor);
    for (const book of books.slice(0, 2)) await on(book, () => world.untilShown('ENDED'));
    world.asked = markets[0]!;
    await world.resolve('YES');
    for (const book of books.slice(0, 2)) await on(book, () => world.untilMarket('SETTLED'));
    await runClock(world.parts);
    expect(await world.state()).toBe('PAID');
    expect((await makerCash()) - before).toBe(money(first!.ifYes));
    for (const { ifYes, ifNo, shares } of await said())
      expect([shares, ifYes, ifNo]).toEqual([0, expect.closeTo(first!.ifYes, 6), expect.closeTo(first!.ifYes, 6)]);
    expect(await world.faults()).toEqual([]);
    // Nobody ordered on the third: it is known all the same, after a restart too.
    await world.engine.stop();
    world.next();
    await world.engine.start();
    const untraded = { realm: 'demo', marketId: books[2]! } as const;
    expect(await world.bus.request('exchange.market', untraded)).toMatchObject({ status: 'SETTLED' });
    expect(await world.bus.request('exchange.market', { ...untraded, realm: 'real' })).toBeNull();
  });
});

/** Two people say that YES was right. */
async function sayYes(): Promise<void> {
  const [one, two] = [await world.member('RESOLVER'), await world.member('RESOLVER')];
  const seen = { url: 'https://bank.example/rates', sha256: 'cd'.repeat(32), factAt: world.clock.at, level: [] };
  const fields = { marketId: world.asked, outcome: 'YES' as const, why: null, ...seen };
  await world.inTransaction(async (tx) => {
    const asked = await world.approvals.ask(tx, EVENT_CORRECTED, { fields, by: one.userId, reason: 'misread' });
    if (typeof asked === 'string' || 'rule' in asked) throw new Error('not asked');
    await world.approvals.approve(tx, { id: asked.id, digest: asked.digest, by: two.userId });
  });
}

/** So much of what the house maker has goes away, or comes back. */
async function makerMoves(amount: bigint, way: 'away' | 'back'): Promise<void> {
  await world.inTransaction(async (tx) => {
    const { cash: maker } = await makerAccounts(tx, { realm: 'demo', shard: 0 });
    const mint = await openAccount(tx, { realm: 'demo', ownerId: null, kind: 'demo_mint', ref: '' });
    const [from, to] = way === 'away' ? [maker, mint] : [mint, maker];
    const journal = houseMakerFunded({ realm: 'demo', refId: way, from, to, amount: usdt(amount) });
    expect(await post(tx, journal)).toBe('posted');
  });
}

it('is waited for where it must give back what it no longer has, and that is said once', async () => {
  await buy(ada, 'YES', 600, 1_000);
  await world.move('close', world.editor);
  await world.untilShown('ENDED');
  await world.resolve('NO');
  await world.untilMarket('SETTLED');
  await runClock(world.parts);
  expect(await world.state()).toBe('PAID');
  const [before, had] = [(await world.balances(ada)).cash, await makerCash()];
  await makerMoves(had, 'away');
  await sayYes();

  const lines: unknown[] = [];
  const tell = tellWaiting({ error: (fields: object) => lines.push(fields), info: () => lines.push('over') } as never);
  const round = async () => tell(await correctBooks({ db: world.db, clock: world.clock, bus: world.bus }));
  await round();
  await round();
  const waits = { alarm: 'corrections', realm: 'demo', poolOf: world.marketId };
  expect(lines).toEqual([waits]);
  expect((await world.balances(ada)).cash).toBe(before);
  await makerMoves(had, 'back');
  await round();
  expect(lines).toEqual([waits, 'over']);
  expect((await world.balances(ada)).cash - before).toBe(money(10));
  expect(await world.faults()).toEqual([]);
});
