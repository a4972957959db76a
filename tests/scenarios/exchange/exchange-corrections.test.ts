import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '#server/audit/index.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { createCorrections, type Corrections } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { provenRows } from '#server/trading/index.ts';
import { createVault } from '#server/vault/index.ts';
import { verifyRound } from '#verify/rounds/round.ts';
import type { TestDatabase } from '#tests/database.ts';
import { closeMarket, money, openMarket, ROUND_START, type MarketWorld } from './market-world.ts';
import { sealTape } from '../proofs/proofs-world.ts';
import { publishedReceipt } from './round-receipts.ts';
import { quietLog, type Person } from '../trading/trading-world.ts';

const FULL = 10_000_000_000n;
const END = ROUND_START + 300_000;
const AFTER = END + 3_000;

let database: TestDatabase;
let world: MarketWorld;
let ada: Person;
let ben: Person;
let dataDir: string;
let config: Config;
let corrections: Corrections;

beforeEach(async () => {
  ({ database, world, ada, ben } = await openMarket());
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-round-corrections-'));
  config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const { db, clock } = world;
  const audit = createAudit({ vault: createVault({ config }), clock });
  corrections = await createCorrections({
    db,
    signer: new KeyStore(dataDir),
    clock,
    log: quietLog,
    audit,
    engine: provenRows,
  });
  // Ada holds 10 UP at 0.40, Ben 10 DOWN at 0.60 and a fee.
  await world.ordered(ada, { price: 400 });
  await world.ordered(ben, { outcome: 'DOWN', price: 600 });
});

afterEach(async () => {
  await closeMarket({ database, world });
  await rm(dataDir, { recursive: true, force: true });
});

/** Two people correct the ticks of [from, to] (wall ms). */
async function correct(from: number, to: number): Promise<void> {
  const seqs = world.tape
    .of(world.prices.feed('BTC-USD').stream)
    .filter(({ t }) => t >= from && t <= to)
    .map(({ seq }) => seq);
  await sealTape(world);
  const made = await corrections.propose(
    { userId: ada.userId, role: 'ADMIN' },
    {
      stream: 'BTC-USD#simulated',
      fromSeq: Math.min(...seqs),
      toSeq: Math.max(...seqs),
      clause: 'why',
      evidence: Buffer.alloc(32),
    },
  );
  if (typeof made === 'string') throw new Error(made);
  expect(await corrections.approve({ userId: ben.userId, role: 'ADMIN' }, made.id)).toMatchObject({ count: 0 });
}

async function voidReason(): Promise<string | null | undefined> {
  const { rows } = await world.db.query<{ void_reason: string | null }>(
    'SELECT void_reason FROM market WHERE id = $1',
    [world.marketId],
  );
  return rows[0]?.void_reason;
}

/** What became of the void round, once it is. */
async function voided(): Promise<unknown> {
  const { result, void_value: value } = await world.untilMarket('VOIDED');
  const people = [await world.balances(ada), await world.balances(ben)];
  return { result, value, reason: await voidReason(), people, faults: await world.faults() };
}

/** Half a share each, and the fee back: nothing was filled in the minute before. */
const VOID = {
  result: 'VOID',
  value: 500,
  reason: 'SOURCE_CORRECTION',
  people: [
    { cash: FULL + money(1), locked: 0n },
    { cash: FULL - money(1), locked: 0n },
  ],
  faults: [],
};

describe('a correction of ticks that the average of a round was made of', () => {
  it('voids the round while it is open, at once where it was the opening average', async () => {
    await world.runTo(ROUND_START + 90_000);
    await correct(ROUND_START - 10_000, ROUND_START - 9_000);
    await world.runTo(ROUND_START + 92_000);
    expect(await voided()).toEqual(VOID);
  });

  it('voids it at its end though the correction came just before', async () => {
    await world.runTo(END - 2_000, 101_00);
    // The engine looks for corrections here, and by itself not again before the end.
    world.tick(101_00, { ms: 1_500 });
    await world.settleDown();
    await correct(END - 10_000, END - 5_000);
    world.tick(101_00, { ms: 900 });
    expect(await voided()).toEqual(VOID);
  });

  it('is found after a restart too', async () => {
    await world.runTo(ROUND_START + 30_000);
    await world.engine.stop();
    await correct(ROUND_START - 30_000, ROUND_START - 29_000);
    world.next();
    await world.engine.start();
    world.tick(100_00, { ms: 1_000 });
    expect(await voided()).toEqual(VOID);
  });

  it('shows the correction in its receipt, which proves it without a network', async () => {
    await world.runTo(ROUND_START + 90_000);
    await correct(ROUND_START - 10_000, ROUND_START - 9_000);
    await world.runTo(ROUND_START + 92_000);
    await world.untilMarket('VOIDED');
    const receipt = await publishedReceipt(world, { config, dataDir });
    expect(receipt.runs.map(({ end }) => end)).toEqual(['start']);
    const { verdict, code, detail, outcome, facts, checks } = verifyRound(receipt, {});
    expect({ verdict, code, detail, outcome }).toEqual({ verdict: 'valid', code: null, detail: null, outcome: 'VOID' });
    expect(facts?.correction).toMatchObject({ no: 1, clause: 'why' });
    expect(checks.map(({ state }) => state)).toEqual(['pass', 'pass', 'pass', 'pass', 'none', 'pass', 'pass']);
    expect(verifyRound({ ...receipt, correction: null }, {}).code).toBe('CORRECTION_MISSING');
  });

  it('leaves a round alone whose averages it does not touch, or that is settled', async () => {
    await world.runTo(END - 31_000, 100_00);
    // After the opening average, before the closing one.
    await correct(ROUND_START + 2_000, END - 35_000);
    await world.runTo(AFTER, 101_00);
    expect(await world.untilMarket('SETTLED')).toMatchObject({ result: 'WON', won: 0 });
    const paid = await world.balances(ada);
    await correct(END - 20_000, END - 10_000);
    await world.runTo(AFTER + 5_000, 101_00);
    expect(await world.untilMarket('SETTLED')).toMatchObject({ result: 'WON', won: 0 });
    expect(await world.balances(ada)).toEqual(paid);
    expect(await world.faults()).toEqual([]);
  });
});
