import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand, type AdminParts } from '#server/admin/commands.ts';
import { createAudit } from '#server/audit/index.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { createCorrections, createProofs, type Corrections, type Proofs } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { provenRows } from '#server/trading/index.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { sealTape } from './proofs-world.ts';
import { quietLog, World, type Person } from '../trading/trading-world.ts';

const FULL = 10_000_000_000n;
const TEN = 10_000_000n;
const STREAM = 'BTC-USD#simulated';

let database: TestDatabase;
let world: World;
let dataDir: string;
let config: Config;
let admin: AdminParts;
let proofs: Proofs;
let corrections: Corrections;
let people: Person[];

beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query('SELECT ledger_check_grammar(true)');
  world = new World(database.pool);
  people = await world.people(4);
  await world.engine.start();
  world.tick(100_00);
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-corrections-'));
  config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const vault = createVault({ config });
  const { db, clock, bus } = world;
  const audit = createAudit({ vault, clock });
  const signer = new KeyStore(dataDir);
  corrections = await createCorrections({ db, signer, clock, log: quietLog, audit, engine: provenRows });
  proofs = await createProofs({ config, db, clock, bus, log: quietLog, signer });
  const accountAdmin = await createAccountAdmin({ config, vault, clock });
  const rotateKeys = () => Promise.reject(new Error('no rotation is asked for here'));
  const limitStake = () => Promise.reject(new Error('no limit is asked for here'));
  const proveAll = () => Promise.reject(new Error('no proof is asked for here'));
  admin = {
    config,
    db,
    accountAdmin,
    vault,
    audit,
    clock,
    corrections: async () => corrections,
    rotateKeys,
    limitStake,
    approvals: limitStake,
    proveAll,
  };
});

afterEach(async () => {
  await proofs.stop();
  await world.engine.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Everybody stakes ten at once, on UP and DOWN by turns; the exit stands on the last tick but one. Gives their ids. */
async function playAll(exit: number): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, person] of people.entries()) {
    ids.push((await world.placed(person, { direction: i % 2 === 0 ? 'UP' : 'DOWN' })).id);
  }
  world.tick(100_50, { ms: 500 });
  world.tick(exit, { ms: 59_900 });
  world.tick(exit + 7, { ms: 200 });
  for (const [i, person] of people.entries()) await world.settled(person, ids[i] ?? '');
  await sealTape(world);
  return ids;
}

const by = (i: number) => ({ userId: people[i]?.userId ?? '', role: 'ADMIN' as const });

async function staff(role: string, name = role): Promise<string> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@house.example`;
  const told = await runCommand(admin, ['create', email, role]);
  if (!told.ok) throw new Error(told.lines.join());
  return email;
}

async function evidence(): Promise<string> {
  const path = join(dataDir, 'evidence.txt');
  await writeFile(path, 'what the venue says now');
  return path;
}

const correct = (...words: string[]) => runCommand(admin, ['correct-ticks', ...words]);

describe('a correction of ticks', () => {
  it('takes back winners and losers alike, with its money, its count and a receipt that shows both results', async () => {
    const ids = await playAll(101_00);
    const [one, two] = [await staff('ADMIN', 'one'), await staff('RESOLVER', 'two')];
    const proposed = await correct(
      'propose',
      one,
      STREAM,
      '3',
      '3',
      await evidence(),
      'the',
      'venue',
      'took',
      'it',
      'back',
    );
    expect(proposed.ok, proposed.lines.join()).toBe(true);
    const id = /as ([0-9a-f-]{36})/.exec(proposed.lines[0] ?? '')?.[1] ?? '';
    const approved = await correct('approve', two, id);
    expect(approved.lines).toEqual([
      'Correction 1: 4 predictions are void.',
      'Stakes given back: 0.000000 USDT, in demo 40.000000.',
    ]);
    for (const [i, person] of people.entries()) {
      expect(await world.balances(person)).toEqual({ cash: FULL, locked: 0n });
      const stored = await world.stored(person, ids[i] ?? '');
      expect(stored).toMatchObject({
        status: 'CORRECTED',
        outcome: 'VOID',
        voidReason: 'SOURCE_CORRECTION',
        credit: TEN,
      });
    }
    expect(await world.faults()).toEqual([]);

    const receipt = await proofs.receipt({ userId: people[0]?.userId ?? '', realm: 'demo', id: ids[0] ?? '' });
    expect(receipt).toMatchObject({
      result: { outcome: 'WIN', replaces: null },
      correction: {
        doc: { type: 'correction', no: 1, from_seq: 3, to_seq: 3, count: 4, clause: 'the venue took it back' },
        result: {
          outcome: 'VOID',
          reason: 'SOURCE_CORRECTION',
          credit: '10.000000',
          replaces: expect.any(String) as string,
        },
        count: 4,
      },
    });
    world.clock.at += 2 * 3_600_000;
    await proofs.publish();
    const final = (await proofs.receipt({ userId: people[0]?.userId ?? '', realm: 'demo', id: ids[0] ?? '' })) as {
      hour_proofs: readonly { list: string }[];
    } | null;
    expect(final?.hour_proofs.map(({ list }) => list)).toContain('corrections');
  });

  it('needs two people, in roles that may, and a range of ticks that are over', async () => {
    await playAll(101_00);
    const [one, clerk] = [await staff('ADMIN'), await staff('SUPPORT')];
    const file = await evidence();
    expect((await correct('propose', clerk, STREAM, '3', '3', file, 'why')).ok).toBe(false);
    expect((await correct('propose', one, 'NO-PAIR', '3', '3', file, 'why')).ok).toBe(false);
    expect((await correct('propose', one, STREAM, '0', '3', file, 'why')).ok).toBe(false);
    expect((await correct('propose', one, STREAM, '3', '400', file, 'why')).ok).toBe(false);
    const proposed = await correct('propose', one, STREAM, '3', '3', file, 'why');
    const id = /as ([0-9a-f-]{36})/.exec(proposed.lines[0] ?? '')?.[1] ?? '';
    expect((await correct('approve', one, id)).lines).toEqual([
      'Whoever proposed a correction cannot approve it: another person must.',
    ]);
    expect((await correct('approve', clerk, id)).ok).toBe(false);
    const two = await staff('ADMIN', 'two');
    expect((await correct('approve', two, id)).ok).toBe(true);
    expect((await correct('approve', two, id)).lines).toEqual(['That proposal was approved before; nothing was done.']);
  });

  it('leaves what was spent to the house, and what is void already as it is', async () => {
    const ids = await playAll(101_00);
    const winner = people[0] as Person;
    // The profit is staked again and lost, all but five.
    const { rows } = await world.db.query<{ cash: string }>(
      `SELECT credits - debits AS cash FROM account WHERE owner_id = $1 AND kind = 'user_cash'`,
      [winner.userId],
    );
    const poor = createPool(database.adminUrl, { max: 1 });
    await poor.query('ALTER TABLE account DISABLE TRIGGER USER');
    await poor.query(`UPDATE account SET debits = debits + $2 WHERE owner_id = $1 AND kind = 'user_cash'`, [
      winner.userId,
      BigInt(rows[0]?.cash ?? '0') - 5_000_000n,
    ]);
    await poor.end();
    const made = await corrections.propose(by(0), {
      stream: STREAM,
      fromSeq: 2,
      toSeq: 2,
      clause: 'why',
      evidence: Buffer.alloc(32),
    });
    if (typeof made === 'string') throw new Error(made);
    const done = await corrections.approve(by(1), made.id);
    expect(done).toMatchObject({ no: 1, count: 4 });
    expect((await world.balances(winner)).cash).toBe(0n);
    const short = await world.db.query<{ shortfall: string }>(
      'SELECT shortfall FROM correction_settlement WHERE prediction_id = $1',
      [ids[0]],
    );
    expect(short.rows).toEqual([{ shortfall: '3500000' }]);
  });

  it('waits for predictions on the range that are still open', async () => {
    const early = people[0] as Person;
    const { id } = await world.placed(early, {});
    world.tick(100_50, { ms: 500 });
    world.tick(100_60, { ms: 500 });
    await world.until(early, id, ({ status }) => status === 'OPEN');
    await sealTape(world);
    const made = await corrections.propose(by(0), {
      stream: STREAM,
      fromSeq: 2,
      toSeq: 2,
      clause: 'why',
      evidence: Buffer.alloc(32),
    });
    if (typeof made === 'string') throw new Error(made);
    expect(await corrections.approve(by(1), made.id)).toBe('still-open');
  });
});

describe('the check of rule I18 (R-54)', () => {
  it('fails on a correction that voids winners only', async () => {
    const ids = await playAll(101_00);
    const made = await corrections.propose(by(0), {
      stream: STREAM,
      fromSeq: 3,
      toSeq: 3,
      clause: 'why',
      evidence: Buffer.alloc(32),
    });
    if (typeof made === 'string') throw new Error(made);
    await corrections.approve(by(1), made.id);
    const found = async () =>
      (await checkLedger(world.db, { window: 'all' })).invariants.find(({ name }) => name === 'I18')?.found;
    expect(await found()).toBe(0);
    // As if only those who had won had been taken back: ada and cleo, on UP.
    const forger = createPool(database.adminUrl, { max: 1 });
    await forger.query('ALTER TABLE prediction_demo DISABLE TRIGGER USER');
    await forger.query(`UPDATE prediction_demo SET state = 'SETTLED' WHERE id = ANY($1::uuid[])`, [[ids[1], ids[3]]]);
    await forger.end();
    expect(await found()).toBe(2);
  });
});
