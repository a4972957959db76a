/** kill -9 in the middle of payments and withdrawals: none is lost, none is made twice, and money is never in two places. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { readConfig } from '#server/config/config.ts';
import type { CrashPoint } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { insertPerson } from '#server/identity/store.ts';
import { balancesOf, checkLedger, grantSandbox, openBooks } from '#server/ledger/index.ts';
import { letNameThrough } from '#server/verification/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { bundleOf } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { LIMIT_MS } from './size.ts';

/** Where, at which pass, and what of the payment of 25 has happened then: a hold is there, or the payee has it. */
const POINTS: readonly (readonly [CrashPoint, number, { readonly held: boolean }])[] = [
  ['journal.posted', 1, { held: false }],
  ['payment.stored', 1, { held: false }],
  ['journal.posted', 2, { held: true }],
  ['payment.ended', 1, { held: true }],
];

/** The same of a withdrawal of 25 that is cancelled then: is it held? */
const OF_WITHDRAWALS: typeof POINTS = [
  ['journal.posted', 1, { held: false }],
  ['withdrawal.stored', 1, { held: false }],
  ['payment.stored', 1, { held: false }],
  ['journal.posted', 2, { held: true }],
  ['withdrawal.released', 1, { held: true }],
];

let db: TestDatabase;
let folder: string;
let bundle: string;
let withdrawals: string;
let payIds = 1_000_000_000;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-payments-'));
  bundle = await bundleOf(fileURLToPath(new URL('./payment-process.ts', import.meta.url)));
  withdrawals = await bundleOf(fileURLToPath(new URL('./withdrawal-process.ts', import.meta.url)));
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
  await db.pool.query(`INSERT INTO payout_wallet (network, address, since) VALUES ('ethereum', '0x01', now())`);
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function person(): Promise<string> {
  const userId = randomUUID();
  const now = Date.now();
  await transaction(db.pool, async (tx) => {
    const actor = { userId, sessionId: randomUUID(), role: 'USER', realm: 'real' } as const;
    await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + 3_600_000 });
    await tx.query('UPDATE app_user SET email_confirmed_at = now() WHERE id = $1', [userId]);
    await letNameThrough(tx, userId);
    await grantSandbox(tx, { mode: 'sandbox', ownerId: userId, amount: usdt(100_000_000n), refId: userId });
    await tx.query('INSERT INTO payer (user_id, pay_id, played) VALUES ($1, $2, 100000000)', [
      userId,
      String((payIds += 1)),
    ]);
  });
  return userId;
}

const run = (env: Readonly<Record<string, string>>, crash?: string, file = bundle) =>
  runToEnd({ bundle: file, env: { DATABASE_URL: db.url, DATA_DIR: folder, ...env }, crash });

async function ledgerIsWhole(): Promise<void> {
  const { invariants } = await checkLedger(db.pool, { window: 'all' });
  expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
}

const cashOf = async (userId: string) => (await balancesOf(db.pool, { ownerId: userId, realm: 'real' })).cash;

it(
  `kill -9 at ${POINTS.length} places of a payment`,
  async () => {
    for (const [point, pass, { held }] of POINTS) {
      const [payer, payee] = [await person(), await person()];
      const env = { PAYER: payer, PAYEE: payee, KEY: `${point} ${pass}` };
      expect(await run(env, `${point} ${pass}`), point).toBe('SIGKILL');
      expect([await cashOf(payer), await cashOf(payee)], point).toEqual([
        held ? 75_000_000n : 100_000_000n,
        100_000_000n,
      ]);
      // The same request again, and what the job does: whole and once, whatever was there.
      expect(await run(env), point).toBe(0);
      expect(await run(env), point).toBe(0);
      expect([await cashOf(payer), await cashOf(payee)], point).toEqual([75_000_000n, 125_000_000n]);
      const { rows } = await db.pool.query('SELECT state FROM payment WHERE user_id = $1', [payer]);
      expect(rows, point).toEqual([{ state: 'DONE' }]);
    }
    await ledgerIsWhole();
    process.stdout.write(`payments: ${POINTS.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);

it(
  `kill -9 at ${OF_WITHDRAWALS.length} places of a withdrawal`,
  async () => {
    for (const [point, pass, { held }] of OF_WITHDRAWALS) {
      const userId = await person();
      const env = {
        PERSON: userId,
        KEY: `${point} ${pass}`,
        ADDRESS: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        RPC_ETHEREUM: 'http://127.0.0.1:9',
        DEPOSIT_XPUB: readConfig({}).depositXpub,
      };
      expect(await run(env, `${point} ${pass}`, withdrawals), point).toBe('SIGKILL');
      expect(await cashOf(userId), point).toBe(held ? 75_000_000n : 100_000_000n);
      // The same request and its cancellation again: one withdrawal, and all of it is back.
      expect([await run(env, undefined, withdrawals), await run(env, undefined, withdrawals)], point).toEqual([0, 0]);
      expect(await cashOf(userId), point).toBe(100_000_000n);
      const { rows } = await db.pool.query('SELECT state FROM withdrawal WHERE user_id = $1', [userId]);
      expect(rows, point).toEqual([{ state: 'CANCELLED' }]);
    }
    await ledgerIsWhole();
    process.stdout.write(`withdrawals: ${OF_WITHDRAWALS.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
