/** `npm run admin -- demo-reset`: the demo realm goes as a whole, the real one does not notice, and both go on afterwards. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { runCommand } from '#server/admin/commands.ts';
import type { AdminParts } from '#server/admin/commands.ts';
import type { Told } from '#server/admin/told.ts';
import { createAudit, type Audit } from '#server/audit/index.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { checkLedger, grantSandbox, openBooks, topUpDemo } from '#server/ledger/index.ts';
import { createVault } from '#server/vault/index.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ELIGIBLE } from '#tests/eligible.ts';
import { closeMarket, openMarket, type MarketWorld } from '../exchange/market-world.ts';
import { ProofRoom } from '../proofs/proofs-world.ts';
import type { Person } from './trading-world.ts';

const PARTITIONED =
  `fill journal market market_order position prediction realised scheduled_entry settlement transfer`.split(' ');
const FULL = usdt(10_000_000_000n);
const HOUSE = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
let world: MarketWorld;
let ada: Person;
let ben: Person;
let room: ProofRoom;
let parts: AdminParts;
let log: Audit;
const user = { userId: '' };

beforeEach(async () => {
  ({ database, world, ada, ben } = await openMarket());
  room = await ProofRoom.open(world);
  const { db, clock } = world;
  const config = readConfig({ DATA_DIR: room.dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const vault = createVault({ config });
  const never = () => Promise.reject(new Error('not asked for here'));
  const proveAll = async () => (await room.proofs()).publish();
  log = createAudit({ vault, clock });
  const accountAdmin = await createAccountAdmin({ config, vault, clock });
  parts = {
    config,
    db,
    accountAdmin,
    vault,
    audit: log,
    clock,
    corrections: never,
    rotateKeys: never,
    limitStake: never,
    approvals: never,
    proveAll,
  };
  user.userId = randomUUID();
  await transaction(db, async (tx) => {
    await tx.query(`INSERT INTO app_user (id, role, created_at) VALUES ($1, 'USER', now())`, [user.userId]);
    await openBooks(tx, 'sandbox');
    await grantSandbox(tx, { mode: 'sandbox', ownerId: user.userId, amount: FULL, refId: 'first' });
  });
});
afterEach(async () => {
  await closeMarket({ database, world });
  await room.close();
});

const reset = (changes: Partial<AdminParts> = {}, ...why: string[]): Promise<Told> =>
  runCommand({ ...parts, ...changes }, ['demo-reset', ...why]);

function placeReal() {
  const actor = {
    userId: user.userId,
    sessionId: randomUUID(),
    role: 'USER',
    realm: 'real',
    eligibility: ELIGIBLE,
  } as const;
  return world.place(user, { actor, durationSec: 60 });
}

/** Predictions of both realms, open and ended, and orders of two demo people that met. */
async function play(): Promise<void> {
  const ended = await world.placed(ada, { durationSec: 15 });
  expect(await placeReal()).toMatchObject({ ok: true });
  await world.ordered(ada, { price: 400, lots: 1_000 });
  await world.ordered(ben, { outcome: 'DOWN', price: 650, lots: 1_500 });
  await world.runTo(world.clock.at + 20_000, 101_00);
  await world.settled(ada, ended.id);
  await world.placed(ben, { durationSec: 120 });
}

/** Rows of a realm in every partitioned table, and its accounts, as text. */
async function rowsOf(realm: 'real' | 'demo'): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const table of [...PARTITIONED.map((name) => `${name}_${realm}`), 'account']) {
    const where = table === 'account' ? `WHERE realm = ${realm === 'real' ? 1 : 2}` : '';
    const { rows } = await database.pool.query<{ row: string }>(
      `SELECT t::text AS row FROM ${table} t ${where} ORDER BY 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** Triggers and rights of every table that the reset opened for a moment. */
async function guards(): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT c.relname, c.relacl::text AS rights, array_agg(t.tgname || t.tgenabled::text ORDER BY t.tgname) AS triggers
     FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
     WHERE NOT t.tgisinternal GROUP BY c.oid ORDER BY c.relname`,
  );
  return rows as unknown[];
}

async function healthy(window: 'all' | 'lastHour'): Promise<void> {
  const report = await checkLedger(database.pool, { window });
  expect(report.invariants.filter(({ found }) => found > 0)).toEqual([]);
}

/** Sealed sums of both realms, as after hours of checks. */
async function seal(): Promise<void> {
  await checkLedger(database.pool, { window: 'lastHour' });
  await database.pool.query(`UPDATE ledger_seal_mark SET at = now() - interval '2 hours'`);
  await checkLedger(database.pool, { window: 'lastHour' });
}

describe('npm run admin -- demo-reset', () => {
  it('empties every demo table and no other, and leaves every guard as it was', async () => {
    await play();
    await world.engine.stop();
    await seal();
    const [real, demo, guarded] = [await rowsOf('real'), await rowsOf('demo'), await guards()];
    for (const name of ['prediction', 'transfer', 'settlement', 'market_order', 'fill'])
      expect(demo[`${name}_demo`]?.length, name).toBeGreaterThan(0);
    expect(real['prediction_real']).toHaveLength(1);
    const told = await reset({}, 'a', 'new', 'season');
    expect(told.lines.join(' ')).toMatch(
      /The demo realm is empty: 1000 people had 2 predictions, 2 orders and \d+ journals/,
    );
    expect(told.ok).toBe(true);
    expect(await rowsOf('real')).toEqual(real);
    expect(Object.values(await rowsOf('demo')).flat()).toEqual([]);
    expect(await guards()).toEqual(guarded);
    await healthy('lastHour');
    await healthy('all');
    // Of nobody: the house's own key seals it.
    const about = await log.about(world.db, HOUSE);
    expect(about).toMatchObject([{ action: 'demo.reset', reason: 'a new season' }]);
  });

  it('lets people begin anew, real ones go on, and the proofs follow', async () => {
    await play();
    await world.engine.stop();
    expect(await reset({}, 'again')).toMatchObject({ ok: true });
    world.next();
    await transaction(world.db, (tx) => openBooks(tx, 'sandbox'));
    await world.fund();
    await world.engine.start();
    world.tick(100_00, { ms: 1_000 });
    expect(await world.place(ada)).toEqual({ ok: false, refusal: { code: 'NoBalance' } });
    await transaction(world.db, (tx) => topUpDemo(tx, { ownerId: ada.userId, target: FULL }));
    await world.placed(ada, { durationSec: 60 });
    expect(await placeReal()).toMatchObject({ ok: true });
    await world.runTo(world.clock.at + 70_000, 101_00);
    await world.settleDown();
    const ended = async () => (await world.db.query('SELECT FROM settlement_real')).rowCount;
    await expect.poll(ended, { timeout: 60_000 }).toBe(2);
    const proofs = await room.proofs();
    await proofs.prove();
    const { rows } = await world.db.query(
      'SELECT h.batch = l.last_batch AS proven FROM proof_head h JOIN shard_lease l USING (shard)',
    );
    expect(rows).toEqual([{ proven: true }]);
    expect(await world.faults()).toEqual([]);
  });

  it.each([
    { what: 'without a reason', prepare: 'stop', why: [], changes: {}, says: 'Say why' },
    { what: 'while an engine lives', prepare: 'run', why: ['x'], changes: {}, says: 'stop it first' },
    {
      what: 'while a batch waits for its proof',
      prepare: 'stop',
      why: ['x'],
      changes: { proveAll: async () => undefined },
      says: 'no proof yet',
    },
  ])('does nothing $what', async ({ prepare, why, changes, says }) => {
    await play();
    if (prepare === 'stop') await world.engine.stop();
    const before = await rowsOf('demo');
    const told = await reset(changes, ...why);
    expect([told.ok, told.lines.join(' ')]).toEqual([false, expect.stringContaining(says)]);
    expect(await rowsOf('demo')).toEqual(before);
    // Whoever owned the shard still does, and it can be taken where nobody did.
    if (prepare === 'run') await world.placed(ben);
    else {
      world.next();
      await world.engine.start();
    }
  });

  it('takes everything back where the audit log does not take it', async () => {
    await play();
    await world.engine.stop();
    const before = [await rowsOf('demo'), await guards()];
    const audit = { write: () => Promise.reject(new Error('the log is full')) };
    await expect(reset({ audit }, 'x')).rejects.toThrow('the log is full');
    expect([await rowsOf('demo'), await guards()]).toEqual(before);
  });
});
