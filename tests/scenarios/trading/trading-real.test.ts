import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { balancesOf, openAccounts, openBooks, post } from '#server/ledger/index.ts';
import type { PlacePrediction, PlaceReply } from '#server/trading/contract.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ELIGIBLE } from '#tests/eligible.ts';
import { World } from './trading-world.ts';

const UNIT = 1_000_000n;

let database: TestDatabase;
let world: World;
let user: string;

async function fund(userId: string, amount: bigint): Promise<void> {
  await transaction(database.pool, async (tx) => {
    await openBooks(tx, 'sandbox');
    const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
    const bank = await openAccount(tx, { realm: 'real', kind: 'bank', ownerId: null, ref: 'sandbox' });
    const transfers = [{ code: 420, debit: bank, credit: cash, amount: usdt(amount) }];
    const result = await post(tx, { realm: 'real', kind: 'sandbox_grant', refType: 'user', refId: userId, transfers });
    expect(result).toBe('posted');
  });
}

function place(stake: bigint, wanted: Partial<PlacePrediction> = {}): Promise<PlaceReply> {
  const actor = {
    userId: user,
    sessionId: randomUUID(),
    role: 'USER',
    realm: 'real',
    eligibility: ELIGIBLE,
  } as const;
  return world.place({ userId: user }, { actor, stake: usdt(stake * UNIT), ...wanted });
}

async function exposures(): Promise<string[]> {
  const { rows } = await database.pool.query<{ exposure: string }>('SELECT exposure FROM batch ORDER BY no');
  return rows.map(({ exposure }) => exposure);
}

async function realBalances(): Promise<{ cash: Usdt; locked: Usdt }> {
  return balancesOf(database.pool, { ownerId: user, realm: 'real' });
}

beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query('SELECT ledger_check_grammar(true)');
  user = randomUUID();
  await fund(user, 100_000n * UNIT);
  world = new World(database.pool);
  await world.engine.start();
  world.tick(100_00);
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

describe('real predictions', () => {
  it('win and lose against the house of their own realm', async () => {
    const won = await place(10n);
    const lost = await place(10n, { direction: 'DOWN' });
    expect([won.ok, lost.ok]).toEqual([true, true]);
    world.tick(100_50, { ms: 500 });
    world.tick(101_00, { ms: 60_000 });
    world.tick(101_00, { ms: 1 });
    await expect.poll(realBalances).toEqual({ cash: 99_998_500_000n, locked: 0n });
    const { rows } = await database.pool.query<{ realm: number; balance: string }>(
      `SELECT realm, credits - debits AS balance FROM account WHERE kind = 'house_pnl' ORDER BY realm`,
    );
    expect(rows).toEqual([
      { realm: 1, balance: '1500000' },
      { realm: 2, balance: '0' },
    ]);
    expect(await world.faults()).toEqual([]);
  });

  it('are capped by bucket, and the caps survive a restart', async () => {
    // 5,000 at 0.85 are 4,250 of worst case: five fit into the bucket of 25,000, and 3,750 are left.
    const replies: PlaceReply[] = [];
    for (let i = 0; i < 5; i += 1) replies.push(await place(5_000n));
    expect(replies.every((reply) => reply.ok)).toBe(true);
    expect((await exposures()).at(-1)).toBe('21250000000');
    world.tick(100_00, { ms: 1_000 });
    const limited: PlaceReply = {
      ok: false,
      refusal: { code: 'ExposureLimit', reason: 'pair', available: 4_411_760_000n },
    };
    expect(await place(5_000n)).toEqual(limited);
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_00, { ms: 1_000 });
    // Everyone is UP: the payout has come down to 0.82, so a larger stake fits into the same room.
    expect(await place(5_000n)).toEqual({
      ok: false,
      refusal: { code: 'ExposureLimit', reason: 'pair', available: 4_573_170_000n },
    });
    // The next bucket is another matter.
    world.tick(100_00, { ms: 10_000 });
    expect(await place(5_000n)).toMatchObject({ ok: true });
  });

  it('never see practice money', async () => {
    const [ada] = await world.people(1);
    const actor = {
      userId: ada!.userId,
      sessionId: 's',
      role: 'USER',
      realm: 'real',
      eligibility: ELIGIBLE,
    } as const;
    expect(await world.place(ada!, { actor })).toEqual({ ok: false, refusal: { code: 'NoBalance' } });
  });
});

describe('the chain of batches', () => {
  it('has no gap, and each names the hash of the one before', async () => {
    for (let i = 0; i < 4; i += 1) {
      await place(1n);
      world.tick(100_00, { ms: 1_000 });
    }
    await world.engine.stop();
    const { rows } = await database.pool.query<{ no: string; hash: Buffer; prev: Buffer; facts: object }>(
      'SELECT no, hash, prev, facts FROM batch ORDER BY no',
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    let prev: Buffer = Buffer.alloc(32);
    rows.forEach((row, index) => {
      expect(Number(row.no)).toBe(index + 1);
      expect(row.prev.equals(prev)).toBe(true);
      prev = row.hash;
    });
    expect(rows[0]?.facts).toMatchObject({ placed: [{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }] });
    const { rows: lease } = await database.pool.query<{ last_hash: Buffer; owner: string | null }>(
      'SELECT last_hash, owner FROM shard_lease',
    );
    expect(lease[0]?.last_hash.equals(prev)).toBe(true);
    expect(lease[0]?.owner).toBeNull();
  });
});

describe('a database that may forget', () => {
  it('is refused at start', async () => {
    await world.engine.stop();
    const careless = createPool(database.url, { settings: { synchronous_commit: 'off' } });
    world.next({ db: careless });
    await expect(world.engine.start()).rejects.toThrow('synchronous_commit of the database is off');
    await world.engine.stop();
    await careless.end();
  });
});
