/** `npm run archive` finds no room on the disk, and is killed where nobody asked it to stop. `ARCHIVED=20000` for the figures of docs/operations.md. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { checkArchive } from '#server/proofs/archive/read-archive.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { smallDisk } from '#tests/processes/small-disk.ts';
import { main } from '../../../src/verify/cli.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';
import { World } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

const WANTED = Number(process.env['ARCHIVED'] ?? '100');
/** As many as the rate of a person lets through in a round. */
const EACH = 4;

/** Of the archive; null where this user may not mount one. */
const disk = smallDisk(64_000_000 + WANTED * 20_000);

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let proofs: Proofs;
let folder: string;
const placed: { readonly person: Person; readonly id: string }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  await world.engine.start();
  room = await ProofRoom.open(world);
  folder = await mkdtemp(join(disk?.dir ?? tmpdir(), 'tikvo-killed-'));
  proofs = await room.proofs({ archiveDir: folder });
  const people = await world.people(Math.max(1, Math.ceil(Math.min(WANTED, 2_000) / EACH)));
  while (placed.length < WANTED) await playRound(people);
  await proofs.prove();
  world.clock.at += HOUR_MS + 301_000;
  await sealTape(world);
  await proofs.publish();
  // Nobody follows facts here.
  await database.pool.query('UPDATE fact_cursor SET position = 1000000');
}, 3_600_000);

afterAll(async () => {
  await world.engine.stop();
  await room.close();
  await rm(folder, { recursive: true });
  disk?.remove();
  await database.drop();
});

async function playRound(people: readonly Person[]): Promise<void> {
  world.tick(90_000_00, { ms: 1_000 });
  const some = people.flatMap((person) => Array.from({ length: EACH }, () => person)).slice(0, WANTED - placed.length);
  const made = await Promise.all(
    some.map(async (person) => ({ person, id: (await world.placed(person, { durationSec: 15 })).id })),
  );
  for (let step = 0; step < 80; step += 1) world.tick(90_000_00 + step, { ms: 300 });
  for (const { person, id } of made) await world.settled(person, id);
  placed.push(...made);
}

function begin({ stderr = 'inherit' }: { readonly stderr?: 'inherit' | 'pipe' } = {}): ChildProcess {
  const env = { ...process.env, DATABASE: database.url, TO: folder, BEFORE: String(world.clock.at) };
  const script = new URL('./archive-child.ts', import.meta.url).pathname;
  return fork(script, { env, execArgv: ['--import', 'tsx'], stdio: ['ignore', 'pipe', stderr, 'ipc'] });
}

const receiptOf = async ({ person, id }: (typeof placed)[number]) =>
  JSON.stringify(await proofs.receipt({ userId: person.userId, realm: 'demo', id }));
const count = async (what: string) => Number((await database.pool.query<{ n: string }>(what)).rows[0]?.n);
const records = () => count('SELECT count(*) AS n FROM proof_batch');
const isFile = async (name: RegExp) =>
  (await readdir(folder, { recursive: true })).some((path) => name.test(path.toString()));

/** Where it is killed: as soon as this can be seen of its work. */
const MOMENTS: readonly (readonly [string, () => Promise<boolean>])[] = [
  ['with receipts in a file', () => isFile(/receipts-1/)],
  ['with records in a file', () => isFile(/records-1/)],
  ['with the list of the hour', () => isFile(/\.archive$/)],
  [
    'with the mark moved',
    async () => (await count('SELECT count(*) AS n FROM prediction WHERE entry_records IS NULL')) > 0,
  ],
  ['with some of the records gone', async () => (await records()) < all],
];
let all = 0;

/** Nothing at all, and what some of the files of a hundred predictions take. */
it.runIf(disk !== null).each([0, 40_000])('keeps the tables as they are where %i bytes are left', async (left) => {
  const receipts = () => Promise.all(placed.map(receiptOf));
  const [before, rows] = [await receipts(), await records()];
  disk!.fill(left);
  const child = begin({ stderr: 'pipe' });
  const [said] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  expect(child.exitCode).toBe(1);
  expect(said).toMatch(/ENOSPC/);
  expect([await receipts(), await records()]).toEqual([before, rows]);
  disk!.empty();
});

it('goes on after kill -9, and every receipt is as it was', async () => {
  const some = placed.filter((_, no) => no % Math.ceil(WANTED / 20) === 0);
  const before = await Promise.all(some.map(receiptOf));
  all = await records();
  const size = () => count('SELECT pg_database_size(current_database()) AS n');
  const sizeBefore = await size();
  let killed = 0;
  for (const [moment, isThere] of MOMENTS) {
    const child = begin();
    const ended = once(child, 'exit');
    while (child.exitCode === null && !(await isThere())) await pause(1);
    if (child.exitCode === null) killed += 1;
    child.kill('SIGKILL');
    await ended;
    expect(await Promise.all(some.map(receiptOf)), moment).toEqual(before);
  }
  const last = begin();
  const [said] = await Promise.all([text(last.stdout!), once(last, 'exit')]);
  expect(last.exitCode).toBe(0);
  expect(await Promise.all(some.map(receiptOf))).toEqual(before);
  expect(await records()).toBe(0);
  expect(await checkArchive(database.pool, folder)).toMatchObject({ receipts: WANTED, faults: [] });
  let verdict = '';
  const days = (await readdir(join(folder, 'proofs'))).map((day) => join(folder, 'proofs', day));
  expect(
    main([...days, '--quiet'], (line) => (verdict += line)),
    verdict,
  ).toBe(0);
  expect(verdict).toContain(`${WANTED} compared, 0 differ`);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((one) => one.isFile())
    .map(async (one) => (await stat(join(one.parentPath, one.name))).size);
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  await database.pool.query('VACUUM FULL');
  console.log(
    `archive: killed ${killed} of ${MOMENTS.length} times; ${WANTED} predictions, files ${bytes} bytes, ` +
      `database ${sizeBefore} -> ${await size()} bytes; last run ${said.trim()}`,
  );
  expect(killed).toBeGreaterThan(0);
}, 3_600_000);
