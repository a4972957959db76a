/** Proofs of old predictions lie in files: receipts come from there as they were, the tables hold what the ledger and people need. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { createPool } from '#server/db/index.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { archiveProofs, type Archived } from '#server/proofs/archive/archive-proofs.ts';
import { checkArchive, findInArchive } from '#server/proofs/archive/read-archive.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { batchPassedByAll } from '#server/facts/index.ts';
import { provenRows } from '#server/trading/index.ts';
import { predictionQueries } from '#server/trading/queries/store.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { main } from '../../../src/verify/cli.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';
import { World } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let folder: string;
let ada: Person;
let proofs: Proofs;
/** Settled in the first hour, and placed in it but settled in the second. */
let early: string;
let late: string;

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  [ada] = (await world.people(1)) as [Person];
  await world.engine.start();
  room = await ProofRoom.open(world);
  folder = await mkdtemp(join(tmpdir(), 'tikvo-moved-'));
  proofs = await room.proofs({ archiveDir: folder });
  world.tick(100_00);
  ({ id: early } = await world.placed(ada, { durationSec: 15 }));
  world.tick(100_10, { ms: 600 });
  world.tick(100_20, { ms: 14_900 });
  world.tick(100_30, { ms: 200 });
  await world.settled(ada, early);
  ({ id: late } = await world.placed(ada, { durationSec: 15 }));
  await proofs.prove();
  world.clock.at += HOUR_MS;
  world.tick(100_30, { flags: 17 });
  await world.settled(ada, late);
  world.clock.at += HOUR_MS + 301_000;
  await sealTape(world);
  await proofs.publish();
  // Nobody follows the engine here.
  await database.pool.query('UPDATE fact_cursor SET position = 1000000');
});

afterEach(async () => {
  await world.engine.stop();
  await room.close();
  await rm(folder, { recursive: true });
  await database.drop();
});

const going = { throwIfAborted: () => undefined };

function archive(hoursOld: number, signal: { throwIfAborted(): void } = going): Promise<Archived> {
  const before = world.clock.at - hoursOld * HOUR_MS;
  return archiveProofs({
    db: database.pool,
    engine: provenRows,
    toldUpTo: batchPassedByAll,
    folder,
    ticks: folder,
    before,
    say: () => undefined,
    signal,
  });
}

async function receiptText(of: Proofs, id: string): Promise<string> {
  return JSON.stringify(await of.receipt({ userId: ada.userId, realm: 'demo', id }));
}

const list = () => predictionQueries(database.pool).list({ userId: ada.userId, realm: 'demo' });

/** What the tables still hold of proofs. */
async function held() {
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*)::int FROM proof_batch) AS records, (SELECT count(*)::int FROM batch WHERE facts <> '{}') AS news,
       (SELECT count(*)::int FROM prediction WHERE entry_records IS NOT NULL) AS entries,
       (SELECT count(*)::int FROM settlement WHERE exit_records IS NOT NULL) AS exits`,
  );
  return rows[0] as Readonly<Record<'records' | 'news' | 'entries' | 'exits', number>>;
}

describe('proofs that are moved into files', () => {
  it('give the same receipts, and leave the ledger and every prediction where they are', async () => {
    const before = [await receiptText(proofs, early), await receiptText(proofs, late)];
    const listed = await list();
    expect(await archive(0)).toMatchObject({ receipts: 2, incomplete: 0 });
    expect(await held()).toEqual({ records: 0, news: 0, entries: 0, exits: 0 });
    expect([await receiptText(proofs, early), await receiptText(proofs, late)]).toEqual(before);
    expect(await list()).toEqual(listed);
    expect(listed.items).toHaveLength(2);
    const { healthy, invariants } = await checkLedger(database.pool, { window: 'all' });
    expect(healthy, JSON.stringify(invariants.filter(({ found }) => found > 0))).toBe(true);
    // Without a network, from the files alone.
    let said = '';
    expect(
      main([join(folder, 'proofs', new Date(world.clock.at).toISOString().slice(0, 10))], (text) => (said += text)),
    ).toBe(0);
    expect(said).toContain('2 compared, 0 differ');
    // Whoever cannot read the archive says so.
    const poor = await room.proofs();
    expect(await poor.receipt({ userId: ada.userId, realm: 'demo', id: early })).toBe('elsewhere');
    expect(await poor.receipt({ userId: 'd1b2c3d4-0000-4000-8000-000000000000', realm: 'demo', id: early })).toBeNull();
    expect(await findInArchive(database.pool, folder, early)).toEqual({ receipt: before[0] });
    expect(await archive(0)).toMatchObject({ hours: 0, receipts: 0, pruned: 0 });
  });

  it('stay in the tables for as long as something that was placed beside them is not in a file', async () => {
    const before = await held();
    expect(await archive(1)).toMatchObject({ hours: 1, receipts: 1, pruned: 0 });
    expect(await held()).toEqual(before);
    expect(await archive(0)).toMatchObject({ receipts: 1 });
    expect((await held()).records).toBe(0);
  });

  it('go on where a run was cut, wherever that was', async () => {
    const before = [await receiptText(proofs, early), await receiptText(proofs, late)];
    let cuts = 0;
    for (let steps = 1; ; steps += 1) {
      let left = steps;
      const cut = () => {
        left -= 1;
        if (left === 0) throw new Error('cut');
      };
      const done = await archive(0, { throwIfAborted: cut }).catch((error: Error) => error.message);
      expect([await receiptText(proofs, early), await receiptText(proofs, late)], `${steps} steps`).toEqual(before);
      if (done !== 'cut') break;
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(6);
    expect(await held()).toEqual({ records: 0, news: 0, entries: 0, exits: 0 });
    expect(await checkArchive(database.pool, folder)).toMatchObject({ receipts: 2, faults: [] });
  });

  it('make the published lists of a folder that was lost', async () => {
    const listsOf = async () => {
      const hour = new Date(Math.floor(world.clock.at / HOUR_MS) * HOUR_MS - 2 * HOUR_MS).toISOString().slice(0, 13);
      return Promise.all(
        ['admit', 'settle'].map((list) => readFile(join(proofs.folder, 'hours', hour, `${list}.ndjson`), 'utf8')),
      );
    };
    const before = await listsOf();
    expect(before.join('')).toContain('admit-batch');
    await archive(0);
    await rm(proofs.folder, { recursive: true });
    await proofs.publish();
    expect(await listsOf()).toEqual(before);
  });

  it('are named when a file of them is not as it was written', async () => {
    await archive(0);
    const { rows } = await database.pool.query<{ file: string }>(
      'SELECT file FROM proof_archive WHERE receipts > 0 ORDER BY hour',
    );
    const [file = ''] = rows.map((row) => row.file);
    await appendFile(join(folder, file.replace('.archive', '.receipts-1.ndjson.gz')), 'x');
    const { faults } = await checkArchive(database.pool, folder);
    expect(faults).toEqual([expect.stringContaining('.receipts-1.ndjson.gz of the archive was changed')]);
  });
});

describe('the database', () => {
  it.each([
    'DELETE FROM proof_batch',
    'UPDATE prediction SET entry_records = NULL',
    'UPDATE settlement SET exit_records = NULL',
    `UPDATE batch SET facts = '{}'`,
    'UPDATE proof_archive_mark SET hour = 1',
  ])('lets nobody take away what is in no file: %s', async (sql) => {
    for (const url of [database.url, database.adminUrl]) {
      const pool = createPool(url, { max: 1 });
      await expect(pool.query(sql), url).rejects.toThrow(/not archived/);
      await pool.end();
    }
  });

  it('lets nobody write anything else in the place of what is', async () => {
    await archive(0);
    const admin = createPool(database.adminUrl, { max: 1 });
    for (const sql of [
      `UPDATE prediction SET entry_records = '\\x00'`,
      `UPDATE settlement SET exit_records = '\\x00'`,
      `UPDATE batch SET facts = '{"placed": []}'`,
      'UPDATE settlement SET credit = credit',
      'UPDATE batch SET at = at',
      'UPDATE proof_archive SET receipts = 0',
      'DELETE FROM proof_archive',
      'DELETE FROM batch',
      'DELETE FROM settlement',
    ]) {
      await expect(admin.query(sql), sql).rejects.toThrow(/not archived|append-only/);
    }
    await admin.end();
  });
});
