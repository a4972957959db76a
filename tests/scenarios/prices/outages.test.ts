import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { RoundWire } from '#protocol/exchange.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { TickNote } from '#server/prices/wire.ts';
import { linkedAccounts } from '#server/identity/store-links.ts';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import { createEngine, predictionQueries } from '#server/trading/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { EVERY_CASE } from '#tests/runs/every-case.ts';
import { freshDir, HandClock, pricesWorld, SpokenSource } from './prices-world.ts';
import { quietLog } from '../trading/trading-world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PAIR = 'EUR-USD';
/** A Friday in New York's winter. */
const utc = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}Z`);
/** The euro closes for the weekend. The longest wait of the rule ends after it. */
const CLOSE = utc(20, '21:59:00');
const ALL_DECIDED = utc(20, '22:08:00');
const ROUND = { startMs: utc(20, '21:30:00'), endMs: utc(20, '21:45:00') };
const AWAY_FROM = utc(20, '21:44:10');
/** How long the rule lets a prediction without an entry, and one without a proof of its exit, wait for a price (docs/rules/settlement.md#exit). */
const RULE = { waitMs: 10 * SECOND, entryMs: MINUTE, proofMs: 10 * MINUTE };
/** What may go by between the moment at which the rule decides and the money's being back. */
const STUCK_MS = MINUTE;
/** Steps of half a second of the test's time from one look at the tables to the next. */
const STEPS_BETWEEN_LOOKS = 20;
const STAKE = 10_000_000n;
const FULL = 10_000_000_000n;

let database: TestDatabase;
let place: ReturnType<typeof freshDir>;
let stage: Awaited<ReturnType<typeof openStage>>;

beforeEach(async () => {
  database = await testDatabase();
  place = freshDir();
  stage = await openStage();
});
afterEach(async () => {
  await stage.stop();
  await database.drop();
  place.remove();
});

/** The engine on the prices of one venue, whose words and whose time are the test's. */
async function openStage() {
  const db = database.pool;
  const clock = new HandClock(utc(20, '21:28:30'));
  const venue = new SpokenSource('finnhub', [PAIR], clock);
  const { prices, bus } = pricesWorld({
    pool: db,
    clock,
    dir: place.dir,
    feed: 'live',
    more: { createSources: () => [venue] },
  });
  const { people } = await openPeople(db, 2);
  const [ada = '', ben = ''] = people.map(({ userId }) => userId);
  const ticks: TickNote[] = [];
  bus.subscribe('prices.tick', (note) => void (note.pair === PAIR && ticks.push(note)));
  const engine = createEngine({
    config: {},
    db,
    prices,
    bus,
    clock,
    log: quietLog,
    exit: (code) => {
      throw new Error(`the engine gave up with ${code}`);
    },
    linkedOf: (userIds) => linkedAccounts(db, userIds),
  });
  await engine.start();
  const placed: string[] = [];
  const actorOf = (userId: string) => ({ userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' }) as const;
  const stored = async (id: string): Promise<Prediction> => {
    const found = await predictionQueries(db).one({ userId: ada, realm: 'demo', id });
    if (found === null) throw new Error(`no prediction ${id}`);
    return found;
  };
  /** From when on the rule decides of a prediction: by a price, or by the clock alone. */
  const dueAt = ({ entry, expiresAt, admittedAt, kAdm }: Prediction): number => {
    const [after, patience] = expiresAt === null ? [admittedAt + RULE.waitMs, RULE.entryMs] : [expiresAt, RULE.proofMs];
    const price = ticks.find(({ seq, t }) => seq > (entry?.seq ?? kAdm) && t > after)?.t;
    return Math.min(price ?? Infinity, after + patience);
  };
  const openOnes = async () => (await Promise.all(placed.map(stored))).filter(({ settledAt }) => settledAt === null);
  /** Time stands still until all that the rule has decided is stored. */
  const hold = async () => {
    for (let tries = 0; ; tries += 1) {
      const late = (await openOnes()).filter((one) => dueAt(one) <= clock.now());
      if (late.length === 0) return;
      if (tries > 3_000) throw new Error(`${late.map(({ id, status }) => `${id} is ${status}`).join(', ')}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  let price = 1_158_000;
  return {
    people: [ada, ben] as const,
    placed,
    stored,
    dueAt,
    /** Time goes on to `at`, with a price twice a second or with none. */
    async runTo(at: number, { priced }: { readonly priced: boolean }): Promise<void> {
      for (let step = 1; clock.now() < at; step += 1) {
        price += 10;
        if (priced) venue.say(PAIR, (price / 1e6).toFixed(6));
        await clock.advance(Math.min(500, at - clock.now()));
        if (step % STEPS_BETWEEN_LOOKS !== 0) continue;
        await new Promise((resolve) => setTimeout(resolve, 3));
        await hold();
      }
      await hold();
    },
    async predict(durationSec: number): Promise<string> {
      const reply = await bus.request('trading.place', {
        actor: actorOf(ada),
        pair: PAIR,
        direction: 'UP',
        stake: usdt(STAKE),
        durationSec,
        payoutBps: 7_000,
        idempotency: null,
      });
      if (!reply.ok) throw new Error(`refused: ${reply.refusal.code}`);
      const { id } = JSON.parse(reply.body) as PredictionWire;
      placed.push(id);
      return id;
    },
    /** Ada holds 10 UP of the round, Ben 10 DOWN. Gives the market. */
    async meet(): Promise<string> {
      const rounds = (await bus.request('exchange.rounds', { realm: 'demo', pair: PAIR })) ?? [];
      const round = rounds.find(
        (one: RoundWire) => Date.parse(one.startsAt) === ROUND.startMs && one.windowSec === 900,
      );
      if (round === undefined) throw new Error('no round');
      const sides = [
        { userId: ada, outcome: 'UP', price: 400 },
        { userId: ben, outcome: 'DOWN', price: 600 },
      ] as const;
      for (const { userId, outcome, price: limit } of sides) {
        const reply = await bus.request('exchange.order', {
          actor: actorOf(userId),
          marketId: round.marketId,
          outcome,
          side: 'BUY',
          terms: { type: 'LIMIT', price: limit, lots: 1_000, timeInForce: 'GTC', expiresAt: null, postOnly: false },
          idempotency: null,
        });
        if (!reply.ok) throw new Error(`refused: ${reply.refusal.code}`);
      }
      return round.marketId;
    },
    /** What the tables say of a market; waits while it is in play. */
    async ended(marketId: string): Promise<string> {
      for (let tries = 0; ; tries += 1) {
        const { rows } = await db.query<{ state: string }>('SELECT state FROM market WHERE id = $1', [marketId]);
        const state = rows[0]?.state ?? 'none';
        if (state === 'SETTLED' || state === 'VOIDED') return state;
        if (tries > 3_000) throw new Error(`the round stayed ${state}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    balances: (userId: string) => balancesOf(db, { ownerId: userId, realm: 'demo' }),
    async faults(): Promise<string[]> {
      const { invariants } = await checkLedger(db, { window: 'all' });
      return invariants.filter(({ found }) => found > 0).map(({ name, found }) => `${name}: ${found}`);
    },
    async stop(): Promise<void> {
      await engine.stop();
      await prices.stop();
    },
  };
}

const SETTLED = 'WIN null';
const NO_ENTRY = 'VOID NO_ENTRY';
const STALE = 'VOID STALE_EXIT';

/** What each prediction comes to, in the order of their placing: it ends before, late after, soon after, in the outage, or never begins. */
const OUTAGES = [
  { what: 'a minute', backAt: AWAY_FROM + MINUTE, ends: [SETTLED, SETTLED, SETTLED, STALE, NO_ENTRY] },
  { what: 'ten minutes', backAt: AWAY_FROM + 10 * MINUTE, ends: [SETTLED, SETTLED, STALE, STALE, NO_ENTRY] },
  { what: 'the rest of the week', backAt: ALL_DECIDED, ends: [SETTLED, STALE, STALE, STALE, NO_ENTRY] },
] as const;
/** The one that crosses the close, unless all are asked for: the two before it are judged in the chain's own tests too. */
const CASES = EVERY_CASE ? OUTAGES : OUTAGES.slice(-1);

describe('prices that go away before the close of a week (R-52)', () => {
  it.each(CASES)('for $what leave nothing open longer than the rule', { timeout: 240_000 }, async (outage) => {
    const [ada, ben] = stage.people;
    const on = { priced: true };
    const off = { priced: false };
    await stage.runTo(utc(20, '21:31:00'), on);
    const market = await stage.meet();
    await stage.runTo(utc(20, '21:42:00'), on);
    await stage.predict(60);
    await stage.predict(900);
    await stage.runTo(utc(20, '21:43:00'), on);
    await stage.predict(180);
    await stage.runTo(utc(20, '21:43:40'), on);
    await stage.predict(60);
    await stage.runTo(AWAY_FROM - 200, on);
    await stage.predict(60);

    await stage.runTo(outage.backAt, off);
    if (outage.backAt < CLOSE) await stage.runTo(utc(20, '21:58:30'), on);

    const ended = await Promise.all(stage.placed.map(stage.stored));
    expect(ended.map(({ outcome, voidReason }) => `${outcome} ${voidReason}`)).toEqual(outage.ends);
    for (const one of ended) expect(one.settledAt! - stage.dueAt(one), one.id).toBeLessThanOrEqual(STUCK_MS);
    expect(await stage.ended(market)).toBe('VOIDED');

    // The winners have their profit, everything else is back where it came from.
    const won = ended.reduce((sum, { credit, stake }) => sum + credit! - stake, 0n);
    const total = (await Promise.all([ada, ben].map(stage.balances))).reduce((sum, { cash }) => sum + cash, 0n);
    expect(total).toBe(2n * FULL + won);
    for (const who of [ada, ben]) expect(await stage.balances(who)).toMatchObject({ locked: 0n });
    expect(await stage.faults()).toEqual([]);
  });
});
