import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlayLimits, TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { usdt } from '#domain/money.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { createHeartbeats } from '#server/heartbeats/index.ts';
import { createFacts } from '#server/facts/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import { balancesOf, grantSandbox, openBooks } from '#server/ledger/index.ts';
import { readResults } from '#server/trading/index.ts';
import { eventWatchers } from '#server/events/people/store-watch.ts';
import { eventLabels } from '#server/events/store-public.ts';
import { createLog } from '#server/logging/log.ts';
import { createMail } from '#server/mail/index.ts';
import { createNotifications } from '#server/notifications/index.ts';
import type { CommandReply } from '#server/trading/contract.ts';
import { bookFacts } from '#server/trading/queries/store-books.ts';
import { createEngineFacts } from '#server/trading/queries/store-engine-facts.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';
import { ELIGIBLE, NO_LIMITS } from '#tests/eligible.ts';
import { MarketWorld, money, ROUND_START } from './market-world.ts';
import { quietLog } from '../trading/trading-world.ts';

const END = ROUND_START + 300_000;
const GRANT = money(1_000);

let database: TestDatabase;
let world: MarketWorld;
let ada: string;
let ben: string;
let cleo: string;

beforeEach(async () => {
  database = await testDatabase();
  [ada, ben, cleo] = [randomUUID(), randomUUID(), randomUUID()];
  await transaction(database.pool, async (tx) => {
    await openBooks(tx, 'sandbox');
    for (const ownerId of [ada, ben, cleo]) {
      await grantSandbox(tx, { mode: 'sandbox', ownerId, amount: GRANT, refId: ownerId });
    }
  });
  world = new MarketWorld(database.pool);
  await world.engine.start();
  world.tick(100_00);
  const rounds = await world.bus.request('exchange.rounds', { realm: 'real', pair: 'BTC-USD' });
  world.marketId = rounds!.find(({ startsAt }) => Date.parse(startsAt) === ROUND_START)!.marketId;
});

afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

const limited = (limits: Partial<PlayLimits>): TradingEligibility => ({
  ...ELIGIBLE,
  limits: { ...NO_LIMITS, ...limits },
});

function order(
  userId: string,
  eligibility: TradingEligibility | undefined,
  wish: Parameters<MarketWorld['order']>[1] = {},
): Promise<CommandReply> {
  const of = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
  return world.order({ userId }, { actor: eligibility === undefined ? of : { ...of, eligibility }, ...wish });
}

const answer = (reply: CommandReply) => (reply.ok ? 'ok' : reply.refusal.code);
const balances = (ownerId: string) => balancesOf(database.pool, { ownerId, realm: 'real' });

describe('an order of real money', () => {
  it('is stopped by the person before the market is looked at', async () => {
    expect(answer(await order(ada, undefined))).toBe('NotSignedIn');
    expect(answer(await order(ada, { ...ELIGIBLE, name: 'PENDING_APPROVE' }))).toBe('VerificationError');
    expect(answer(await order(ada, limited({ stakeMax: usdt(1_000_000n) })))).toBe('LimitReached');
    expect(await balances(ada)).toEqual({ cash: GRANT, locked: 0n });
  });

  it('has its own market: an id of the demo realm is not found', async () => {
    const demo = (await world.roundAt(ROUND_START)).marketId;
    expect(demo).not.toBe(world.marketId);
    expect(answer(await order(ada, ELIGIBLE, { marketId: demo }))).toBe('NotFound');
    expect(await world.bus.request('exchange.market', { realm: 'real', marketId: demo })).toBeNull();
  });

  it('counts towards a loss limit while it is open, after a restart, and when it is lost', async () => {
    const eligibility = limited({ lossDay: money(7) });
    expect(answer(await order(ada, eligibility, { price: 500, lots: 1_000 }))).toBe('ok');
    expect(answer(await order(ada, eligibility, { price: 500, lots: 1_000 }))).toBe('LimitReached');
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_00, { ms: 1_000 });
    expect(answer(await order(ada, eligibility, { price: 500, lots: 1_000 }))).toBe('LimitReached');
    expect(answer(await order(ben, ELIGIBLE, { outcome: 'DOWN', price: 500, lots: 1_000 }))).toBe('ok');
    await world.runTo(END + 2_000, (t) => (t < ROUND_START ? 100_00 : 99_00));
    await world.untilMarket('SETTLED');
    expect(await balances(ada)).toEqual({ cash: usdt(GRANT - money(5)), locked: 0n });
    // What the settings show as used of the limit is what the gate counts.
    const shown = await readResults(database.pool, ada, { since: world.clock.at - 60_000, now: world.clock.at });
    expect(shown).toMatchObject({ playSession: -5_000_000n, day: -5_000_000n, week: -5_000_000n, month: -5_000_000n });
    expect(shown.days.map(({ result }) => result)).toEqual([-5_000_000n]);
    const rounds = await world.bus.request('exchange.rounds', { realm: 'real', pair: 'BTC-USD' });
    world.marketId = rounds!.find(({ status }) => status === 'OPEN')!.marketId;
    expect(answer(await order(ada, eligibility, { price: 500, lots: 1_000 }))).toBe('LimitReached');
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(99_00, { ms: 1_000 });
    expect(answer(await order(ada, eligibility, { price: 500, lots: 1_000 }))).toBe('LimitReached');
    expect(await world.faults()).toEqual([]);
  });
});

/** Rows of people whom nothing but the ledger knows yet. */
async function openPeopleRows(ids: readonly string[]): Promise<void> {
  await database.pool.query(
    "INSERT INTO app_user (id, role, created_at, language) SELECT unnest($1::uuid[]), 'USER', now(), 'en' ON CONFLICT DO NOTHING",
    [ids],
  );
}

/** What the outbox tells people of, while these look on. */
async function toldOf(looking: readonly string[]): Promise<ReadonlyMap<string, readonly object[]>> {
  await openPeopleRows([ada, ben, cleo]);
  const bus = createLocalBus();
  bus.answer('live.watching', (userIds) => userIds.filter((userId) => looking.includes(userId)));
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const dataDir = await mkdtemp(join(tmpdir(), 'tikvo-told-'));
  const vault = createVault({ config: { dataDir, vaultKeys: [] } });
  const parts = { config, db: database.pool, bus, clock: world.clock, log: createLog(config), vault };
  const notifications = createNotifications({
    ...parts,
    mail: createMail(parts),
    eventLabels,
    eventWatchers,
    bookFacts,
  });
  const facts = createFacts({ ...parts, sources: [createEngineFacts({ bus, shard: 0 })] });
  facts.follow(notifications.follower);
  await facts.start();
  await until('all to be read', async () => {
    const { rows } = await database.pool.query<{ read: boolean }>(
      `SELECT position = (SELECT max(no) FROM batch) AS read FROM fact_cursor WHERE source = 'engine 0' AND follower = 'notifications'`,
    );
    return rows[0]?.read === true ? true : null;
  });
  await facts.stop();
  await rm(dataDir, { recursive: true, force: true });
  const { rows } = await database.pool.query<{ user_id: string; kind: string; details: object }>(
    'SELECT user_id, kind, details FROM notification ORDER BY kind, details::text',
  );
  const of = (userId: string) =>
    rows.filter((row) => row.user_id === userId).map(({ kind, details }) => [kind, details]);
  return new Map([ada, ben, cleo].map((userId) => [userId, of(userId)]));
}

describe('what people are told of their orders and rounds', () => {
  it('is what was filled while they were away, what ended by itself, and what a round brought, each once', async () => {
    const down = { outcome: 'DOWN', price: 500, lots: 400 } as const;
    for (const who of [ben, cleo]) expect(answer(await order(who, ELIGIBLE, down))).toBe('ok');
    for (const price of [100, 110]) await order(ben, ELIGIBLE, { ...down, price });
    expect(answer(await order(ada, ELIGIBLE, { price: 500, lots: 800 }))).toBe('ok');
    await order(ada, ELIGIBLE, { price: 200, lots: 100 });
    const actor = { userId: ada, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
    const which = { marketId: null, because: 'time_out' } as const;
    expect((await world.bus.request('exchange.cancel', { actor, which, idempotency: null })).ok).toBe(true);
    await world.runTo(END + 2_000, (t) => (t < ROUND_START ? 100_00 : 99_00));
    await world.untilMarket('SETTLED');
    const round = { market: world.marketId, pair: 'BTC-USD', windowSec: '300' };
    const { market: _market, ...window } = round;
    const told = await toldOf([cleo]);
    // 8.00 shares of Up at 50 cents with a fee of 0.12, which lost; 4.00 of Down for each of the others.
    expect(told.get(ada)).toEqual([
      ['order_ended', { ...round, reason: 'time_out', count: '1' }],
      ['round_settled', { ...round, outcome: 'lose', cost: '4.12', credit: '0.00' }],
    ]);
    const won = ['round_settled', { ...round, outcome: 'win', cost: '2.00', credit: '4.00' }];
    expect(told.get(ben)).toEqual([
      ['order_ended', { ...round, reason: 'cut_off', count: '2' }],
      [
        'order_filled',
        { order: expect.any(String), ...window, outcome: 'DOWN', side: 'BUY', price: '500', shares: '4.00' },
      ],
      won,
    ]);
    expect(told.get(cleo)).toEqual([won]);
    await database.pool.query('UPDATE fact_cursor SET position = 0');
    expect(await toldOf([cleo])).toEqual(told);
  });
});

describe('a program that stops beating', () => {
  it('leaves no order of its own behind, after a restart of the house too; those of others stay', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const actorOf = (sessionId: string) => ({ userId: ada, sessionId, role: 'USER', realm: 'real' }) as const;
    const rest = async (sessionId: string, price: number) => {
      const reply = await order(ada, ELIGIBLE, {
        price,
        lots: 100,
        actor: { ...actorOf(sessionId), eligibility: ELIGIBLE },
      });
      return (JSON.parse(reply.ok ? reply.body : '{}') as { readonly id: string }).id;
    };
    const open = () =>
      createHeartbeats({ db: database.pool, bus: world.bus, clock: world.clock, log: quietLog, everyMs: 10 });
    const ends = async () => {
      const { rows } = await database.pool.query<{ id: string; end_reason: string | null }>(
        'SELECT id, end_reason FROM market_order WHERE user_id = $1',
        [ada],
      );
      return new Map(rows.map(({ id, end_reason: end }) => [id, end]));
    };
    const ended = (id: string) => until('it to end', async () => (await ends()).get(id) ?? null);
    const looks = () => new Promise((resolve) => setTimeout(resolve, 60));
    let hearts = open();
    hearts.start();
    const { until: due } = await hearts.beat(actorOf(mine), 5);
    expect(Date.parse(due ?? '')).toBe(world.clock.now() + 5_000);
    const [first, stays] = [await rest(mine, 100), await rest(other, 110)];
    world.tick(100_00, { ms: 4_900 });
    await hearts.beat(actorOf(mine), 5);
    world.tick(100_00, { ms: 4_900 });
    await looks();
    expect((await ends()).get(first)).toBeNull();
    world.tick(100_00, { ms: 200 });
    expect(await ended(first)).toBe('heartbeat');
    // What was on its way when the program died is found a moment later.
    const straggler = await rest(mine, 120);
    world.tick(100_00, { ms: 15_000 });
    expect(await ended(straggler)).toBe('heartbeat');
    await hearts.beat(actorOf(mine), 5);
    const last = await rest(mine, 130);
    await hearts.stop();
    world.tick(100_00, { ms: 20_000 });
    hearts = open();
    hearts.start();
    await looks();
    expect((await ends()).get(last)).toBeNull();
    world.tick(100_00, { ms: 5_100 });
    expect(await ended(last)).toBe('heartbeat');
    await hearts.beat(actorOf(other), 5);
    await hearts.beat(actorOf(other), 0);
    world.tick(100_00, { ms: 6_000 });
    await looks();
    await hearts.stop();
    expect((await ends()).get(stays)).toBeNull();
    expect(await world.faults()).toEqual([]);
  });
});

describe('the funds of the house maker', () => {
  it('come once: from the bank roll in a sandbox, from the mint in demo, by hand in production', async () => {
    const funds = async () => {
      const { rows } = await database.pool.query<{ realm: number; units: string }>(
        `SELECT realm, ((credits - debits) / 1000000)::text AS units FROM account WHERE kind = 'house_maker' ORDER BY realm`,
      );
      return rows.map(({ units }) => Number(units));
    };
    await transaction(database.pool, (tx) => fundHouseMaker(tx, { mode: 'production', shard: 0 }));
    expect(await funds()).toEqual([0, 1_000_000]);
    for (let turn = 0; turn < 2; turn += 1) {
      await transaction(database.pool, (tx) => fundHouseMaker(tx, { mode: 'sandbox', shard: 0 }));
    }
    expect(await funds()).toEqual([50_000, 1_000_000]);
    expect(await world.faults()).toEqual([]);
  });
});
