import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { usdt } from '#domain/money.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import { transaction } from '#server/db/index.ts';
import { grantSandbox, openBooks } from '#server/ledger/index.ts';
import type { CommandReply, OrderTerms } from '#server/trading/contract.ts';
import { scheduledQueries } from '#server/trading/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ELIGIBLE, NO_LIMITS } from '#tests/eligible.ts';
import { MarketWorld, money, ROUND_START } from './market-world.ts';

/** What can hold a person back, in the order of docs/rules/predictions.md#gates, and the answer. */
const GATES: readonly (readonly [gate: string, eligibility: TradingEligibility | undefined, answer: string])[] = [
  ['nothing', ELIGIBLE, 'ok'],
  ['no session', undefined, 'NotSignedIn'],
  ['a block by staff', { ...ELIGIBLE, blocked: true }, 'VerificationError account_problem'],
  ['self-exclusion', { ...ELIGIBLE, selfExcluded: true, pausedUntil: Infinity }, 'SelfExcluded'],
  ['a time-out', { ...ELIGIBLE, pausedUntil: Infinity }, 'LimitReached time_out'],
  ['session time', { ...ELIGIBLE, sessionEndsAt: 0 }, 'LimitReached session'],
  ['a stake limit', { ...ELIGIBLE, limits: { ...NO_LIMITS, stakeMax: money(1) } }, 'LimitReached stake'],
  ['a daily loss limit', { ...ELIGIBLE, limits: { ...NO_LIMITS, lossDay: money(1) } }, 'LimitReached loss_day'],
  ['a weekly loss limit', { ...ELIGIBLE, limits: { ...NO_LIMITS, lossWeek: money(1) } }, 'LimitReached loss_week'],
  ['a monthly loss limit', { ...ELIGIBLE, limits: { ...NO_LIMITS, lossMonth: money(1) } }, 'LimitReached loss_month'],
  ['a name not given', { ...ELIGIBLE, name: 'PENDING_NAME' }, 'VerificationError ofac_PENDING_NAME'],
  ['a name being checked', { ...ELIGIBLE, name: 'PENDING_APPROVE' }, 'VerificationError ofac_PENDING_APPROVE'],
  ['a blocked name', { ...ELIGIBLE, name: 'BLOCKED' }, 'VerificationError ofac_BLOCKED'],
  ['an unconfirmed e-mail', { ...ELIGIBLE, emailConfirmed: false }, 'VerificationError email'],
  ['a limit of the house', { ...ELIGIBLE, houseStakeMax: money(1) }, 'StakeLimit'],
];

type Path = 'prediction' | 'scheduled entry' | 'limit order' | 'market order' | 'sell order' | 'early sale';

/** Where a path answers otherwise, and why. */
const OTHERWISE: Readonly<Partial<Record<Path, (gate: string, answer: string) => string>>> = {
  // The limit of the house is for what is placed against it: books are not.
  'limit order': (_gate, answer) => (answer === 'StakeLimit' ? 'ok' : answer),
  // The person is let through to a book on which nobody sells.
  'market order': (gate, answer) => (gate === 'nothing' || answer === 'StakeLimit' ? 'OrderRejected no_fill' : answer),
  // Selling shares ends a risk: no limit of stakes or losses holds it back. Nobody here has any.
  'sell order': (gate, answer) =>
    gate === 'nothing' || /^(StakeLimit|LimitReached (stake|loss))/.test(answer) ? 'OrderRejected no_shares' : answer,
  // So does an early sale, which nothing of the person holds back: open predictions are theirs in any case. Nobody here has one.
  'early sale': () => 'NotFound',
};

let database: TestDatabase;
let world: MarketWorld;
const people = GATES.map(() => randomUUID());
const standings = new Map<string, TradingEligibility>();

beforeAll(async () => {
  database = await testDatabase();
  await transaction(database.pool, async (tx) => {
    await openBooks(tx, 'sandbox');
    for (const ownerId of people) {
      await grantSandbox(tx, { mode: 'sandbox', ownerId, amount: money(1_000), refId: ownerId });
    }
  });
  world = new MarketWorld(database.pool);
  world.bus.answer('limits.eligibility', ({ userId }) => {
    const eligibility = standings.get(userId);
    return eligibility === undefined ? Promise.reject(new Error('nobody')) : Promise.resolve(eligibility);
  });
  await world.engine.start();
  world.tick(100_00, { ms: 1_000 });
  const rounds = await world.bus.request('exchange.rounds', { realm: 'real', pair: 'BTC-USD' });
  world.marketId = rounds!.find(({ startsAt }) => Date.parse(startsAt) === ROUND_START)!.marketId;
});
afterAll(async () => {
  await world.engine.stop();
  await database.drop();
});

const actorOf = (userId: string, eligibility: TradingEligibility | undefined) => {
  const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
  return eligibility === undefined ? actor : { ...actor, eligibility };
};
type By = ReturnType<typeof actorOf>;

const buyNow: OrderTerms = { type: 'MARKET', amount: money(5), lots: null, worstPrice: 600, timeInForce: 'FAK' };
const schedule = (actor: By) =>
  world.bus.request('trading.schedule', {
    actor,
    pair: 'BTC-USD',
    direction: 'UP',
    stake: money(5),
    durationSec: 60,
    payoutBps: 0,
    minPayoutBps: 7_000,
    when: { price: 105_00 },
    idempotency: null,
  });

const PATHS: Readonly<Record<Path, (actor: By) => Promise<CommandReply>>> = {
  prediction: (actor) => world.place(actor, { actor, stake: usdt(5_000_000n) }),
  'scheduled entry': schedule,
  'limit order': (actor) => world.order(actor, { actor, price: 500, lots: 1_000 }),
  'market order': (actor) => world.order(actor, { actor, terms: buyNow }),
  'sell order': (actor) => world.order(actor, { actor, side: 'SELL' }),
  'early sale': (actor) =>
    world.bus.request('trading.sell', { actor, predictionId: randomUUID(), minCredit: usdt(0n), idempotency: null }),
};

function said(refusal: Refusal): string {
  const detail = 'limit' in refusal ? refusal.limit : 'reason' in refusal ? refusal.reason : '';
  return `${refusal.code} ${detail}`.trim();
}

describe.each(Object.entries(PATHS))('a %s with real money', (path, ask) => {
  it.each(GATES.map(([gate, eligibility, answer], at) => ({ gate, eligibility, answer, at })))(
    'is answered $answer to somebody with $gate',
    async ({ gate, eligibility, answer, at }) => {
      const reply = await ask(actorOf(people[at] ?? '', eligibility));
      const expected = OTHERWISE[path as Path]?.(gate, answer) ?? answer;
      expect(reply.ok ? 'ok' : said(reply.refusal)).toBe(expected);
    },
  );
});

describe('a scheduled entry whose price has come', () => {
  it('asks every gate again, but the session: nobody sits there', async () => {
    // Lets the rate bucket fill.
    world.tick(100_00, { ms: 2_000 });
    const waiting = GATES.flatMap(([gate, eligibility, answer], at) =>
      eligibility === undefined ? [] : [{ gate, eligibility, answer, userId: people[at] ?? '' }],
    );
    const entries = new Map<string, string>();
    for (const { gate, eligibility, userId } of waiting) {
      standings.set(userId, eligibility);
      const reply = await schedule(actorOf(userId, ELIGIBLE));
      if (!reply.ok) throw new Error(`${gate}: ${reply.refusal.code}`);
      entries.set(gate, (JSON.parse(reply.body) as ScheduledWire).id);
    }
    world.tick(105_00, { ms: 1_000 });
    const ends: Record<string, string> = {};
    await expect
      .poll(
        async () => {
          for (const { gate, userId } of waiting) {
            const id = entries.get(gate) ?? '';
            const entry = await scheduledQueries(database.pool).one({ userId, realm: 'real', id });
            ends[gate] = `${entry?.status} ${entry?.reason ?? ''}`.trim();
          }
          return Object.values(ends).filter((end) => end === 'WAITING');
        },
        { timeout: 20_000 },
      )
      .toEqual([]);
    const opened = new Set(['nothing', 'session time']);
    expect(ends).toEqual(
      Object.fromEntries(
        waiting.map(({ gate, answer }) => [
          gate,
          opened.has(gate) ? 'TRIGGERED' : `REFUSED_AT_TRIGGER ${answer.split(' ')[0]}`,
        ]),
      ),
    );
    expect(await world.faults()).toEqual([]);
  });
});
