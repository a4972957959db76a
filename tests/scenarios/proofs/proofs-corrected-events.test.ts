/** A result of an event that is corrected stands in an hour root beside the first, and has a receipt of its own that verifies offline. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { verifyEvent } from '#verify/events/event.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { World } from '../trading/trading-world.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let proofs: Proofs;
const [marketId, book] = [randomUUID(), randomUUID()];

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  await world.engine.start();
  room = await ProofRoom.open(world);
  proofs = await room.proofs();
});
afterEach(async () => {
  await proofs.stop();
  await world.engine.stop();
  await room.close();
  await database.drop();
});

const RULES = '{"group":"event","outcomes":["YES","NO"],"title":"Will it rain?","type":"rules","v":1}';

/** A market that was paid YES, and its book. */
async function paidYes(): Promise<void> {
  const { db, clock } = world;
  const hash = createHash('sha256').update(RULES).digest();
  await db.query(`INSERT INTO rules_document (hash, pair_group, body) VALUES ($1, 'event', $2)`, [hash, RULES]);
  await db.query(
    `INSERT INTO market (id, realm, kind, first_name, second_name, opens_at, cut_off_at, ends_at, fee_bps, rules_hash, pool, fees, state, fills,
       volume, result, won, ended_at, shard, batch)
     VALUES ($1, 2, 'event', 'YES', 'NO', 1, 2, 2, 400, $2, 1, 2, 'SETTLED', 0, 0, 'WON', 0, $3, 0, 1)`,
    [book, hash, clock.at],
  );
  const eventId = randomUUID();
  await db.query(
    `INSERT INTO event (id, category, slug, tags, is_sample, made_at) VALUES ($1::uuid, 'economy', $1::text, '{}', false, now())`,
    [eventId],
  );
  await db.query(
    `INSERT INTO event_market (id, event_id, place, state, source, backup_source, threshold, if_tied, if_postponed, if_cancelled, time_zone, cut_off_at,
       opens_at, rules_hash, rules_doc, result, won, paid_at)
     VALUES ($1, $2, 0, 'PAID', 's', 'b', 't', 't', 'p', 'c', 'UTC', 2, 1, $3, $4, 'WON', 0, $5)`,
    [marketId, eventId, hash, RULES, clock.at],
  );
  await db.query('INSERT INTO event_book (id, market_id, realm) VALUES ($1, $2, 2)', [book, marketId]);
}

async function correct(no: number, was: 'YES' | 'NO', is: 'NO' | 'VOID'): Promise<void> {
  const won = was === 'YES' ? 0 : 1;
  await world.db.query(
    `INSERT INTO event_correction (market_id, no, version, at, was_result, was_won, result, won, void_real, void_demo, void_reason)
     VALUES ($1, $2, $2, $3, 'WON', $4, $5, $6, $7, $7, $8)`,
    is === 'NO'
      ? [marketId, no, world.clock.at, won, 'WON', 1, null, null]
      : [marketId, no, world.clock.at, won, 'VOID', null, 480, 'AMBIGUOUS'],
  );
  const result = is === 'NO' ? ['SETTLED', 'WON', 1, null, null] : ['VOIDED', 'VOID', null, 480, 'AMBIGUOUS'];
  await world.db.query(
    `INSERT INTO corrected_book (market_id, realm, no, step, fees, at) VALUES ($1, 2, $2, 2, 0, $3)`,
    [book, no, world.clock.at],
  );
  await world.db.query(
    'UPDATE market SET state = $2, result = $3, won = $4, void_value = $5, void_reason = $6 WHERE id = $1',
    [book, ...result],
  );
}

async function nextHour(): Promise<void> {
  world.clock.at += HOUR_MS + 301_000;
  world.tick(100_00);
  await sealTape(world);
  await proofs.publish();
}

async function receiptOf(name: string) {
  const receipt: unknown = JSON.parse(await readFile(join(proofs.folder, 'events', `${name}.json`), 'utf8'));
  const { verdict, code, facts } = verifyEvent(receipt, {});
  return {
    verdict,
    code,
    outcome: facts?.outcome,
    amended: facts?.amended.map(({ outcome, pays }) => [outcome, pays]),
  };
}

const valid = { verdict: 'valid', code: null };

it('is published beside what was paid first, in the same hour and in a later one', async () => {
  world.tick(100_00);
  await paidYes();
  // Before the root of the hour in which YES was paid.
  world.clock.at += 60_000;
  await correct(1, 'YES', 'NO');
  await nextHour();
  expect(await receiptOf(book)).toEqual({ ...valid, outcome: 'YES', amended: [] });
  const first = await readFile(join(proofs.folder, 'events', `${book}.json`), 'utf8');
  expect(await receiptOf(`${book}-1`)).toEqual({ ...valid, outcome: 'NO', amended: [['YES', 1_000]] });
  await correct(2, 'NO', 'VOID');
  await nextHour();
  expect(await receiptOf(`${book}-2`)).toEqual({
    ...valid,
    outcome: 'VOID',
    amended: [
      ['YES', 1_000],
      ['NO', 0],
    ],
  });
  // What was given out stays as it was.
  expect(await readFile(join(proofs.folder, 'events', `${book}.json`), 'utf8')).toBe(first);
  const { rows } = await world.db.query<{ name: string }>(
    `SELECT name FROM proof_event WHERE name LIKE 'event/%' ORDER BY hour, place`,
  );
  expect(rows.map(({ name }) => name)).toEqual([`event/${book}`, `event/${book}/1`, `event/${book}/2`]);
});
