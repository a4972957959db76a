/** The outcome "Other" of an open event is split by two people: its holders get as many of each new outcome, and all of it is paid as before. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EVENT_CLARIFIED, EVENT_SPLIT } from '#server/events/acts.ts';
import { HOUR_MS } from '#domain/time.ts';
import { runClock } from '#server/events/clock.ts';
import { booksOf, linkedMarkets } from '#server/events/store.ts';
import { voidValues } from '#server/events/void-values.ts';
import { loadHeldLots } from '#server/trading/exchange/store-load.ts';
import type { Role } from '#domain/identity/actor.ts';
import { verifyEvent } from '#verify/events/event.ts';
import type { TestDatabase } from '#tests/database.ts';
import { money } from '../exchange/market-world.ts';
import { ProofRoom, sealTape } from '../proofs/proofs-world.ts';
import type { Person } from '../trading/trading-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

const TEAMS = ['Harriers', 'Rovers', 'Other'];
const SPLIT = { names: ['United', 'Albion'], parts: [250, 250] };

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
  const draft = { ...world.draft(), outcomes: TEAMS };
  const made = await world.events.draft(draft, { by: world.editor, reason: 'asked for' });
  if (!made.ok) throw new Error('no draft');
  world.asked = made.value.marketId;
  await world.move('submit', world.editor);
  await world.move('approve', world.reviewer);
  await listed();
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

async function listed(): Promise<void> {
  markets = await linkedMarkets(world.db, world.asked);
  books = [];
  for (const id of markets) books = [...books, (await booksOf(world.db, id)).demo!];
}

/** Ada buys 10 YES of Other for 0.40 each; Ben has the NO. */
async function traded(): Promise<void> {
  world.marketId = books[2]!;
  await world.untilShown('OPEN');
  await world.ordered(ada, { outcome: 'YES', price: 400 });
  await world.ordered(ben, { outcome: 'NO', price: 600 });
}

async function until(status: string): Promise<void> {
  for (const book of books) {
    world.marketId = book;
    await world.untilShown(status);
  }
}

async function byTwo(
  fields: Partial<{ marketId: string; names: string[]; parts: number[] }> = {},
  role: Role = 'EDITOR',
) {
  const [one, two] = [await world.member(role), await world.member(role)];
  const asked = await world.inTransaction((tx) =>
    world.approvals.ask(tx, EVENT_SPLIT, {
      fields: { marketId: markets[2]!, ...SPLIT, ...fields },
      by: one.userId,
      reason: 'two more teams have entered',
    }),
  );
  if (typeof asked === 'string') return asked;
  if ('rule' in asked) return asked.rule;
  await world.inTransaction((tx) =>
    world.approvals.approve(tx, { id: asked.id, digest: asked.digest, by: two.userId }),
  );
  await listed();
  return null;
}

const lots = async (who: Person) => {
  const { rows } = await world.db.query<{ id: string; lots: string }>(
    'SELECT market_id AS id, lots FROM position WHERE user_id = $1',
    [who.userId],
  );
  return books.map((book) => Number(rows.find(({ id }) => id === book)?.lots ?? 0));
};
const cash = async (who: Person) => (await world.balances(who)).cash;

it('stops all books, ends what rests, divides the holdings, and opens all books again', async () => {
  await traded();
  await world.ordered(ada, { outcome: 'YES', price: 100 });
  const rests = await cash(ada);
  expect(await byTwo()).toBe(null);
  await until('OPEN');
  expect([await lots(ada), await lots(ben)]).toEqual([
    [0, 0, 1_000, 1_000, 1_000],
    [1_000, 1_000, 0, 0, 0],
  ]);
  // Her order has ended, and what it held is hers.
  expect([(await cash(ada)) - rests, (await world.balances(ada)).locked]).toEqual([money(1), 0n]);
  const ended = await world.db.query('SELECT end_reason FROM market_order WHERE filled = 0');
  expect(ended.rows).toEqual([{ end_reason: 'pause' }]);
  const costs = await world.db.query<{ cost: string }>(
    'SELECT cost FROM position WHERE user_id = $1 AND cost > 0 ORDER BY cost',
    [ada.userId],
  );
  expect(costs.rows.map(({ cost }) => Number(cost))).toEqual([1_000_000, 1_000_000, 2_000_000]);
  expect(await world.faults()).toEqual([]);
  // The books go on, also those that came out of it.
  world.marketId = books[3]!;
  await world.ordered(ben, { outcome: 'YES', price: 200 });
  await world.ordered(ada, { outcome: 'NO', price: 800 });
  expect([await lots(ada), await lots(ben)]).toEqual([
    [0, 0, 1_000, 0, 1_000],
    [1_000, 1_000, 0, 1_000, 0],
  ]);
  expect(await world.faults()).toEqual([]);
});

it('is said in the rules of all outcomes, which are hashed anew, and on the timeline', async () => {
  await traded();
  const before = await world.db.query<{ id: string; hash: string }>(
    `SELECT id, encode(rules_hash, 'hex') AS hash FROM event_market ORDER BY place`,
  );
  expect(await byTwo()).toBe(null);
  await until('OPEN');
  const { rows } = await world.db.query<{
    id: string;
    doc: string;
    hash: string;
    opening: number;
    begun: number | null;
  }>(`SELECT id, rules_doc AS doc, encode(rules_hash, 'hex') AS hash, opening, begun FROM event_market ORDER BY place`);
  const oneOf = [...TEAMS, ...SPLIT.names];
  for (const [at, { id, doc, hash }] of rows.entries()) {
    const said = { oneOf, market: id, splits: [{ from: 'Other', into: SPLIT.names }] };
    expect(JSON.parse(doc)).toMatchObject(said);
    expect((JSON.parse(doc) as { amends?: string }).amends).toBe(before.rows[at]?.hash);
    expect(createHash('sha256').update(doc).digest('hex')).toBe(hash);
  }
  expect(rows.map(({ opening, begun }) => [opening, begun])).toEqual([
    [333, null],
    [334, null],
    [167, 334],
    [84, 0],
    [84, 0],
  ]);
  const moves = await world.db.query<{ n: number; staff: number; reason: string }>(
    `SELECT count(*)::int AS n, min(cardinality(staff)) AS staff, min(reason) AS reason FROM event_move WHERE move = 'split'`,
  );
  expect(moves.rows).toEqual([{ n: 5, staff: 2, reason: 'two more teams have entered' }]);
  // Both texts are kept by their hashes.
  const texts = await world.db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM rules_document WHERE hash = ANY($1)',
    [[...before.rows, ...rows].map(({ hash }) => Buffer.from(hash, 'hex'))],
  );
  expect(texts.rows).toEqual([{ n: 8 }]);
});

it('counts what was held of it: a void pays it by its parts, and who held it may leave what came out', async () => {
  await traded();
  expect(await byTwo()).toBe(null);
  await until('OPEN');
  const values: number[] = [];
  for (const marketId of markets) {
    const { demo } = await voidValues(world.parts, world.db, { marketId, at: world.clock.at });
    values.push(demo);
  }
  // 0.40 of before is 0.20, 0.10 and 0.10; the two that nobody traded count as one of five.
  expect(values).toEqual([250, 250, 250, 125, 125]);
  const held = (of: number, { userId }: Person) =>
    loadHeldLots(world.db, { marketId: books[of]!, userId, realm: 'demo', at: world.clock.at });
  expect([await held(2, ada), await held(3, ada), await held(0, ben), await held(2, ben), await held(3, ben)]).toEqual([
    1_000, 1_000, 1_000, 0, 0,
  ]);
});

it('is paid like all shares, after a restart too', async () => {
  await traded();
  const had = [await cash(ada), await cash(ben)] as const;
  expect(await byTwo()).toBe(null);
  await until('OPEN');
  await world.engine.stop();
  world.next();
  await world.engine.start();
  await until('OPEN');
  expect(await world.move('close', world.editor)).toBe('CLOSED');
  await until('ENDED');
  const seen = { url: 'https://bank.example/rates', sha256: 'ab'.repeat(32), factAt: world.clock.at };
  const proposed = await world.events.propose(
    markets[4]!,
    { ...seen, outcome: 'YES' },
    { by: world.resolver, reason: 'as announced' },
  );
  expect(proposed).toBe('PROPOSED');
  expect(await world.move('confirm', world.second)).toBe('CHALLENGE');
  world.clock.at += 2 * 3_600_000;
  await runClock(world.parts);
  await until('SETTLED');
  expect([(await cash(ada)) - had[0], (await cash(ben)) - had[1]]).toEqual([money(10), 0n]);
  expect(await world.faults()).toEqual([]);
  // A book names the rules of its first order; those that nobody ordered in before the split, its own.
  const split = { verdict: 'valid', code: null, outcome: 'NO', oneOf: [...TEAMS, ...SPLIT.names], split: 'Other' };
  expect(await receipts()).toEqual({
    Harriers: split,
    Rovers: split,
    Other: { verdict: 'valid', code: null, outcome: 'NO', oneOf: TEAMS },
    United: split,
    Albion: { ...split, outcome: 'YES' },
  });
});

/** What the receipts of all books say once their hour has its root, each verified offline. */
async function receipts() {
  const room = await ProofRoom.open(world);
  const proofs = await room.proofs();
  world.clock.at += HOUR_MS + 301_000;
  world.tick(100_00);
  await sealTape(world);
  await proofs.publish();
  const said: Record<string, unknown> = {};
  for (const book of books) {
    const text = await readFile(join(proofs.folder, 'events', `${book}.json`), 'utf8');
    const { verdict, code, facts } = verifyEvent(JSON.parse(text), {});
    const { rules } = JSON.parse(text) as {
      rules: { readonly oneOf: unknown; readonly splits?: readonly { readonly from: string }[] };
    };
    const split = rules.splits === undefined ? {} : { split: rules.splits[0]?.from };
    said[facts?.title ?? ''] = { verdict, code, outcome: facts?.outcome, oneOf: rules.oneOf, ...split };
  }
  await proofs.stop();
  await room.close();
  return said;
}

it('happens before anything is paid, also where the event is closed in the same moment and nobody ordered', async () => {
  expect(await byTwo()).toBe(null);
  expect(await world.move('close', world.editor)).toBe('CLOSED');
  await until('ENDED');
  const { rows } = await world.db.query<{ realm: number }>('SELECT realm FROM outcome_split ORDER BY realm');
  expect(rows).toEqual([{ realm: 1 }, { realm: 2 }]);
  expect(await world.faults()).toEqual([]);
});

it('is refused where it does not fit', async () => {
  await traded();
  for (const [fields, why] of [
    [{ marketId: markets[0]! }, 'can be split'],
    [{ names: ['Rovers'], parts: [100] }, 'name of its own'],
    [{ names: ['United', 'united '], parts: [100, 100] }, 'name of its own'],
    [{ names: ['United', 'Albion'], parts: [500] }, 'something is left'],
    [{ names: ['United', 'Albion'], parts: [500, 500] }, 'something is left'],
    [
      { names: Array.from({ length: 28 }, (_, at) => `Team ${at}`), parts: Array.from({ length: 28 }, () => 10) },
      '30 outcomes',
    ],
  ] as const)
    expect(JSON.stringify(await byTwo(fields as never))).toContain(why);
  await expect(byTwo({}, 'ADMIN')).resolves.not.toBe(null);
  // While people may leave for the price of before.
  const [one, two] = [await world.member('EDITOR'), await world.member('EDITOR')];
  const fields = { marketId: markets[1]!, text: 'Extra time does not count.' };
  const asked = await world.inTransaction((tx) =>
    world.approvals.ask(tx, EVENT_CLARIFIED, { fields, by: one.userId, reason: 'unclear' }),
  );
  if (typeof asked === 'string' || 'rule' in asked) throw new Error('not asked');
  await world.inTransaction((tx) => world.approvals.approve(tx, { ...asked, by: two.userId }));
  expect(JSON.stringify(await byTwo())).toContain('may still leave');
  world.clock.at += 90 * 60_000;
  expect(JSON.stringify(await byTwo())).not.toBe('null');
  const { rows } = await world.db.query('SELECT FROM event_split');
  expect(rows).toEqual([]);
});

it('is split again only once the first is in the books', async () => {
  await world.engine.stop();
  expect(await byTwo({ names: ['United'], parts: [500] })).toBe(null);
  expect(JSON.stringify(await byTwo({ names: ['Albion'], parts: [500] }))).toContain('not in the books');
  world.next();
  await world.engine.start();
  await until('OPEN');
  expect(await byTwo({ names: ['Albion'], parts: [500] })).toBe(null);
  await until('OPEN');
  expect(books).toHaveLength(5);
  expect(await world.faults()).toEqual([]);
});
