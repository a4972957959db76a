/** kill -9 of a process that approves an adjustment of a balance (journal 37): it is done whole or not at all, and once. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLedger } from '#server/ledger/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { openAdjustments } from '#tests/scenarios/ledger/adjustment-world.ts';
import { LIMIT_MS } from './size.ts';

let db: TestDatabase;
let dataDir: string;
let world: Awaited<ReturnType<typeof openAdjustments>>;

beforeAll(async () => {
  db = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-chaos-adjustment-'));
  world = await openAdjustments({ databaseUrl: db.url, dataDir });
});
afterAll(async () => {
  await world.db.end();
  await db.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it.each([
  { at: 'posted', isDone: false },
  { at: 'ended', isDone: false },
  { at: 'committed', isDone: true },
])(
  'kill -9 of the approval, $at',
  async ({ at, isDone }) => {
    const [maker, checker] = [
      await world.open(`a-${at}@x.example`, 'ADMIN'),
      await world.open(`b-${at}@x.example`, 'ADMIN'),
    ];
    const userId = await world.open(`eve-${at}@x.example`, 'USER');
    const fields = { userId, asset: 'USDT', way: 'credit', amount: '5000000', ticket: 'T-1' } as const;
    const made = await world.ask(maker, fields);
    if (typeof made === 'string' || 'rule' in made) throw new Error(JSON.stringify(made));
    const child = fork(new URL('./adjustment-process.ts', import.meta.url), {
      execArgv: ['--import', 'tsx'],
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: db.url,
        DATA_DIR: dataDir,
        REQUEST: made.id,
        DIGEST: made.digest,
        BY: checker,
        KILL_AT: at,
      },
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await world.cashOf(userId)).toBe(isDone ? 5_000_000n : 0n);
    expect(await world.approve(made, checker)).toEqual({
      result: { journal: `adjustment/${made.id}`, cash: '5000000' },
    });
    expect(await world.cashOf(userId)).toBe(5_000_000n);
    expect((await checkLedger(db.pool, { window: 'all' })).healthy).toBe(true);
  },
  LIMIT_MS,
);
