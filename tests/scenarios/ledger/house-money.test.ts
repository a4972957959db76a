/** Real money of the house, moved by hand: what an installation in production needs before its books are quoted. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bankFor } from '#domain/trading/exposure.ts';
import { usdt } from '#domain/money.ts';
import { runCommand, type AdminParts } from '#server/admin/commands.ts';
import type { Told } from '#server/admin/told.ts';
import { createAudit, thisShell, type Audit } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { transaction } from '#server/db/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import { balancesOf, openBooks } from '#server/ledger/index.ts';
import { grantPlayMoney } from '#server/ledger/house-acts.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { MarketWorld, money, ROUND_START } from '../exchange/market-world.ts';

const HOUSE = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
let dataDir: string;
let parts: AdminParts;
let audit: Audit;

beforeEach(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-house-money-'));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  await transaction(database.pool, async (tx) => {
    await openBooks(tx, 'production');
    await fundHouseMaker(tx, { mode: 'production', shard: 0 });
  });
  const vault = createVault({ config });
  audit = createAudit({ vault, clock: systemClock });
  const never = () => Promise.reject(new Error('not asked for here'));
  parts = {
    config: { mode: 'production' },
    db: database.pool,
    accountAdmin: await createAccountAdmin({ config, vault, clock: systemClock }),
    vault,
    audit,
    clock: systemClock,
    corrections: never,
    rotateKeys: never,
    proveAll: never,
    limitStake: never,
    approvals: never,
  };
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (line: string): Promise<Told> => runCommand(parts, line.split(' '));
const told = async () => (await audit.about(database.pool, HOUSE)).map(({ action, reason }) => [action, reason]);

/** What the house has of real money, whole USDT: its bank, its bank roll, its maker. */
async function held(): Promise<number[]> {
  const { rows } = await database.pool.query<{ kind: string; units: string }>(
    `SELECT kind, abs(credits - debits) / 1000000 AS units FROM account
     WHERE realm = 1 AND kind IN ('bank', 'house_bank', 'house_maker')`,
  );
  return ['bank', 'house_bank', 'house_maker'].map((kind) => Number(rows.find((row) => row.kind === kind)?.units ?? 0));
}

describe('real money of the house in production', () => {
  it('comes into the bank roll and goes to the maker, each request once, with its reason in the audit log', async () => {
    expect(await run('bankroll 80000 b1 --reason capital of the owners')).toMatchObject({ ok: true });
    expect(await run('bankroll 80000 b1 --reason again')).toMatchObject({ ok: true });
    expect(await held()).toEqual([80_000, 80_000, 0]);
    expect(await run('fund-maker 50000 m1 --reason first books')).toMatchObject({ ok: true });
    expect((await run('fund-maker 50000 m1 --reason again')).lines.join(' ')).toContain('nothing was moved');
    expect(await run('return-maker 20000 m2 --reason too much')).toMatchObject({ ok: true });
    expect(await held()).toEqual([80_000, 50_000, 30_000]);
    expect(await told()).toEqual([
      ['house.bankroll', 'capital of the owners'],
      ['house.maker_funded', 'first books'],
      ['house.maker_returned', 'too much'],
    ]);
    // No sandbox's money is in it: production may go on with it.
    expect(await transaction(database.pool, (tx) => openBooks(tx, 'production'))).toBe(true);
  });

  it('is refused where the giving side does not hold it, and the answer says how much it does', async () => {
    await run('bankroll 100 b1 --reason capital');
    const said = await run('fund-maker 100.01 m1 --reason books');
    expect(said).toMatchObject({ ok: false });
    expect(said.lines.join(' ')).toContain('at most 100.000000 USDT');
    expect(await run('fund-maker 100 m1 --reason books')).toMatchObject({ ok: true });
    // It is the maker that has no more: of the bank roll there is nothing to say.
    const back = await run('return-maker 100.01 m2 --reason back');
    expect(back).toEqual({ ok: false, lines: ['Nothing was moved: at most 100.000000 USDT can be given now.'] });
    expect(await held()).toEqual([100, 0, 100]);
    expect((await told()).length).toBe(2);
  });

  it('stays where open predictions could win it', async () => {
    await run('bankroll 1000 b1 --reason capital');
    // What it gave and has back is no more than it has.
    await run('fund-maker 700 m0 --reason books');
    await run('return-maker 700 m00 --reason back');
    await database.pool.query(
      `WITH next AS (
         INSERT INTO batch (shard, no, epoch, hash, prev, at, exposure, facts)
         SELECT 0, last_batch + 1, 1, last_hash, last_hash, 0, 400000000, '{}' FROM shard_lease WHERE shard = 0 RETURNING no)
       UPDATE shard_lease SET last_batch = next.no FROM next WHERE shard = 0`,
    );
    // 400 of worst case and a reserve of a fifth: 500 stay.
    expect(bankFor(usdt(400_000_000n), 20n)).toBe(money(500));
    expect((await run('fund-maker 500.01 m1 --reason books')).lines.join(' ')).toContain('at most 500.000000 USDT');
    expect(await run('fund-maker 500 m1 --reason books')).toMatchObject({ ok: true });
    expect(await held()).toEqual([1_000, 500, 500]);
  });

  it.each([
    ['without a reason', 'bankroll 10 b1', 'Say why'],
    ['of no amount', 'bankroll ten b1 --reason why', 'The amount'],
    ['of nothing', 'fund-maker 0 b1 --reason why', 'The amount'],
    ['with a name that is none', 'bankroll 10 b/1 --reason why', 'The id'],
    ['without an id', 'bankroll 10', 'npm run admin'],
    ['that was made with another amount', 'bankroll 11 b0 --reason why', 'another id'],
  ])('is not moved by a request %s', async (_what, line, says) => {
    await run('bankroll 10 b0 --reason first');
    const said = await run(line);
    expect(said.ok).toBe(false);
    expect(said.lines.join('\n')).toContain(says);
    expect(await held()).toEqual([10, 10, 0]);
  });

  it('is what the books of real rounds are quoted with, while the server runs', async () => {
    const world = new MarketWorld(database.pool);
    await world.engine.start();
    world.tick(100_00);
    const { marketId } = (await world.rounds('real'))!.find(({ startsAt }) => Date.parse(startsAt) === ROUND_START)!;
    const book = () => world.bus.request('exchange.book', { realm: 'real', marketId, depth: 10 });
    expect(await book()).toMatchObject({ quoted: false, bids: [], asks: [] });
    await run('bankroll 1000 b1 --reason capital');
    await run('fund-maker 1000 m1 --reason books');
    await world.untilQuoted('real');
    expect((await book())!.asks.length).toBeGreaterThan(0);
    expect(await world.faults()).toEqual([]);
    await world.engine.stop();
  });
});

it('a sandbox has its bank roll from its first start', async () => {
  parts = { ...parts, config: { mode: 'sandbox' } };
  expect((await run('bankroll 10 b1 --reason more')).lines.join(' ')).toContain('first start');
  expect(await held()).toEqual([0, 0, 0]);
});

it('play money of a sandbox is given once a request, with its reason in the audit log, and never in production', async () => {
  const userId = randomUUID();
  const grant = { mode: 'sandbox', userId, amount: money(5), id: 'g1', by: thisShell(), reason: 'to try' } as const;
  const give = (of: Parameters<typeof grantPlayMoney>[2]) =>
    transaction(database.pool, (tx) => grantPlayMoney({ audit }, tx, of));
  await expect(give({ ...grant, mode: 'production' })).rejects.toThrow('in production');
  expect([await give(grant), await give({ ...grant, reason: 'again' })]).toEqual(['posted', 'repeat']);
  expect((await balancesOf(database.pool, { ownerId: userId, realm: 'real' })).cash).toBe(money(5));
  const afterDigest = createHash('sha256').update('{"amount":"5000000","id":"g1"}').digest('hex');
  const entry = { action: 'money.granted', objectType: 'user', objectId: userId, reason: 'to try', afterDigest };
  expect(await audit.about(database.pool, userId)).toMatchObject([entry]);
});
