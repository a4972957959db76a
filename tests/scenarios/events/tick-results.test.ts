/** A market that our own published prices decide, from its draft to the last payment: nobody proposes its result, whoever runs the job, however often. */
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tickTexts, type TickRule } from '#domain/events/tick-rule.ts';
import type { MarketTerms } from '#domain/events/terms.ts';
import { encodeTicks } from '#domain/prices/ticks/tick-columns.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import { runClock } from '#server/events/clock.ts';
import { answerTicks, type TickAnswerParts } from '#server/events/ticks/answer-ticks.ts';
import { tickTerms } from '#server/events/ticks/terms.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { publishedTicks } from '#server/proofs/ticks/published-ticks.ts';
import type { TestDatabase } from '#tests/database.ts';
import type { Person } from '../trading/trading-world.ts';
import { money } from '../exchange/market-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

const HOUR = 3_600_000;
const STREAM = 402;
const ORIGIN = 'https://tikvo.example';

let database: TestDatabase;
let world: EventsWorld;
let ada: Person;
let ben: Person;
let alarms: unknown[];
/** When our price decides, ms. */
let at: number;

beforeEach(async () => {
  ({ database, world } = await openEvents());
  [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
  alarms = [];
  at = (Math.floor(world.clock.at / HOUR) + 2) * HOUR;
  await world.db.query(
    `INSERT INTO tick_stream (stream, pair, kind, name, t0, genesis) VALUES ($1, 'LTC-USD', 'simulated', 'LTC-USD#simulated', 1, $2)`,
    [STREAM, Buffer.alloc(32)],
  );
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

function parts(): TickAnswerParts {
  const log = { error: (fields: object, says?: string) => void alarms.push({ ...fields, says }) };
  const { config, ...rest } = world.parts;
  const origins = { main: ORIGIN } as TickAnswerParts['config']['origins'];
  return { ...rest, config: { ...config, origins }, publishedTicks, log: log as unknown as TickAnswerParts['log'] };
}

const ruleOf = (changed: Partial<TickRule> = {}): TickRule => ({
  pair: 'LTC-USD',
  feed: 'simulated',
  scale: 2,
  comparison: 'above',
  at,
  against: { threshold: 8_000 },
  ...changed,
});
const termsOf = (rule: TickRule): MarketTerms =>
  tickTerms(rule, { cutOffAt: rule.at, origin: ORIGIN, backupSource: 'https://other.example/ltc' });

/** Seals ticks of an hour as one segment; its root is out only where `published`. */
async function seal(
  ticks: readonly { readonly t: number; readonly price: number; readonly tSource?: number; readonly flags?: number }[],
  { firstSeq = 1, published = true } = {},
): Promise<string> {
  const stored = ticks.map(({ t, price, tSource = t, flags = 0 }) => ({
    t,
    tSource,
    price,
    flags,
    sources: 3,
    mad: 0,
    said: 'one',
    recorded: null,
  }));
  const bytes = deflateRawSync(encodeTicks(stored));
  const hour = Math.floor(ticks[0]!.t / HOUR);
  const hash = Buffer.from(sha256(bytes));
  const row = [STREAM, firstSeq, firstSeq + ticks.length - 1, hour];
  const nothing = Buffer.alloc(32);
  await world.db.query(
    `INSERT INTO tick_blob (stream, first_seq, last_seq, hour, last_t, head_before, head_after, root, file_sha256, return_squares, return_count, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $7, 0, 0, $8)`,
    [...row, ticks.at(-1)!.t, nothing, hash, bytes],
  );
  if (published) {
    await world.db.query(
      `INSERT INTO proof_segment (stream, first_seq, last_seq, hour, place, doc) VALUES ($1, $2, $3, $4, 0, '{}')`,
      row,
    );
    await publish(hour);
  }
  return hash.toString('hex');
}

async function publish(hour: number): Promise<void> {
  await world.db.query(
    `INSERT INTO proof_hour (hour, doc, sig, hash, admit_no, settle_no, correction) VALUES ($1, '{}', $2, $3, 0, 0, 0)`,
    [hour, Buffer.alloc(64), Buffer.alloc(32)],
  );
}

/** Ada holds 10 YES for 6.00 and the fee, Ben 10 NO for 4.00, and the moment is over. */
async function closed(rule = ruleOf()): Promise<void> {
  await world.open(termsOf(rule));
  await world.ordered(ben, { outcome: 'NO', price: 400 });
  await world.ordered(ada, { outcome: 'YES', price: 600 });
  world.clock.at = rule.at;
  await runClock(world.parts);
  await world.untilShown('ENDED');
  world.clock.at = rule.at + HOUR + 6 * 60_000;
}

const countOf = async (table: string) =>
  (await world.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;
const proposals = async () =>
  (
    await world.db.query<{ staff: string[]; reason: string }>(
      `SELECT staff, reason FROM event_move WHERE move = 'propose'`,
    )
  ).rows;
const answers = async () =>
  (await world.db.query<{ outcome: string; says: string }>('SELECT outcome, says FROM event_tick_answer')).rows;

const FEE = 0.096;

describe('a market that our prices decide', () => {
  it('is proposed by the product once its hour is published, confirmed by one person, and paid', async () => {
    await closed();
    const ticks = [
      { t: at + 250, price: 8_001 },
      { t: at + 500, price: 9_000 },
    ];
    expect(await answerTicks(parts())).toBe(0);
    await seal([{ t: at - 500, price: 7_000 }]);
    expect(await answerTicks(parts())).toBe(0);
    const file = await seal(ticks, { firstSeq: 2 });
    expect(await answerTicks(parts())).toBe(1);
    expect(await world.state()).toBe('PROPOSED');
    expect(await answerTicks(parts())).toBe(0);
    const root = '0'.repeat(64);
    const says = `80.01: tick 2 of LTC-USD#simulated, taken in at ${new Date(at + 250).toISOString()}, in the segment from 2 with the root ${root}. So it is YES.`;
    expect(await proposals()).toEqual([{ staff: [], reason: says }]);
    const { rows: evidence } = await world.db.query(
      `SELECT outcome, url, encode(sha256, 'hex') AS sha256, fact_at FROM event_evidence`,
    );
    const url = `${ORIGIN}/transparency/v1/segments/${STREAM}/2.ticks`;
    expect(evidence).toEqual([{ outcome: 'YES', url, sha256: file, fact_at: String(at + 250) }]);
    const asked = { types: ['event_market'], ids: [world.asked], before: null, limit: 1 };
    const [logged] = await world.parts.audit.of(world.db, asked);
    expect(logged).toMatchObject({ actorId: null, role: 'SYSTEM', action: 'event.propose', reason: says });

    expect(await world.move('confirm', { ...world.second, userId: ada.userId })).toBe('holds');
    expect(await world.move('confirm', world.second)).toBe('CHALLENGE');
    world.clock.at += 2 * HOUR;
    await runClock(world.parts);
    await world.untilShown('SETTLED');
    await world.untilMarket('SETTLED');
    await runClock(world.parts);
    expect(await world.state()).toBe('PAID');
    const cash = (await Promise.all([ada, ben].map((one) => world.balances(one)))).map((one) => one.cash);
    expect(cash).toEqual([money(10_000 + 4 - FEE), money(9_996)]);
    expect(await world.faults()).toEqual([]);
    expect(alarms).toEqual([]);
  });

  it('is NO exactly at its threshold', async () => {
    await closed();
    await seal([{ t: at, price: 8_000 }]);
    await answerTicks(parts());
    expect((await answers()).map(({ outcome }) => outcome)).toEqual(['NO']);
  });

  it('waits while the root of its hour is not out', async () => {
    await closed();
    await seal([{ t: at + 250, price: 8_001 }], { published: false });
    expect(await answerTicks(parts())).toBe(0);
    expect(await world.state()).toBe('CLOSED');
    world.clock.at = at + 3 * HOUR + 1;
    expect(await answerTicks(parts())).toBe(1);
    expect(await answers()).toEqual([
      { outcome: 'UNKNOWN', says: 'The root of an hour of LTC-USD#simulated is not out.' },
    ]);
  });

  it.each([
    ['no tick came', []],
    ['the tick came late', [{ t: 60_001, price: 8_001 }]],
    ['the tick was stated long before', [{ t: 250, tSource: -60_001, price: 8_001 }]],
  ])('is left to people where %s, and the desk hears of it once', async (_, ticks) => {
    await closed();
    if (ticks.length === 0) await publish(Math.floor(at / HOUR));
    else
      await seal(
        ticks.map(({ t, price, ...rest }) => ({
          t: at + t,
          price,
          ...('tSource' in rest ? { tSource: at + rest.tSource } : {}),
        })),
      );
    expect(await answerTicks(parts())).toBe(1);
    expect(await answerTicks(parts())).toBe(0);
    expect(await world.state()).toBe('CLOSED');
    expect(await proposals()).toEqual([]);
    expect(alarms).toEqual([
      expect.objectContaining({
        alarm: 'result',
        market: world.asked,
        says: expect.stringContaining('has no price at'),
      }),
    ]);
    expect(await world.propose('YES')).toBe('PROPOSED');
  });

  it('is left to people where two found that the tick is wrong', async () => {
    await closed();
    await seal([{ t: at + 250, price: 8_001 }]);
    const by = (await world.member('ADMIN')).userId;
    const { rows } = await world.db.query<{ id: string }>(
      `INSERT INTO correction_proposal (id, stream, from_seq, to_seq, clause, evidence, proposed_by, proposed_at)
       VALUES (gen_random_uuid(), $1, 1, 1, 'x', $2, $3, 1) RETURNING id`,
      [STREAM, Buffer.alloc(32), by],
    );
    await world.db.query(
      `INSERT INTO proof_correction (no, proposal, stream, from_seq, to_seq, proposed_by, approved_by, at, doc, sig, leaves)
       VALUES (1, $1, $2, 1, 1, $3, $4, 1, '{}', $5, '')`,
      [rows[0]!.id, STREAM, by, (await world.member('ADMIN')).userId, Buffer.alloc(64)],
    );
    await answerTicks(parts());
    expect((await answers()).map(({ outcome }) => outcome)).toEqual(['UNKNOWN']);
  });

  it.each([
    ['YES', 8_002, 0],
    ['NO', 8_001, 0],
    ['UNKNOWN', 8_002, TICK_FLAGS.break],
  ])('of two moments is %s', async (outcome, price, flags) => {
    const since = at - HOUR;
    await closed(ruleOf({ against: { since } }));
    await seal([{ t: since + 250, price: 8_001 }]);
    await seal([{ t: at - 1 + 1, price, flags }], { firstSeq: 2 });
    await answerTicks(parts());
    expect((await answers()).map((one) => one.outcome)).toEqual([outcome]);
  });

  it('is proposed once where several run the job at once', async () => {
    await closed();
    await seal([{ t: at + 250, price: 8_001 }]);
    const done = await Promise.all([1, 2, 3].map(() => answerTicks(parts())));
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await proposals()).toHaveLength(1);
  });

  it('is killed in the middle: nothing of it is left, and the next run proposes once', async () => {
    await closed();
    await seal([{ t: at + 250, price: 8_001 }]);
    const holder = await world.db.connect();
    await holder.query('BEGIN');
    // The job proposes, writes evidence and log, and then waits for this to write its answer.
    await holder.query('LOCK TABLE event_tick_answer IN SHARE ROW EXCLUSIVE MODE');
    const job = answerTicks(parts()).then(
      () => 'done',
      () => 'killed',
    );
    for (let killed = 0; killed === 0;) {
      const { rowCount } = await world.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO event_tick_answer%' AND pid <> pg_backend_pid()`,
      );
      killed = rowCount ?? 0;
    }
    expect(await job).toBe('killed');
    await holder.query('ROLLBACK');
    holder.release();
    expect([await world.state(), await countOf('event_evidence'), await countOf('event_tick_answer')]).toEqual([
      'CLOSED',
      0,
      0,
    ]);
    expect(await answerTicks(parts())).toBe(1);
    expect(await proposals()).toHaveLength(1);
  });

  it('is not proposed again where a person rejected it', async () => {
    await closed();
    await seal([{ t: at + 250, price: 8_001 }]);
    await answerTicks(parts());
    expect(await world.move('reject', world.second)).toBe('CLOSED');
    expect(await answerTicks(parts())).toBe(0);
    expect(await world.propose('NO')).toBe('PROPOSED');
  });
});

describe('its terms', () => {
  it('are unfinished where the words say something else than the data, and are hashed with it', async () => {
    const rule = ruleOf();
    const other = { ...termsOf(rule), ifTied: 'Exactly 80.00 is YES.' };
    const made = await world.events.draft(world.draft(other), { by: world.editor, reason: 'asked for' });
    world.asked = made.ok ? made.value.marketId : '';
    expect(await world.move('submit', world.editor)).toBe('unfinished');
    await world.events.rewrite(world.asked, termsOf(rule), { by: world.editor, reason: 'as the data says' });
    expect(await world.move('submit', world.editor)).toBe('REVIEW');
    expect(await world.move('approve', world.reviewer)).toBe('OPEN');
    const { rows } = await world.db.query<{ doc: string }>('SELECT rules_doc AS doc FROM event_market');
    expect(JSON.parse(rows[0]!.doc)).toMatchObject({
      rules: tickTexts(rule).rules,
      ifTied: 'Exactly 80.00 is NO.',
      ticks: { stream: 'LTC-USD#simulated', comparison: 'above', atMs: at, threshold: '80.00' },
    });
    await expect(world.db.query('UPDATE event_market SET ticks = NULL')).rejects.toThrow('terms of a market');
  });
});
