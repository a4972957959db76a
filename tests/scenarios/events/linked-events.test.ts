/** An event of which one outcome comes true: a book each, moved together, and paid so that one YES of each is worth exactly 1.00. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#domain/identity/actor.ts';
import type { ActKind } from '#server/approvals/index.ts';
import type { Fields } from '#server/approvals/contract.ts';
import { EVENT_CLARIFIED, EVENT_CORRECTED, EVENT_VOIDED } from '#server/events/acts.ts';
import { runClock } from '#server/events/clock.ts';
import type { ProposedResult } from '#server/events/contract.ts';
import { booksOf, linkedMarkets } from '#server/events/store.ts';
import { correctBooks } from '#server/trading/corrections/correct-books.ts';
import { loadHeldLots } from '#server/trading/exchange/store-load.ts';
import type { MoveSets } from '#server/trading/contract.ts';
import type { SetsMovedWire } from '#protocol/events/sets.ts';
import type { TestDatabase } from '#tests/database.ts';
import type { Person } from '../trading/trading-world.ts';
import { money } from '../exchange/market-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

const TEAMS = ['Harriers', 'Rovers', 'United', 'Nobody’s favourite'];
let database: TestDatabase;
let world: EventsWorld;
let ada: Person;
let ben: Person;
let markets: readonly string[];
let books: readonly string[];

beforeEach(async () => {
  ({ database, world } = await openEvents());
  [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

/** Ada holds 10 YES of each of three outcomes for 3.00 each, Ben the other sides; nobody orders on the fourth. */
async function traded(): Promise<void> {
  const made = await world.events.draft(
    { ...world.draft(), outcomes: TEAMS },
    { by: world.editor, reason: 'asked for' },
  );
  if (!made.ok) throw new Error('no draft');
  world.asked = made.value.marketId;
  expect(await world.move('submit', world.editor)).toBe('REVIEW');
  expect(await world.move('approve', world.reviewer)).toBe('OPEN');
  markets = await linkedMarkets(world.db, world.asked);
  books = (await Promise.all(markets.map((id) => booksOf(world.db, id)))).map(({ demo }) => demo!);
  for (const book of books.slice(0, 3)) {
    world.marketId = book;
    await world.untilShown('OPEN');
    await world.ordered(ada, { outcome: 'YES', price: 300 });
    await world.ordered(ben, { outcome: 'NO', price: 700 });
  }
}

const states = async () =>
  (
    await world.db.query<{ state: string }>(
      'SELECT state FROM event_market WHERE id = ANY($1::uuid[]) ORDER BY place',
      [markets],
    )
  ).rows.map(({ state }) => state);
const actorOf = ({ userId }: Person) => ({ userId, sessionId: userId, role: 'DEMO', realm: 'demo' }) as const;
const all = (state: string) => TEAMS.map(() => state);

async function until(status: string): Promise<void> {
  for (const book of books.slice(0, 3)) {
    world.marketId = book;
    await world.untilShown(status);
  }
}

function propose(of: number, result: Pick<ProposedResult, 'outcome' | 'level'>, by = world.resolver) {
  const seen = { url: 'https://bank.example/rates', sha256: 'ab'.repeat(32), factAt: world.clock.at };
  return world.events.propose(markets[of]!, { ...seen, ...result }, { by, reason: 'as announced' });
}

/** One asks for an act, another approves it. */
async function byTwo<F extends Fields>(role: Role, act: ActKind<F>, fields: NoInfer<F>): Promise<void> {
  const [one, two] = [await world.member(role), await world.member(role)];
  const asked = await world.inTransaction((tx) =>
    world.approvals.ask(tx, act, { fields, by: one.userId, reason: 'called off' }),
  );
  if (typeof asked === 'string' || 'rule' in asked) throw new Error('not asked');
  await world.inTransaction((tx) =>
    world.approvals.approve(tx, { id: asked.id, digest: asked.digest, by: two.userId }),
  );
}

async function pays(): Promise<readonly (number | null)[]> {
  const { rows } = await world.db.query<{ value: number | null; result: string; won: number | null }>(
    'SELECT void_value AS value, result, won FROM market WHERE id = ANY($1::uuid[]) ORDER BY array_position($1, id)',
    [books],
  );
  return rows.map(({ value, result, won }) => (result === 'WON' ? (won === 0 ? 1_000 : 0) : value));
}

/** What ten YES of each of three outcomes brought, beside what is left of 10,000. */
const won = async () => (await world.balances(ada)).cash - money(10_000 - 9);

describe('an event of several outcomes', () => {
  it('needs two outcomes or more, each named once, and the same terms for all', async () => {
    const draft = (outcomes: readonly string[]) =>
      world.events.draft({ ...world.draft(), outcomes }, { by: world.editor, reason: 'asked for' });
    for (const wrong of [['one'], ['one', 'one']])
      expect(await draft(wrong)).toMatchObject({ refusal: { code: 'ActRefused' } });
    const made = await draft(TEAMS);
    if (!made.ok) throw new Error('no draft');
    markets = await linkedMarkets(world.db, made.value.marketId);
    const terms = { ...world.draft().terms, title: 'Blues', ifTied: 'Shared.' };
    await world.events.rewrite(markets[1]!, terms, { by: world.editor, reason: 'clearer' });
    const { rows } = await world.db.query(
      `SELECT t.title, m.if_tied FROM event_market m JOIN event_market_text t ON t.market_id = m.id ORDER BY m.place`,
    );
    expect(rows).toEqual(['Harriers', 'Blues', 'United', TEAMS[3]].map((title) => ({ title, if_tied: 'Shared.' })));
  });

  it('is opened, halted and closed as one, under rules that name all outcomes', async () => {
    await traded();
    expect(await states()).toEqual(all('OPEN'));
    const { rows } = await world.db.query<{ rules: string }>('SELECT rules_doc AS rules FROM event_market');
    for (const { rules } of rows) expect(JSON.parse(rules)).toMatchObject({ oneOf: TEAMS });
    expect(await world.move('pause', world.editor, markets[2])).toBe('PAUSED');
    await until('PAUSED');
    expect(await world.move('resume', world.editor, markets[0])).toBe('OPEN');
    await until('OPEN');
    world.clock.at += 3 * 3_600_000;
    await runClock(world.parts);
    expect(await states()).toEqual(all('CLOSED'));
    await until('ENDED');
    const holder = { ...world.resolver, userId: ada.userId };
    // Shares of another outcome are shares of it.
    expect(await propose(3, { outcome: 'YES' }, holder)).toBe('holds');
  });

  it.each<[string, number, Pick<ProposedResult, 'outcome' | 'level'>, readonly number[], number]>([
    ['the second wins', 1, { outcome: 'YES' }, [0, 1_000, 0], 10],
    ['none of those that were traded wins', 3, { outcome: 'YES' }, [0, 0, 0], 0],
    ['two come in level', 0, { outcome: 'TIE', level: [1, 3] }, [500, 0, 500], 10],
    ['three come in level', 0, { outcome: 'TIE', level: [1, 2, 4] }, [334, 333, 0], 6.67],
  ])('pays its holders where %s, after a restart', async (...[, of, result, values, credit]) => {
    await traded();
    await world.move('close', world.editor);
    await until('ENDED');
    expect(await propose(of, { outcome: 'NO' })).toBe('linked');
    expect(await propose(of, { outcome: 'TIE', level: [2] })).toBe('linked');
    expect(await propose(of, { outcome: 'TIE', level: [1, 5] })).toBe('linked');
    expect(await propose(of, result)).toBe('PROPOSED');
    expect(await world.move('confirm', world.second, markets[2])).toBe('CHALLENGE');
    // Nobody is paid while there is no engine, and none is PAID before.
    await world.engine.stop();
    world.clock.at += 2 * 3_600_000;
    await runClock(world.parts);
    await runClock(world.parts);
    expect(await states()).toEqual(all('RESOLVED'));
    world.next();
    await world.engine.start();
    await until('SETTLED');
    for (const book of books.slice(0, 3)) {
      world.marketId = book;
      await world.untilMarket('SETTLED');
    }
    await runClock(world.parts);
    expect(await states()).toEqual(all('PAID'));
    expect(await pays()).toEqual(values);
    expect(await won()).toBe(money(credit));
    expect(await world.faults()).toEqual([]);
  });

  it('is corrected as one: by all outcomes together each has what is theirs', async () => {
    await traded();
    await world.move('close', world.editor);
    await until('ENDED');
    await propose(1, { outcome: 'YES' });
    await world.move('confirm', world.second, markets[2]);
    world.clock.at += 2 * 3_600_000;
    await runClock(world.parts);
    await until('SETTLED');
    for (const book of books.slice(0, 3)) {
      world.marketId = book;
      await world.untilMarket('SETTLED');
    }
    await runClock(world.parts);
    expect([await states(), await won()]).toEqual([all('PAID'), money(10)]);
    const [adas, bens] = [await won(), (await world.balances(ben)).cash];
    const seen = { url: 'https://bank.example/rates', sha256: 'ab'.repeat(32), factAt: world.clock.at };
    const correct = async (
      of: number,
      result: { readonly outcome: 'YES' | 'TIE' | 'VOID'; readonly level?: number[] },
    ) => {
      const why = result.outcome === 'VOID' ? ('AMBIGUOUS' as const) : null;
      await byTwo('RESOLVER', EVENT_CORRECTED, { marketId: markets[of]!, why, ...seen, level: [], ...result });
      await correctBooks({ db: world.db, clock: world.clock, bus: world.bus });
      await runClock(world.parts);
      expect(await states()).toEqual(all('CORRECTED'));
      expect(await world.faults()).toEqual([]);
    };
    // Another of those that were traded: what one book takes another pays, and nobody's money moves.
    await correct(2, { outcome: 'YES' });
    expect([await pays(), await won()]).toEqual([[0, 0, 1_000], adas]);
    expect((await world.balances(ben)).cash).toBe(bens);
    await correct(0, { outcome: 'TIE', level: [1, 2, 4] });
    expect([await pays(), await won()]).toEqual([[334, 333, 0], money(6.67) + (adas - money(10))]);
    // The one that nobody ordered on: all her YES pay nothing, all his NO 1.00.
    await correct(3, { outcome: 'YES' });
    expect([await pays(), await won()]).toEqual([[0, 0, 0], adas - money(10)]);
    expect((await world.balances(ben)).cash - bens).toBe(money(10));
    await correct(3, { outcome: 'VOID' });
    const values = await pays();
    expect(await won()).toBe(money(values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / 100));
  });

  it('has full sets: bought, sold and turned past the books, each once, and paid like all shares', async () => {
    await traded();
    let keys = 0;
    const moved = async (
      who: Person,
      { key = `sets ${(keys += 1)}`, ...asked }: Pick<MoveSets, 'move' | 'lots'> & { readonly key?: string },
      of = 0,
    ) => {
      world.tick(100_00, { ms: 1_000 });
      const idempotency = { key, bodyHash: '' };
      const reply = await world.bus.request('exchange.sets', {
        actor: actorOf(who),
        marketId: books[of]!,
        ...asked,
        idempotency,
      });
      return reply.ok ? (JSON.parse(reply.body) as SetsMovedWire) : reply.refusal;
    };
    const cash = async (who: Person) => (await world.balances(who)).cash;
    const [had, bens] = [await cash(ada), await cash(ben)];
    // The fourth book has a holder now too, though nobody ever ordered on it.
    expect(await moved(ada, { move: 'mint', lots: 500 })).toMatchObject({
      move: 'buy',
      shares: 5,
      paid: 5,
      got: 0,
    });
    const again = await moved(ada, { move: 'mint', lots: 200, key: 'again' });
    expect(await moved(ada, { move: 'mint', lots: 200, key: 'again' })).toEqual(again);
    expect(await moved(ada, { move: 'melt', lots: 700 })).toMatchObject({
      move: 'sell',
      paid: 0,
      got: 7,
    });
    expect([await cash(ada), await world.faults()]).toEqual([had, []]);
    // His NO of two more outcomes net with the YES that he gets.
    expect(await moved(ben, { move: 'to_yes', lots: 400 }, 0)).toMatchObject({
      move: 'noToYes',
      paid: 0,
      got: 8,
    });
    expect((await cash(ben)) - bens).toBe(money(8));
    expect(await moved(ben, { move: 'to_no', lots: 400 }, 0)).toMatchObject({
      code: 'OrderRejected',
      reason: 'no_shares',
    });
    expect(await moved(ben, { move: 'melt', lots: 1 })).toMatchObject({
      code: 'OrderRejected',
      reason: 'no_shares',
    });
    expect(await world.faults()).toEqual([]);
    await world.engine.stop();
    world.next();
    await world.engine.start();
    expect(await moved(ada, { move: 'mint', lots: 300 }, 1)).toMatchObject({
      paid: 3,
    });
    const rows = await world.db.query<{ book: string; lots: string }>(
      `SELECT market_id AS book, lots FROM position WHERE user_id = $1 ORDER BY array_position($2, market_id)`,
      [ada.userId, books],
    );
    expect(rows.rows.map(({ lots }) => Number(lots))).toEqual([1_300, 1_300, 1_300, 300]);
    // No fill tells of them: they have a list of their own, of each person and realm.
    const own = (filter: object) =>
      world.queries.sets({ userId: ada.userId, realm: 'demo', limit: 2, ...filter } as never);
    const newest = await own({});
    expect(newest.items).toMatchObject([
      { marketId: books[1], move: 'buy', shares: 3, paidStr: '3.00', gotStr: '0.00' },
      { marketId: books[0], move: 'sell', shares: 7, paidStr: '0.00', gotStr: '7.00' },
    ]);
    const older = await own({ cursor: newest.nextCursor });
    expect([older.items.map(({ shares }) => shares), older.nextCursor]).toEqual([[2, 5], null]);
    expect((await own({ marketId: books[1] })).items).toHaveLength(1);
    expect((await own({ userId: ben.userId })).items).toMatchObject([{ move: 'noToYes', gotStr: '8.00' }]);
    expect((await own({ realm: 'real' })).items).toEqual([]);
    expect(await world.faults()).toEqual([]);
    await world.move('close', world.editor);
    await until('ENDED');
    expect(await moved(ada, { move: 'melt', lots: 300 })).toMatchObject({
      code: 'MarketClosed',
    });
    expect(await propose(3, { outcome: 'YES' })).toBe('PROPOSED');
    await world.move('confirm', world.second, markets[2]);
    world.clock.at += 2 * 3_600_000;
    await runClock(world.parts);
    await until('SETTLED');
    for (const book of books) {
      world.marketId = book;
      await world.untilMarket('SETTLED');
    }
    // A set of three YES of the fourth for Ada; Ben has four of them, and six NO of each of the others.
    expect([(await cash(ada)) - had, (await cash(ben)) - bens - money(8)]).toEqual([0n, money(4 + 18)]);
    expect(await world.faults()).toEqual([]);
  });

  it('lets whoever made a set before a clarification leave with its shares too', async () => {
    await traded();
    const actor = actorOf(ben);
    const idempotency = { key: 'set', bodyHash: '' };
    await world.bus.request('exchange.sets', {
      actor,
      marketId: books[3]!,
      move: 'mint',
      lots: 200,
      idempotency,
    });
    world.tick(100_00, { ms: 60_000 });
    await byTwo('EDITOR', EVENT_CLARIFIED, {
      marketId: markets[1]!,
      text: 'Extra time does not count.',
    });
    const may = (of: number) =>
      loadHeldLots(world.db, {
        marketId: books[of]!,
        userId: ben.userId,
        realm: 'demo',
        at: world.clock.at,
      });
    // Of ten NO two met the YES of the set; of the fourth there is nothing else.
    expect([await may(0), await may(3)]).toEqual([-800, 200]);
  });

  it('is void as a whole: what each outcome pays sums to exactly 1.00', async () => {
    await traded();
    world.tick(100_00, { ms: 60_000 });
    await byTwo('EDITOR', EVENT_CLARIFIED, { marketId: markets[1]!, text: 'Extra time does not count.' });
    const clarified = await world.db.query<{ n: number; sum: number }>(
      'SELECT count(*)::int AS n, sum(fair_demo)::int AS sum FROM event_clarification',
    );
    // Said of every outcome; whoever leaves with a full set gets 1.00 for it.
    expect(clarified.rows).toEqual([{ n: TEAMS.length, sum: 1_000 }]);
    await byTwo('ADMIN', EVENT_VOIDED, { marketId: markets[1]!, why: 'CANCELLED' });
    expect(await states()).toEqual(all('VOIDED'));
    await until('VOIDED');
    world.marketId = books[2]!;
    await world.untilMarket('VOIDED');
    // 300 each of those that were traded, 250 of the fourth.
    expect(await pays()).toEqual([261, 261, 261]);
    const { rows } = await world.db.query<{ sum: string }>('SELECT sum(void_demo) AS sum FROM event_market');
    expect(rows).toEqual([{ sum: '1000' }]);
    expect(await won()).toBe(money(7.83));
    world.clock.at += 10_000;
    await runClock(world.parts);
    const paid = await world.db.query('SELECT FROM event_market WHERE paid_at IS NULL');
    expect(paid.rowCount).toBe(0);
    expect(await world.faults()).toEqual([]);
  });
});
