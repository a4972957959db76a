/** How often what markets said came true, of the tables: what counts, and by which price. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calibrationRoutes, editorCalibrations } from '#server/events/calibration/calibration.ts';
import { booksOf } from '#server/events/store.ts';
import { HOUSE_ID } from '#server/trading/exchange/effects.ts';
import { bookFacts } from '#server/trading/queries/store-books.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
let world: EventsWorld;

beforeAll(async () => {
  ({ database, world } = await openEvents());
  await world.engine.start();
  world.tick(100_00);
});
afterAll(async () => {
  await world.engine.stop();
  await database.drop();
});

/** Opens a market of two hours and lets it be paid; fills at minutes after its opening, prices in thousandths. */
async function decided(no: number, fills: readonly (readonly [number, number])[], won: 0 | 1 | null): Promise<void> {
  const title = `Is it so, in the year ${no}?`;
  const made = await world.events.draft(
    { ...world.draft({ title }), title },
    { by: world.editor, reason: 'asked for' },
  );
  if (!made.ok) throw new Error('no draft');
  const { marketId } = made.value;
  await world.move('submit', world.editor, marketId);
  await world.move('approve', world.reviewer, marketId);
  const { real } = await booksOf(world.db, marketId);
  const { rows } = await world.db.query<{ at: string }>('SELECT opens_at AS at FROM event_market WHERE id = $1', [
    marketId,
  ]);
  for (const [at, [minute, price]] of fills.entries())
    await world.db.query(
      `INSERT INTO fill (id, realm, market_id, no, kind, price, lots, taker_order, taker_user, taker_outcome, taker_side, taker_turnover, fee,
         maker_order, maker_user, maker_outcome, maker_side, maker_turnover, rested_ms, bonus, at, salt, shard, batch)
       VALUES ($1, 1, $2, $3, 'mint', $4, 100, gen_random_uuid(), gen_random_uuid(), 0, 'BUY', 1, 0, gen_random_uuid(), $5, 1, 'BUY', 1, 0, 0, $6, '\\x00', 0, 1)`,
      [`${no}/${at}`, real, at, price, HOUSE_ID, Number(rows[0]!.at) + minute * 60_000],
    );
  await world.db.query(
    won === null
      ? `UPDATE event_market SET state = 'VOIDED', result = 'VOID', void_real = 500, void_demo = 500, void_reason = 'CANCELLED' WHERE id = $1 AND $2::smallint IS NULL`
      : `UPDATE event_market SET state = 'PAID', result = 'WON', won = $2::smallint, paid_at = 1 WHERE id = $1`,
    [marketId, won],
  );
}

it('counts markets with a result once, by the last price half way of what was open shorter than two days', async () => {
  let now = world.clock.at;
  const parts = { db: world.db, bookFacts, clock: { now: () => now } };
  const { read } = calibrationRoutes(parts);
  const answer = async () => (await read({} as Parameters<typeof read>[0])) as { json: Record<string, unknown> };
  expect((await answer()).json).toMatchObject({ markets: 0, samples: 0, brier: null });

  // It said 0.80 at its half; what it said later does not count.
  await decided(
    1,
    [
      [10, 300],
      [50, 800],
      [90, 990],
    ],
    0,
  );
  await decided(
    2,
    [
      [30, 850],
      [40, 100],
    ],
    1,
  );
  await world.db.query(
    `INSERT INTO undone_fill (fill_id, realm, market_id, no, lots, at, shard, batch) SELECT id, realm, market_id, no, lots, 1, 0, 1 FROM fill WHERE price = 100`,
  );
  // Nobody had traded it by then, and a void says nothing.
  await decided(3, [[100, 500]], 0);
  await decided(4, [[30, 500]], null);
  // What was computed stands for a minute.
  expect((await answer()).json).toMatchObject({ markets: 0 });
  now += HOUR;
  const { json } = await answer();
  expect(json).toMatchObject({ markets: 2, samples: 0, brier: 0.3813 });
  const bins = json['bins'] as { markets: number; said: number; happened: number; low: number; high: number }[];
  expect(bins.map(({ markets }) => markets)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
  expect(bins[8]).toMatchObject({ from: 0.8, to: 0.9, said: 0.825, happened: 0.5, low: 0, high: 1 });

  const editors = await editorCalibrations(parts);
  expect(editors).toEqual([
    { editor: world.editor.userId, markets: 2, brier: expect.closeTo(0.38125, 9), voided: 1, clarified: 0 },
  ]);
});
