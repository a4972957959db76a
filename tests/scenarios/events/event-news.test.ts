/** What holders of real money are told of an event: moves of its market, and what each part of them is paid. */
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUSE_ID } from '#server/trading/exchange/effects.ts';
import { createEngineFacts } from '#server/trading/queries/store-engine-facts.ts';
import { bookFacts } from '#server/trading/queries/store-books.ts';
import { booksOf } from '#server/events/store.ts';
import { eventWatchers, setWatched } from '#server/events/people/store-watch.ts';
import { fireAlerts } from '#server/events/alerts/fire.ts';
import { insertAlert } from '#server/events/alerts/store-alerts.ts';
import { eventLabels } from '#server/events/store-public.ts';
import { draftOf } from '#server/notifications/drafts.ts';
import { eventDrafts, nameEvents } from '#server/notifications/event-news.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

const ADA = '0193b5a1-ffee-7abc-8def-0123456789ab';
const BEN = '0193b5a1-ffee-7abc-8def-0123456789ac';
let database: TestDatabase;
let world: EventsWorld;

beforeEach(async () => {
  ({ database, world } = await openEvents());
  const [ben, cleo] = await world.people(2);
  await world.engine.start();
  world.tick(100_00);
  await world.open();
  await world.ordered(ben!, { outcome: 'NO', price: 400 });
  await world.ordered(cleo!, { outcome: 'YES', price: 600 });
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

it('names the event, and is told to whoever holds it', async () => {
  const { real } = await booksOf(world.db, world.asked);
  await world.db.query(
    `INSERT INTO position (market_id, user_id, realm, lots, reserved, cost, gained, fees, bonus, shard)
     VALUES ($1, $2, 1, 400, 0, 2120000, 0, 0, 0, 0)`,
    [real, ADA],
  );
  const parts = { eventLabels, eventWatchers, bookFacts };
  const moved = { kind: 'event.moved', marketId: world.asked, eventId: world.asked, at: 7 } as const;
  const told = await world.inTransaction((tx) =>
    eventDrafts(parts, tx, [
      { ...moved, move: 'confirm', state: 'CHALLENGE' },
      { ...moved, move: 'pause', state: 'PAUSED' },
    ]),
  );
  const event = { event: 'Will the bank keep its rate in March?', slug: 'will-the-bank-keep-its-rate-in-march' };
  expect(told).toMatchObject([{ userId: ADA, kind: 'event_moved', values: { ...event, move: 'confirm' } }]);

  // Who watches is told too, each person once; only who holds shares has something to leave with.
  const { rows: events } = await world.db.query<{ id: string }>('SELECT event_id AS id FROM event_market');
  for (const userId of [ADA, BEN]) {
    const watched = { userId, eventId: events[0]!.id, watched: true, at: 7 };
    expect(await setWatched(world.db, watched)).toBe(true);
  }
  const clarified = await world.inTransaction((tx) =>
    eventDrafts(parts, tx, [{ ...moved, move: 'clarify', state: 'OPEN' }]),
  );
  expect(clarified).toMatchObject([
    { userId: ADA, values: { ...event, move: 'clarify' } },
    { userId: BEN, values: { ...event, move: 'clarified' } },
  ]);
  expect(new Set(clarified.map(({ source }) => source))).toEqual(new Set([`event ${world.asked} clarify 7`]));

  // Whoever held shares when they were paid is told that their balance changes, the others that the result does.
  await world.db.query(
    `INSERT INTO realised (market_id, user_id, realm, batch, rank, settled, lots, cost, credit, at, shard) VALUES ($1, $2, 1, 1, 0, true, 400, 1, 1, 7, 0)`,
    [real, BEN],
  );
  const corrected = await world.inTransaction((tx) =>
    eventDrafts(parts, tx, [{ ...moved, move: 'correct', state: 'CORRECTED' }]),
  );
  expect(corrected).toMatchObject([
    { userId: BEN, values: { ...event, move: 'corrected_you' }, source: `event ${world.asked} correct 7` },
    { userId: ADA, values: { ...event, move: 'corrected' } },
  ]);

  // A part of the holders is paid: the market has no result yet.
  const body = (changes: object) => JSON.stringify(changes);
  await world.db.query(
    `INSERT INTO market SELECT (jsonb_populate_record(m, $1::jsonb)).* FROM market m WHERE m.kind = 'event' LIMIT 1`,
    [body({ id: real, realm: 1 })],
  );
  await world.engine.stop();
  const { rows } = await world.db.query<{ no: string }>('SELECT max(no) AS no FROM batch');
  const paid = { userId: ADA, marketId: real, lots: 400, cost: '2120000', credit: '4000000', settled: true };
  await world.db.query(
    'INSERT INTO batch SELECT (jsonb_populate_record(b, $2::jsonb)).* FROM batch b WHERE b.no = $1::bigint',
    [
      rows[0]!.no,
      body({
        no: Number(rows[0]!.no) + 1,
        facts: { exchange: { realised: [paid], undone: [{ marketId: real, no: 1 }] } },
      }),
    ],
  );
  // One fill of hers with the house maker was undone: she alone is told.
  await world.db.query(`INSERT INTO fill SELECT (jsonb_populate_record(f, $1::jsonb)).* FROM fill f LIMIT 1`, [
    body({ market_id: real, realm: 1, taker_user: ADA, maker_user: HOUSE_ID }),
  ]);
  const source = createEngineFacts({ bus: world.bus, shard: 0 });
  const undone = await world.inTransaction((tx) =>
    source.read(tx, { after: rows[0]!.no, kinds: ['fill.undone'], limit: 10, afterMs: 0 }),
  );
  expect(undone.facts).toMatchObject([{ kind: 'fill.undone', userId: ADA, marketId: real, pair: null, count: 1 }]);
  const { facts } = await world.inTransaction((tx) =>
    source.read(tx, { after: rows[0]!.no, kinds: ['round.settled'], limit: 10, afterMs: 0 }),
  );
  const named = await world.inTransaction((tx) =>
    nameEvents(
      parts,
      tx,
      facts.flatMap((fact) => (fact.kind === 'round.settled' ? (draftOf(fact) ?? []) : [])),
    ),
  );
  const values = { ...event, outcome: 'win', cost: '2.12', credit: '4.00' };
  expect(named).toMatchObject([{ userId: ADA, kind: 'event_settled', values }]);
});

it('is told of what was asked for once, whoever dies in the middle', async () => {
  const { db, clock, asked } = world;
  const { real } = await booksOf(db, asked);
  const parts = { db, clock, bookFacts };
  const alert = (kind: 'above' | 'below' | 'volume' | 'clarified' | 'new', value: number | null) =>
    world.inTransaction((tx) =>
      insertAlert(tx, {
        id: uuidv7(),
        userId: ADA,
        kind,
        market: kind === 'new' ? null : asked,
        value,
        category: kind === 'new' ? 'economy' : null,
        tag: null,
        now: clock.at,
      }),
    );
  await alert('above', 600);
  await alert('above', 601);
  await alert('below', 599);
  await alert('volume', 1_000_000);
  await alert('clarified', null);
  // What was opened before is no new market.
  await alert('new', null);
  expect(await fireAlerts(parts)).toBe(0);

  // A trade of real money, and back again: the price is another one when somebody looks.
  const body = (price: number, at: number) => JSON.stringify({ market_id: real, realm: 1, price, at, no: at });
  for (const [price, at] of [
    [600, clock.at + 5],
    [605, clock.at - 5],
  ] as const)
    await db.query(
      `INSERT INTO fill SELECT (jsonb_populate_record(f, $1::jsonb)).* FROM fill f WHERE f.realm = 2 LIMIT 1`,
      [body(price, at)],
    );
  clock.at += 10;
  // Whoever dies before the end leaves it as it was.
  await db.query('ALTER TABLE fact ADD CONSTRAINT away CHECK (kind <> $$alert.fired$$)');
  await expect(fireAlerts(parts)).rejects.toThrow('away');
  await db.query('ALTER TABLE fact DROP CONSTRAINT away');
  const both = await Promise.all([fireAlerts(parts), fireAlerts(parts)]);
  expect(both[0] + both[1]).toBe(1);
  expect(await fireAlerts(parts)).toBe(0);
  const told = await db.query<{ body: object }>(`SELECT body FROM fact WHERE kind = 'alert.fired'`);
  expect(told.rows).toMatchObject([{ body: { userId: ADA, marketId: real, what: 'above', value: 600 } }]);

  // The notice has the name of the event, and the same source however often the fact is read.
  const fact = { kind: 'alert.fired', at: 7, ...(told.rows[0]!.body as { alertId: string }) } as const;
  const draft = draftOf(fact as Parameters<typeof draftOf>[0])!;
  const named = await world.inTransaction((tx) => nameEvents({ eventLabels, eventWatchers, bookFacts }, tx, [draft]));
  expect(named).toMatchObject([
    {
      kind: 'event_alert',
      source: `alert ${fact.alertId}`,
      values: { event: 'Will the bank keep its rate in March?', what: 'above', value: '600' },
    },
  ]);
});
