/** Fills that were made when what decides an event was there to be seen: undone by the engine before the market is paid. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { runClock } from '#server/events/clock.ts';
import { eventFacts } from '#server/events/desk/events-desk.ts';
import { openedMarkets } from '#server/events/store-public.ts';
import { openAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import type { TestDatabase } from '#tests/database.ts';
import type { Person } from '../trading/trading-world.ts';
import { money } from '../exchange/market-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

let database: TestDatabase;
let world: EventsWorld;
let ada: Person;
let ben: Person;
let cleo: Person;
/** When the fact came to be, ms. */
let factAt: number;

beforeEach(async () => {
  ({ database, world } = await openEvents());
  [ada, ben, cleo] = (await world.people(3)) as [Person, Person, Person];
  await world.engine.start();
  world.tick(100_00);
  await world.open();
  // Ada holds 10 YES for 6.00, Ben 10 NO for 4.00, before the fact.
  await world.ordered(ben, { outcome: 'NO', price: 400 });
  await world.ordered(ada, { outcome: 'YES', price: 600 });
  factAt = world.clock.at;
  world.tick(100_00, { ms: 20 });
  // After it Cleo takes what Ada, who does not know of it, sells too cheap; and Ben offers more.
  await world.ordered(ada, { outcome: 'YES', side: 'SELL', price: 500, lots: 800 });
  await world.ordered(cleo, { outcome: 'YES', price: 500, lots: 800 });
  await world.ordered(ben, { outcome: 'NO', price: 300, lots: 500 });
  await world.ordered(cleo, { outcome: 'YES', price: 700, lots: 500 });
  await world.move('close', world.editor);
  await world.untilShown('ENDED');
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

const FEE = 0.096;
const cash = async () => (await Promise.all([ada, ben, cleo].map((one) => world.balances(one)))).map((one) => one.cash);

/** From the closed market to the last payment. */
async function paid(outcome: 'YES' | 'NO'): Promise<void> {
  await world.resolve(outcome, factAt);
  await runClock(world.parts);
  await world.untilShown('SETTLED');
  await world.untilMarket('SETTLED');
  await runClock(world.parts);
  expect(await world.state()).toBe('PAID');
}

/** All that somebody has is spent. */
async function spend(person: Person): Promise<void> {
  await world.inTransaction(async (tx) => {
    const { cash: account } = await openAccounts(tx, { ownerId: person.userId, realm: 'demo' });
    const mint = await openAccount(tx, { realm: 'demo', ownerId: null, kind: 'demo_mint', ref: '' });
    const amount = usdt((await world.balances(person)).cash);
    const transfers = [{ code: 350, debit: account, credit: mint, amount }];
    const journal = { realm: 'demo', kind: 'spent', refType: 'test', refId: person.userId, transfers } as const;
    expect(await post(tx, journal)).toBe('posted');
  });
}

it('gives everybody back what they had, pays by it, and says so to both and to everybody', async () => {
  const [, result] = eventFacts(world.parts);
  await world.propose('YES', world.resolver, factAt);
  const lines = 'lines' in result! ? await result.lines({ id: world.asked } as never) : [];
  expect(JSON.stringify(lines)).toContain('2 of 13.00 shares');
  await world.move('reject', world.second);
  await paid('YES');
  expect(await cash()).toEqual([money(10_000 + 4 - FEE), money(9_996), money(10_000)]);
  expect(await world.faults()).toEqual([]);
  const fills = async (who: Person) =>
    (await world.queries.fills({ userId: who.userId, realm: 'demo' } as never)).items.map(({ undone }) => undone);
  expect([await fills(ada), await fills(ben), await fills(cleo)]).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
  const events = (await world.db.query<{ id: string }>('SELECT id FROM event')).rows.map(({ id }) => id);
  const [market] = await openedMarkets(world.db, { events, realm: 'demo', language: 'en' });
  expect(market).toMatchObject({ undone: { fills: 2, lots: 1_300, borne: 0 }, volume: '1000', last_price: 600 });
  const { rows } = await world.db.query('SELECT kind, count(*)::int AS n FROM journal WHERE kind ~ $1 GROUP BY kind', [
    'undone|house_',
  ]);
  expect(rows).toEqual([{ kind: 'fill_undone', n: 2 }]);
});

it('leaves who has spent the money with nothing less than nothing: the house bears it, and gets it back from the shares', async () => {
  await spend(ada);
  await paid('YES');
  const [hers, , cleos] = await cash();
  // She owed 4.00 for the shares that came back, and is paid 10.00 for them.
  expect([hers, cleos]).toEqual([money(6), money(10_000)]);
  const { rows } = await world.db.query<{ kind: string; amount: string }>(
    `SELECT j.kind, sum(t.amount)::text AS amount FROM journal j JOIN transfer t ON t.realm = j.realm AND t.journal = j.id
     WHERE j.kind LIKE 'house_%' GROUP BY j.kind ORDER BY 1`,
  );
  expect(rows).toEqual([
    { kind: 'house_bore', amount: '4000000' },
    { kind: 'house_repaid', amount: '4000000' },
  ]);
  expect(await world.faults()).toEqual([]);
});

it('leaves with the house what shares that pay nothing do not bring, after another engine took it up', async () => {
  await spend(ada);
  await world.resolve('NO', factAt);
  await world.engine.stop();
  world.next();
  await world.engine.start();
  await world.untilShown('SETTLED');
  await world.untilMarket('SETTLED');
  expect(await cash()).toEqual([0n, money(10_006), money(10_000)]);
  const { rows } = await world.db.query('SELECT fills, lots, borne FROM undone_book');
  expect(rows).toEqual([{ fills: 2, lots: '1300', borne: '4000000' }]);
  expect(await world.faults()).toEqual([]);
});

it('is not proposed of a time that is still to come', async () => {
  expect(await world.propose('YES', world.resolver, world.clock.at + 1)).toBe('ahead');
  expect(await world.state()).toBe('CLOSED');
});
