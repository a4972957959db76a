/** What the status page tells, from looks at the parts to what everybody reads, over restarts. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import type { Readiness, StatusParts } from '#server/status/contract.ts';
import { createStatus } from '#server/status/status.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { STATUS } from '#tests/status-wire.ts';

const START = Date.UTC(2026, 2, 2, 12);
const UP = { database: true, feed: true, engine: true, disk: true, signer: true };
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();

let database: TestDatabase;
let now: number;
beforeEach(async () => {
  database = await testDatabase();
  now = START;
});
afterEach(() => database.drop());

/** A process: it looks at the parts as they are then. */
function process() {
  let ready: Readiness = { parts: UP, ownership: 'owner' };
  const clock = { now: () => now, monotonic: () => now };
  const parts = {
    db: database.pool,
    clock,
    settings: STANDARD_SETTINGS,
    readiness: () => Promise.resolve(ready),
    support: { times: () => Promise.resolve(STATUS.support) },
    withdrawalTimes: { read: () => Promise.resolve(STATUS.withdrawals) },
  } as unknown as StatusParts;
  const status = createStatus(parts);
  return {
    /** Looks at so many seconds after the start of the test. */
    look: async (
      seconds: number,
      lacks: Partial<Readiness['parts']> = {},
      ownership: Readiness['ownership'] = 'owner',
    ) => {
      now = START + seconds * 1_000;
      ready = { parts: { ...UP, ...lacks }, ownership };
      await status.look();
    },
    read: () => status.read(),
    placed: (...times: readonly number[]) => times.forEach((ms) => status.placed(ms)),
  };
}

const states = ({ parts }: Awaited<ReturnType<ReturnType<typeof process>['read']>>) =>
  parts.map(({ state }) => state).join(' ');

it('tells nothing of before every part was seen at work, and nothing new when nobody looks', async () => {
  const { look, read } = process();
  await look(0, { engine: false });
  expect(await read()).toMatchObject({ since: null, outages: [] });
  await look(30);
  now += 6_000;
  const well = await read();
  expect([well.since, states(well)]).toEqual([at(30), 'up up up up']);
  expect(well.parts[0]!.days.filter(({ share }) => share !== null)).toEqual([{ day: '2026-03-02', share: 1 }]);
  now = START + 91_000;
  expect(states(await read())).toBe('unknown unknown unknown unknown');
});

it('keeps what was down, and from when it was seen at work again', async () => {
  const { look, read } = process();
  for (const seconds of [0, 15]) await look(seconds);
  await look(30, { feed: false, signer: false });
  await look(45, { feed: false });
  now += 5_000;
  const down = await read();
  expect(states(down)).toBe('up up down up');
  expect(down.parts[2]!.downSince).toBe(at(15));
  await look(60);
  now = START + 100_000;
  const { outages, parts } = await read();
  expect(outages).toEqual([{ from: at(15), to: at(60), cause: 'down', parts: ['prices'] }]);
  expect(parts.map(({ uptime }) => uptime.day)).toEqual([1, 1, 0.55, 1]);
});

it('counts the time in which no process looked as an outage of all parts, until each is back', async () => {
  const before = process();
  for (const seconds of [0, 15]) await before.look(seconds);
  const after = process();
  await after.look(300, { engine: false });
  await after.look(315, { engine: false });
  // What is back is not told as being out still.
  expect((await after.read()).outages).toEqual([
    { from: at(15), to: at(300), cause: 'away', parts: ['site', 'prices', 'proofs'] },
    { from: at(15), to: null, cause: 'away', parts: ['trading'] },
  ]);
  await after.look(330);
  expect((await after.read()).outages).toEqual([
    { from: at(15), to: at(330), cause: 'away', parts: ['site', 'trading', 'prices', 'proofs'] },
  ]);
  const { rows } = await database.pool.query(
    'SELECT part, to_at::float8 AS to FROM status_outage ORDER BY to_at, part',
  );
  expect(rows.map(({ part, to }) => `${part} ${(to - START) / 1_000}`)).toEqual([
    'prices 300',
    'proofs 300',
    'site 300',
    'trading 330',
  ]);
});

it('goes on with what the process before it left open', async () => {
  const before = process();
  await before.look(0);
  for (const seconds of [15, 30]) await before.look(seconds, { disk: false });
  const after = process();
  await after.look(45);
  expect((await after.read()).outages).toEqual([{ from: at(0), to: at(45), cause: 'down', parts: ['trading'] }]);
});

it('takes no look of a process that stands by, or starts beside the one that trades', async () => {
  const [owner, other] = [process(), process()];
  await owner.look(0);
  await other.look(10, { engine: false, feed: false }, 'standby');
  await other.look(12, { engine: false, feed: false }, 'starting');
  await owner.look(15);
  await other.look(27, { engine: false, feed: false }, 'starting');
  await owner.look(30);
  await other.look(42, { engine: false, feed: false }, 'starting');
  expect((await owner.read()).outages).toEqual([]);
});

it('tells how long placing took in the last seven days, of all processes', async () => {
  const [one, other] = [process(), process()];
  one.placed(...Array.from({ length: 94 }, () => 12));
  await one.look(0);
  other.placed(38, 39, 40, 41, 70, 900);
  await other.look(15);
  expect((await one.read()).placing).toEqual({ days: 7, count: 100, p95Ms: 40 });
  now = START + 7 * DAY_MS;
  expect((await one.read()).placing).toEqual({ days: 7, count: 0, p95Ms: null });
});

it('is asked of the database once in five seconds', async () => {
  const { read, look } = process();
  await look(0);
  const first = read();
  expect(await read()).toBe(await first);
  now += 5_000;
  expect(await read()).not.toBe(await first);
});
