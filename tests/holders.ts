import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { fillBooked } from '#domain/ledger/exchange-entries.ts';
import { usdt } from '#domain/money.ts';
import { HOUR_MS } from '#domain/time.ts';
import { transaction } from '#server/db/index.ts';
import { journalCtes, journalParams } from '#server/ledger/batch.ts';
import { marketAccounts } from '#server/ledger/exchange-accounts.ts';
import type { FundedPerson } from './funded-people.ts';

/** Fills that are written in one statement. */
const CHUNK = 500;
const RULES = '{"group":"event","type":"rules","v":1}';

/** A market of an event and its book of the demo realm. */
export interface HeldMarket {
  readonly marketId: string;
  readonly bookId: string;
}

/**
 * A market that people have held to its end and that was resolved YES a moment ago: every second one holds a share of YES for 0.60, the
 * others one of NO for 0.40, by the ledger's own journals.
 */
export async function resolvedMarket(db: Pool, people: readonly FundedPerson[]): Promise<HeldMarket> {
  return (await resolvedEvent(db, people, { outcomes: 1 }))[0]!;
}

/** As `resolvedMarket`; what decided it was there before any of it was traded. */
export async function pastPostedMarket(db: Pool, people: readonly FundedPerson[]): Promise<HeldMarket> {
  return (await resolvedEvent(db, people, { outcomes: 1, factAgoMs: 2_000 }))[0]!;
}

/** As `resolvedMarket`, with as many outcomes, all held alike; of several the first one came true. */
export async function resolvedEvent(
  db: Pool,
  people: readonly FundedPerson[],
  { outcomes, factAgoMs = 0 }: { readonly outcomes: number; readonly factAgoMs?: number },
): Promise<readonly HeldMarket[]> {
  const eventId = randomUUID();
  await db.query(
    `INSERT INTO event (id, category, slug, tags, is_sample, is_linked, made_at)
     VALUES ($1::uuid, 'economy', $1::text, '{}', false, $2, now())`,
    [eventId, outcomes > 1],
  );
  const held: HeldMarket[] = [];
  for (let place = 0; place < outcomes; place += 1)
    held.push(await heldMarket(db, people, { eventId, place, isLinked: outcomes > 1, factAgoMs }));
  const ids = held.map(({ marketId }) => marketId);
  await db.query('UPDATE event_revision SET no = no + 1');
  await db.query('UPDATE event_market SET revision = (SELECT no FROM event_revision) WHERE id = ANY($1::uuid[])', [
    ids,
  ]);
  return held;
}

async function heldMarket(
  db: Pool,
  people: readonly FundedPerson[],
  of: { readonly eventId: string; readonly place: number; readonly isLinked: boolean; readonly factAgoMs: number },
): Promise<HeldMarket> {
  const { eventId, place, isLinked, factAgoMs } = of;
  const [marketId, bookId] = [randomUUID(), randomUUID()];
  const money = await transaction(db, (tx) =>
    marketAccounts(tx, {
      realm: 'demo',
      marketId: bookId,
      linkedTo: isLinked ? eventId : null,
    }),
  );
  const hash = createHash('sha256').update(RULES).digest();
  const now = Date.now();
  await db.query(
    `INSERT INTO market (id, realm, kind, first_name, second_name, opens_at, cut_off_at, ends_at, fee_bps, rules_hash, pool, fees, state, fills,
       volume, linked_to, shard, batch) VALUES ($1, 2, 'event', 'YES', 'NO', $2, $3, $3, 400, $4, $5, $6, 'ENDED', $7, $8, $9, 0, 0)`,
    [
      bookId,
      now - 2_000,
      now - 1_000,
      hash,
      money.pool,
      money.fees,
      people.length / 2,
      (people.length / 2) * 100,
      isLinked ? eventId : null,
    ],
  );
  for (let at = 0; at < people.length; at += 2 * CHUNK) {
    await mintFor(db, people.slice(at, at + 2 * CHUNK), { bookId, money, from: at / 2, now });
  }
  await db.query(
    `INSERT INTO event_market (id, event_id, place, state, source, backup_source, threshold, if_tied, if_postponed, if_cancelled, time_zone, cut_off_at,
       opens_at, rules_hash, rules_doc, result, won, fact_at)
     VALUES ($1, $2, $3, 'RESOLVED', 's', 'b', 't', 't', 'p', 'c', 'UTC', $4, $5, $6, $7, 'WON', $8, $9)`,
    [marketId, eventId, place, now - 1_000, now - 2_000, hash, RULES, place === 0 ? 0 : 1, now - factAgoMs],
  );
  await db.query('INSERT INTO event_book (id, market_id, realm) VALUES ($1, $2, 2)', [bookId, marketId]);
  return { marketId, bookId };
}

/** A market of an event that is open for another hour, and its book of the demo realm. */
export async function listedMarket(db: Pool): Promise<HeldMarket> {
  return (await listedEvent(db, 1))[0]!;
}

/** As `listedMarket`, with as many outcomes, of which one comes true. */
export async function listedEvent(db: Pool, outcomes: number): Promise<readonly HeldMarket[]> {
  const eventId = randomUUID();
  const now = Date.now();
  await db.query(
    `INSERT INTO event (id, category, slug, tags, is_sample, is_linked, made_at)
     VALUES ($1::uuid, 'economy', $1::text, '{}', false, $2, now())`,
    [eventId, outcomes > 1],
  );
  const markets = Array.from({ length: outcomes }, () => ({
    marketId: randomUUID(),
    bookId: randomUUID(),
  }));
  for (const [place, { marketId, bookId }] of markets.entries()) {
    await db.query(
      `INSERT INTO event_market (id, event_id, place, state, source, backup_source, threshold, if_tied, if_postponed, if_cancelled, time_zone, cut_off_at,
         opens_at, rules_hash, rules_doc, revision)
       VALUES ($1, $2, $7, 'OPEN', 's', 'b', 't', 't', 'p', 'c', 'UTC', $3, $4, $5, $6, (SELECT no + 1 FROM event_revision))`,
      [marketId, eventId, now + HOUR_MS, now - 2_000, createHash('sha256').update(RULES).digest(), RULES, place],
    );
    await db.query('INSERT INTO event_book (id, market_id, realm) VALUES ($1, $2, 2)', [bookId, marketId]);
  }
  await db.query('UPDATE event_revision SET no = no + 1');
  return markets;
}

/** A new outcome comes out of one of `listedEvent`: half of its chance. */
export async function splitListed(db: Pool, { marketId }: HeldMarket): Promise<HeldMarket> {
  const [split, added, bookId] = [randomUUID(), randomUUID(), randomUUID()];
  await transaction(db, async (tx) => {
    await tx.query(
      `INSERT INTO event_market (id, event_id, place, state, source, backup_source, threshold, if_tied, if_postponed, if_cancelled, time_zone, cut_off_at,
         opens_at, rules_hash, rules_doc, revision)
       SELECT $2, event_id, place + 1, 'OPEN', 's', 'b', 't', 't', 'p', 'c', 'UTC', cut_off_at, opens_at, rules_hash, rules_doc,
         (SELECT no + 1 FROM event_revision) FROM event_market WHERE id = $1`,
      [marketId, added],
    );
    await tx.query('INSERT INTO event_book (id, market_id, realm) VALUES ($1, $2, 2)', [bookId, added]);
    await tx.query(
      'INSERT INTO event_split (id, event_id, market_id, version, at, opening) SELECT $2, event_id, id, 1, $3, opening FROM event_market WHERE id = $1',
      [marketId, split, Date.now()],
    );
    await tx.query('INSERT INTO event_split_part (split_id, market_id, part) VALUES ($1, $2, 500)', [split, added]);
    await tx.query('UPDATE event_revision SET no = no + 1');
    await tx.query(
      'UPDATE event_market SET revision = (SELECT no FROM event_revision) WHERE event_id = (SELECT event_id FROM event_market WHERE id = $1)',
      [marketId],
    );
  });
  return { marketId: added, bookId };
}

async function mintFor(
  db: Pool,
  people: readonly FundedPerson[],
  at: {
    readonly bookId: string;
    readonly money: Awaited<ReturnType<typeof marketAccounts>>;
    readonly from: number;
    readonly now: number;
  },
): Promise<void> {
  const pairs = Array.from({ length: people.length / 2 }, (_, no) => {
    const [yes, not] = [people[2 * no]!, people[2 * no + 1]!];
    return { yes, not, order: randomUUID(), no: at.from + no + 1 };
  });
  const journals = pairs.map(({ yes, not, order }) => {
    const party = (owner: FundedPerson, turnover: bigint) =>
      ({ owner, side: 'BUY', turnover: usdt(turnover), locksNow: true }) as const;
    const [taker, maker] = [party(yes, 600_000n), party(not, 400_000n)];
    const of = { realm: 'demo', fillId: `${order}/1`, market: at.money, fee: usdt(0n), netted: [] } as const;
    return fillBooked({ ...of, taker, maker });
  });
  await db.query(`WITH ${journalCtes(1)} SELECT accounts FROM ledger_count`, [...journalParams(journals).values]);
  await db.query(
    `INSERT INTO fill (id, realm, market_id, no, kind, price, lots, taker_order, taker_user, taker_outcome, taker_side, taker_turnover, fee,
       maker_order, maker_user, maker_outcome, maker_side, maker_turnover, rested_ms, bonus, at, salt, shard, batch)
     SELECT o || '/1', 2, $1, n, 'mint', 600, 100, o, y, 0, 'BUY', 600000, 0, gen_random_uuid(), x, 1, 'BUY', 400000, 0, 0, $2, '\\x00', 0, 0
     FROM unnest($3::uuid[], $4::bigint[], $5::uuid[], $6::uuid[]) AS u(o, n, y, x)`,
    [
      at.bookId,
      at.now - 1_500,
      pairs.map(({ order }) => order),
      pairs.map(({ no }) => no),
      pairs.map(({ yes }) => yes.userId),
      pairs.map(({ not }) => not.userId),
    ],
  );
  await db.query(
    `INSERT INTO position (market_id, user_id, realm, lots, reserved, cost, gained, fees, bonus, shard)
     SELECT $1, u, 2, l, 0, c, 0, 0, 0, 0 FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS r(u, l, c)`,
    [
      at.bookId,
      pairs.flatMap(({ yes, not }) => [yes.userId, not.userId]),
      pairs.flatMap(() => [100, -100]),
      pairs.flatMap(() => [600_000, 400_000]),
    ],
  );
}
