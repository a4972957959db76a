/** A market that was paid by a wrong result: what it paid is taken back as far as it is still there, and the right result is paid. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Staff } from '#server/audit/index.ts';
import { EVENT_CORRECTED } from '#server/events/acts.ts';
import { correctionActs } from '#server/events/desk/correction-acts.ts';
import { runClock } from '#server/events/clock.ts';
import { openedMarkets } from '#server/events/store-public.ts';
import { tryCorrection } from '#server/events/correction-plan.ts';
import { openAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { correctBooks } from '#server/trading/corrections/correct-books.ts';
import type { TestDatabase } from '#tests/database.ts';
import { money } from '../exchange/market-world.ts';
import type { Person } from '../trading/trading-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

let database: TestDatabase;
let world: EventsWorld;
let ada: Person;
let ben: Person;
let first: Staff;
let second: Staff;

const FEE = 0.096;

/** Ada holds 10 YES for 6.00 and paid the fee, Ben 10 NO for 4.00. */
beforeEach(async () => {
  ({ database, world } = await openEvents());
  [ada, ben] = (await world.people(2)) as [Person, Person];
  [first, second] = [await world.member('RESOLVER'), await world.member('RESOLVER')];
  await world.engine.start();
  world.tick(100_00);
  await world.open();
  await world.ordered(ben, { outcome: 'NO', price: 400 });
  await world.ordered(ada, { outcome: 'YES', price: 600 });
  await world.move('close', world.editor);
  await world.untilShown('ENDED');
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

async function paid(outcome: 'YES' | 'NO'): Promise<void> {
  await world.resolve(outcome);
  await runClock(world.parts);
  await world.untilShown('SETTLED');
  await world.untilMarket('SETTLED');
  await runClock(world.parts);
  expect(await world.state()).toBe('PAID');
}

const corrections = () => correctBooks({ db: world.db, clock: world.clock, bus: world.bus });
const cash = async () => (await Promise.all([ada, ben].map((one) => world.balances(one)))).map((one) => one.cash);

type Right = 'YES' | 'NO' | 'TIE' | 'VOID';
const asked = (outcome: Right) => ({
  marketId: world.asked,
  outcome,
  why: outcome === 'VOID' ? ('AMBIGUOUS' as const) : null,
  url: 'https://bank.example/rates',
  sha256: 'cd'.repeat(32),
  factAt: world.clock.at,
  level: [],
});

const ask = (outcome: Right, by = first) =>
  world.inTransaction((tx) =>
    world.approvals.ask(tx, EVENT_CORRECTED, {
      fields: asked(outcome),
      by: by.userId,
      reason: 'The page was misread.',
    }),
  );

/** Two people say so, and everybody gets what is theirs. */
async function correct(outcome: Right, [one, other] = [first, second]): Promise<unknown> {
  const request = await ask(outcome, one);
  if (typeof request === 'string' || 'rule' in request) return request;
  const { id, digest } = request;
  const answer = await world.inTransaction((tx) => world.approvals.approve(tx, { id, digest, by: other!.userId }));
  await corrections();
  await runClock(world.parts);
  return answer;
}

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

async function positions(person: Person) {
  const { items } = await world.queries.positions({ userId: person.userId, realm: 'demo' } as never);
  return items.map(({ outcome, pays, costStr, creditStr }) => [outcome, pays, costStr, creditStr]);
}

it('takes the wrong result back and pays the right one, from YES to NO', async () => {
  await paid('YES');
  expect(await cash()).toEqual([money(10_004 - FEE), money(9_996)]);
  expect(await correct('NO')).toEqual({ result: { answer: 'CORRECTED' } });
  expect(await cash()).toEqual([money(9_994 - FEE), money(10_006)]);
  expect(await world.faults()).toEqual([]);
  expect(await positions(ada)).toEqual([['YES', 0, '6.096', '0.00']]);
  expect(await positions(ben)).toEqual([['NO', 1, '4.00', '10.00']]);
  // Nothing is done twice.
  await corrections();
  expect(await cash()).toEqual([money(9_994 - FEE), money(10_006)]);
});

it('goes from NO to YES alike', async () => {
  await paid('NO');
  await correct('YES');
  expect(await cash()).toEqual([money(10_004 - FEE), money(9_996)]);
  expect(await world.faults()).toEqual([]);
});

it('gives fees back by a void, and takes them again when that was wrong too', async () => {
  await paid('YES');
  await correct('VOID');
  const void_ = await cash();
  // The last price was 0.60, and nobody pays a fee.
  expect(void_).toEqual([money(10_000), money(10_000)]);
  expect(await world.faults()).toEqual([]);
  expect(await correct('NO')).toEqual({ result: { answer: 'CORRECTED' } });
  expect(await cash()).toEqual([money(9_994 - FEE), money(10_006)]);
  expect(await world.faults()).toEqual([]);
  const { rows } = await world.db.query('SELECT no, was_result, result FROM event_correction ORDER BY no');
  expect(rows).toEqual([
    { no: 1, was_result: 'WON', result: 'VOID' },
    { no: 2, was_result: 'VOID', result: 'WON' },
  ]);
});

it('leaves who has spent the money with nothing less than nothing: the house bears it, and gets it back from what is paid later', async () => {
  await paid('YES');
  await spend(ada);
  const sums = await tryCorrection(world.parts, world.db, {
    marketId: world.asked,
    result: { outcome: 'NO', url: '', sha256: '', factAt: world.clock.at },
  });
  expect(sums.demo).toEqual({ people: 2, paid: money(10), taken: 0n, borne: money(10), maker: 0n });
  expect(sums.real).toMatchObject({ people: 0 });
  await correct('NO');
  expect(await cash()).toEqual([0n, money(10_006)]);
  expect(await world.faults()).toEqual([]);
  await correct('YES');
  // What she gets now was paid by the house before.
  expect(await cash()).toEqual([0n, money(9_996)]);
  const { rows } = await world.db.query<{ borne: string }>('SELECT sum(borne) AS borne FROM corrected_holding');
  expect(rows).toEqual([{ borne: '0' }]);
  expect(await world.faults()).toEqual([]);
});

it('is tried and asked for at the desk, and says to everybody what it was paid as before', async () => {
  const [dryRun, asks] = correctionActs({ ...world.parts, approvals: world.approvals });
  const act = { id: world.asked, by: first, reason: 'The page was misread.' };
  const no = { outcome: 'NO', url: 'https://bank.example/rates', sha256: 'cd'.repeat(32), factAt: '2026-03-20 12:00' };
  expect(await dryRun!.refuses(act as never)).toBe('Its state does not allow this now.');
  await paid('YES');
  await spend(ada);
  expect(await dryRun!.refuses(act as never)).toBeNull();
  const tried = await dryRun!.run({ ...act, fields: no } as never);
  const said = JSON.stringify(tried);
  for (const part of ['People, practice', 'Paid, practice', '"10.000000"', 'The house bears, practice'])
    expect(said).toContain(part);
  expect(await dryRun!.run({ ...act, fields: { ...no, outcome: 'YES' } } as never)).toMatchObject({
    refusal: { code: 'ActRefused', why: 'That is the result it was paid by.' },
  });
  const wrong = [{ outcome: 'VOID' }, { ...no, sha256: 'x' }, {}];
  for (const fields of wrong)
    expect(await asks!.run({ ...act, fields } as never)).toMatchObject({ refusal: { code: 'InvalidRequest' } });
  expect(await asks!.run({ ...act, fields: no } as never)).toMatchObject({ ok: true });
  const [open] = await world.inTransaction((tx) => world.approvals.listOpen(tx));
  const { factsNow } = (await world.inTransaction((tx) => world.approvals.read(tx, open!.id)))!;
  expect(factsNow).toMatchObject({ 'people, practice': '2', 'to be given back, practice': '10.000000' });
  const { id, digest } = (await world.inTransaction((tx) => world.approvals.read(tx, open!.id)))!;
  await world.inTransaction((tx) => world.approvals.approve(tx, { id, digest, by: second.userId }));
  const events = (await world.db.query<{ id: string }>('SELECT id FROM event')).rows.map((row) => row.id);
  const shown = async () => (await openedMarkets(world.db, { events, realm: 'demo', language: 'en' }))[0];
  expect(await shown()).toMatchObject({ state: 'CORRECTED', corrections: [{ result: 'WON', won: 0, doneAt: null }] });
  await corrections();
  expect(await shown()).toMatchObject({
    won: 1,
    corrections: [{ result: 'WON', won: 0, people: 2, borne: 10_000_000, doneAt: world.clock.at }],
  });
});

it('takes two people who held nothing of it, within 30 days, and another result', async () => {
  expect(await ask('NO')).toEqual({ rule: 'Its state does not allow this now.' });
  await paid('YES');
  expect(await ask('YES')).toEqual({ rule: 'That is the result it was paid by.' });
  expect(await correct('NO', [first, first])).toBe('same-person');
  // Ada has become a colleague.
  await world.db.query(`UPDATE app_user SET role = 'RESOLVER' WHERE id = $1`, [ada.userId]);
  const holder = { ...second, userId: ada.userId };
  expect(await correct('NO', [first, holder])).toEqual({
    result: { answer: 'holds' },
  });
  expect(await world.state()).toBe('PAID');
  world.clock.at += 31 * DAY_MS;
  expect(await ask('NO')).toEqual({ rule: 'It was paid more than 30 days ago.' });
});
