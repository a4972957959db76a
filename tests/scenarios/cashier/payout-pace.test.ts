/** How quick withdrawals are sent when many come at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { systemClock as clock } from '#server/clock.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from '#server/deposits/store-unswept.ts';
import { depositedAt } from '#server/deposits/store-addresses.ts';
import { Networks, type OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '#server/treasury/parts.ts';
import { sendOnce } from '#server/treasury/sending/sender.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { scratch } from '#tests/scratch.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { dueWithdrawal, fundWallet, openWallet } from '#tests/worlds/payout-world.ts';

/** As many as come at once. */
const COUNT = Number(process.env['PAYOUTS'] ?? 100);
/** So many wait for a block at a time. */
const IN_A_BLOCK = 16;

let db: TestDatabase;
let chain: ChainWorld;
let folder: string;
let at: OpenNetwork;
let parts: SendingParts;

beforeAll(async () => {
  chain = await startChain();
  db = await testDatabase();
  folder = mkdtempSync(join(scratch(), 'tikvo-pace-'));
  const { signer, address } = await openWallet(folder);
  const nothing = () => undefined;
  const log = { info: nothing, warn: nothing, error: nothing };
  const networks = new Networks({ config: { networks: [{ network: LOCAL_NETWORK, rpc: [chain.url] }] }, clock, log });
  at = networks.find('local') ?? expect.fail();
  const isListedAddress = () => Promise.resolve(false);
  const payouts = createPayouts({ clock, ...UNGUARDED, isListedAddress });
  const unswept = { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep };
  parts = { db: db.pool, clock, log, payouts, signer, deposited: depositedAt, unswept };
  await fundWallet(db, chain, address);
});
afterAll(async () => {
  await db.drop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

const look = () => sendOnce(parts, at);
const counts = async () =>
  Object.fromEntries(
    (await db.pool.query('SELECT state, count(*)::int AS count FROM withdrawal GROUP BY state')).rows.map((row) => [
      row.state,
      row.count,
    ]),
  );

it('one waits for those before it that no block has, not for those that are mined and not final', async () => {
  for (let made = 0; made < IN_A_BLOCK + 4; made += 1) await dueWithdrawal(db);
  await look();
  await look();
  expect(await counts()).toEqual({ BROADCAST: IN_A_BLOCK, APPROVED: 4 });
  await chain.mine();
  await look();
  expect(await counts()).toEqual({ BROADCAST: IN_A_BLOCK + 4 });
  await chain.mine(LOCAL_NETWORK.confirmations);
  await look();
  expect(await counts()).toEqual({ PAID: IN_A_BLOCK + 4 });
}, 120_000);

it(`of ${COUNT} that come at once 95 of 100 are sent within 60 s (R-66)`, async () => {
  for (let made = 0; made < COUNT; made += 1) await dueWithdrawal(db);
  // A block a second, as on the network; a look behind each.
  for (let looks = 0; looks < COUNT && (await counts())['APPROVED'] !== undefined; looks += 1) {
    const next = performance.now() + LOCAL_NETWORK.blockMs;
    await look();
    await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())));
    await chain.mine();
  }
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS count, percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM broadcast_at - requested_at))::float AS p95
     FROM (SELECT * FROM withdrawal ORDER BY requested_at DESC LIMIT $1) newest WHERE broadcast_at IS NOT NULL`,
    [COUNT],
  );
  process.stdout.write(`withdrawals: ${COUNT} at once, 95 of 100 sent within ${rows[0].p95.toFixed(1)} s\n`);
  expect(rows[0].count).toBe(COUNT);
  expect(rows[0].p95).toBeLessThanOrEqual(60);
}, 400_000);
