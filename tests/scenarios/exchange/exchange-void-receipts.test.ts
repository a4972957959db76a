import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { TestDatabase } from '#tests/database.ts';
import { verifyRound } from '#verify/rounds/round.ts';
import { closeMarket, openMarket, ROUND_START, type MarketWorld } from './market-world.ts';
import { publishedReceipt, type PublicReceipt } from './round-receipts.ts';

const END = ROUND_START + 300_000;
const AFTER = END + 3_000;

let database: TestDatabase;
let world: MarketWorld;
let dataDir: string;

beforeEach(async () => {
  const opened = await openMarket();
  ({ database, world } = opened);
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-void-receipts-'));
  await world.ordered(opened.ada, { price: 400 });
  await world.ordered(opened.ben, { outcome: 'DOWN', price: 600 });
});

afterEach(async () => {
  await closeMarket({ database, world });
  await rm(dataDir, { recursive: true, force: true });
});

async function receiptOfVoid(): Promise<PublicReceipt> {
  await world.untilMarket('VOIDED');
  return publishedReceipt(world, {
    config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' }),
    dataDir,
  });
}

function said(receipt: unknown) {
  const { verdict, code, facts, checks } = verifyRound(receipt, {});
  return { verdict, code, reason: facts?.reason, outcome: checks.at(-1)?.state };
}

describe('the receipt of a round that its prices voided', () => {
  it('shows the hole in the opening window', async () => {
    await world.runTo(ROUND_START - 20_000);
    world.clock.at = ROUND_START - 10_000;
    await world.runTo(ROUND_START + 5_000);
    const receipt = await receiptOfVoid();
    expect(receipt.runs.map(({ end }) => end)).toEqual(['fault']);
    expect(said(receipt)).toEqual({ verdict: 'valid', code: null, reason: 'NO_ENTRY', outcome: 'pass' });
    // Without the prices nothing is shown, and nothing is said to be.
    expect(said({ ...receipt, runs: [] })).toMatchObject({ outcome: 'none' });
  });

  it('shows the hole in the closing window', async () => {
    await world.runTo(END - 20_000);
    world.clock.at = END - 10_000;
    await world.runTo(AFTER, 105_00);
    const receipt = await receiptOfVoid();
    expect(receipt.runs.map(({ end }) => end)).toEqual(['fault']);
    expect(said(receipt)).toEqual({ verdict: 'valid', code: null, reason: 'STALE_EXIT', outcome: 'pass' });
  });

  it('shows the price after an outage of the engine that lost those of the end', async () => {
    await world.losePricesOf(END);
    expect(said(await receiptOfVoid())).toEqual({
      verdict: 'valid',
      code: null,
      reason: 'STALE_EXIT',
      outcome: 'pass',
    });
  });
});
