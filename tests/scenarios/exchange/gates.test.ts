import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlayLimits, TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { usdt } from '#domain/money.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { openAccounts, openBooks, post } from '#server/ledger/index.ts';
import type { PlacePrediction, PlaceReply } from '#server/trading/contract.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ELIGIBLE, NO_LIMITS } from '#tests/eligible.ts';
import { CommitProxy } from '../trading/commit-proxy.ts';
import { World } from '../trading/trading-world.ts';

const UNIT = 1_000_000n;

let database: TestDatabase;
let world: World;
let user: string;

beforeEach(async () => {
  database = await testDatabase();
  user = randomUUID();
  await fund(user);
  world = new World(database.pool);
  // Ids of predictions carry the time at which they were drawn.
  world.clock.at = Date.now();
  await world.engine.start();
  world.tick(100_00);
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

async function fund(userId: string): Promise<void> {
  await transaction(database.pool, async (tx) => {
    await openBooks(tx, 'sandbox');
    const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
    const bank = await openAccount(tx, { realm: 'real', kind: 'bank', ownerId: null, ref: 'sandbox' });
    const transfers = [{ code: 420, debit: bank, credit: cash, amount: usdt(1_000n * UNIT) }];
    await post(tx, { realm: 'real', kind: 'sandbox_grant', refType: 'user', refId: userId, transfers });
  });
}

function place(
  stake: bigint,
  eligibility: TradingEligibility | undefined,
  wanted: Partial<PlacePrediction> = {},
): Promise<PlaceReply> {
  const actor = {
    userId: user,
    sessionId: randomUUID(),
    role: 'USER',
    realm: 'real',
    ...(eligibility === undefined ? {} : { eligibility }),
  } as const;
  return world.place({ userId: user }, { actor, stake: usdt(stake * UNIT), ...wanted });
}

const limited = (limits: Partial<PlayLimits>): TradingEligibility => ({
  ...ELIGIBLE,
  limits: { ...NO_LIMITS, ...limits },
});
const lossOf = (amount: bigint) => limited({ lossDay: usdt(amount * UNIT) });
const answer = (reply: PlaceReply) => (reply.ok ? 'ok' : reply.refusal.code);

/** Loses or wins everything that is open. */
async function settleAll(price: number): Promise<void> {
  world.tick(100_00, { ms: 600 });
  world.tick(price, { ms: 60_000 });
  world.tick(price, { ms: 1 });
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query<{ open: number }>(
        'SELECT count(*)::int AS open FROM prediction WHERE settled_at IS NULL',
      );
      return rows[0]?.open;
    })
    .toBe(0);
  world.tick(100_00, { ms: 1 });
}

describe('a real prediction', () => {
  it('is refused without a standing, and writes nothing', async () => {
    expect(await place(10n, undefined)).toEqual({ ok: false, refusal: { code: 'NotSignedIn' } });
    expect(await place(10n, { ...ELIGIBLE, selfExcluded: true, pausedUntil: Infinity })).toEqual({
      ok: false,
      refusal: { code: 'SelfExcluded', until: null },
    });
    expect(answer(await place(10n, { ...ELIGIBLE, name: 'PENDING_APPROVE' }))).toBe('VerificationError');
    const { rows } = await database.pool.query('SELECT 1 FROM prediction');
    expect(rows).toEqual([]);
    expect(answer(await place(10n, ELIGIBLE))).toBe('ok');
  });

  it('is stopped by the person before the market is looked at', async () => {
    world.prices.setStatus('BTC-USD', 'CLOSED');
    expect(answer(await place(10n, { ...ELIGIBLE, emailConfirmed: false }))).toBe('VerificationError');
    expect(answer(await place(10n, ELIGIBLE))).toBe('MarketClosed');
  });
});

describe('a loss limit', () => {
  it('is not passed by two predictions that come together', async () => {
    const eligibility = lossOf(15n);
    const replies = await Promise.all([place(10n, eligibility), place(10n, eligibility), place(5n, eligibility)]);
    expect(replies.map(answer)).toEqual(['ok', 'LimitReached', 'ok']);
  });

  it('is kept by many at once, whatever their order', async () => {
    const eligibility = lossOf(12n);
    const waves: PlaceReply[] = [];
    for (let wave = 0; wave < 4; wave += 1) {
      waves.push(...(await Promise.all([1n, 2n, 3n, 4n, 5n].map((stake) => place(stake, eligibility)))));
      world.clock.at += 1_000;
      world.tick(100_00);
    }
    const { rows } = await database.pool.query<{ sum: string }>('SELECT sum(stake) AS sum FROM prediction');
    expect(waves.some((reply) => answer(reply) === 'LimitReached')).toBe(true);
    expect(BigInt(rows[0]?.sum ?? '0')).toBe(12n * UNIT);
  });

  it('counts what was lost, gives room back for what was won, and is known after a restart', async () => {
    const eligibility = lossOf(20n);
    expect(answer(await place(15n, eligibility))).toBe('ok');
    await settleAll(90_00);
    expect(answer(await place(6n, eligibility))).toBe('LimitReached');
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_00, { ms: 1_000 });
    expect(answer(await place(6n, eligibility))).toBe('LimitReached');
    expect(answer(await place(5n, eligibility))).toBe('ok');
    expect(answer(await place(1n, eligibility))).toBe('LimitReached');
    await settleAll(110_00);
    // 15 lost, then at least 5 x 0.7 won: between 8.50 and 11.50 of the 20 are left.
    expect(answer(await place(12n, eligibility))).toBe('LimitReached');
    expect(answer(await place(8n, eligibility))).toBe('ok');
  });

  it('begins to count at the first stake after it was set, with everything of the window', async () => {
    expect(answer(await place(15n, ELIGIBLE))).toBe('ok');
    await settleAll(90_00);
    expect(answer(await place(10n, ELIGIBLE))).toBe('ok');
    expect(answer(await place(6n, lossOf(30n)))).toBe('LimitReached');
    expect(answer(await place(5n, lossOf(30n)))).toBe('ok');
    expect(answer(await place(100n, ELIGIBLE))).toBe('ok');
  });

  it('forgets what is older than its window', async () => {
    const eligibility = lossOf(20n);
    expect(answer(await place(20n, eligibility))).toBe('ok');
    await settleAll(90_00);
    expect(answer(await place(1n, eligibility))).toBe('LimitReached');
    world.tick(100_00, { ms: 86_400_000 + 60_000 });
    expect(answer(await place(20n, eligibility))).toBe('ok');
  });

  it.each(['before', 'after'] as const)('holds when the connection is lost %s the commit', async (cut) => {
    await world.engine.stop();
    const proxy = await CommitProxy.open(database.url);
    const engineDb = createPool(proxy.url, { pipeline: true, max: 6 });
    try {
      world.next({ db: engineDb });
      await world.engine.start();
      world.tick(100_00, { ms: 1_000 });
      const eligibility = lossOf(15n);
      expect(answer(await place(5n, eligibility))).toBe('ok');
      proxy.cuts = [cut];
      const replies = await Promise.all([place(10n, eligibility), place(10n, eligibility)]);
      expect(replies.map(answer).toSorted()).toEqual(['LimitReached', 'ok']);
      expect(proxy.made).toBe(1);
      expect(answer(await place(1n, eligibility))).toBe('LimitReached');
      const { rows } = await database.pool.query<{ sum: string }>('SELECT sum(stake) AS sum FROM prediction');
      expect(BigInt(rows[0]?.sum ?? '0')).toBe(15n * UNIT);
      expect(await world.faults()).toEqual([]);
    } finally {
      await world.engine.stop();
      await engineDb.end();
      await proxy.close();
    }
  });
});
