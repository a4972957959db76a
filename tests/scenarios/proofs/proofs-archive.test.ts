import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { purge } from '#server/prices/store.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { verify } from '../../../src/verify/verify.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';
import { World } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

const DAY_MS = 24 * HOUR_MS;

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let archiveDir: string;
let ada: Person;
let played: string;

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  [ada] = (await world.people(1)) as [Person];
  await world.engine.start();
  room = await ProofRoom.open(world);
  // Its keys are from before the first prediction.
  await room.proofs();
  archiveDir = await mkdtemp(join(tmpdir(), 'tikvo-archive-'));
  world.tick(100_00);
  ({ id: played } = await world.placed(ada, { durationSec: 15 }));
  world.tick(100_10, { ms: 600 });
  world.tick(100_20, { ms: 14_900 });
  world.tick(100_30, { ms: 200 });
  await world.settled(ada, played);
});

afterEach(async () => {
  await world.engine.stop();
  await room.close();
  await rm(archiveDir, { recursive: true });
  await database.drop();
});

/** Publishes, lets so many days pass as prices and proofs do, and publishes again. */
async function after(days: number, options: { readonly archiveDir?: string }): Promise<Proofs> {
  const first = await room.proofs(options);
  world.clock.at += HOUR_MS + 301_000;
  await sealTape(world);
  await first.publish();
  world.clock.at += days * DAY_MS;
  await purge(world.db, { ticks: world.clock.at - 29 * DAY_MS, secondBars: 0 });
  world.tick(100_00);
  await world.placed(ada, { durationSec: 15 });
  world.clock.at += HOUR_MS + 301_000;
  await first.publish();
  // No tree is left in memory.
  return room.proofs(options);
}

async function verdictOf(proofs: Proofs): Promise<string> {
  const receipt: unknown = await proofs.receipt({ userId: ada.userId, realm: 'demo', id: played });
  const { verdict, steps } = verify(JSON.parse(JSON.stringify(receipt)), {});
  return steps.find(({ state }) => state === 'fail')?.detail ?? verdict;
}

const segments = (folder: string) => readdir(join(folder, 'segments'), { recursive: true }).catch(() => []);

describe('segments older than ticks are kept', () => {
  it('go into the archive, from which receipts still prove every tick', async () => {
    const proofs = await after(40, { archiveDir });
    const [stream, file] = (await segments(archiveDir)).toSorted((a, b) => a.length - b.length);
    expect(file).toBe(join(stream ?? '', '1.ticks'));
    expect((await readFile(join(archiveDir, 'segments', file ?? ''))).length).toBeGreaterThan(0);
    expect(await segments(proofs.folder)).not.toContain(file);
    expect(await verdictOf(proofs)).toBe('valid');
  });

  it('go out of the archive after 13 months', async () => {
    const proofs = await after(400, { archiveDir });
    expect((await segments(archiveDir)).filter((name) => name.endsWith('.ticks'))).toEqual([]);
    expect(await verdictOf(proofs)).toBe('provisional');
  });

  it('are removed where there is none', async () => {
    const proofs = await after(40, {});
    expect((await segments(proofs.folder)).filter((name) => name.endsWith('/1.ticks'))).toEqual([]);
    expect(await verdictOf(proofs)).toBe('provisional');
  });
});
