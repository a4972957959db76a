import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Draw } from '#domain/proofs/liabilities/hiding.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { transaction } from '#server/db/index.ts';
import { grantSandbox, houseAccounts, openBooks } from '#server/ledger/index.ts';
import { endPayment, holdPayment } from '#server/ledger/payments.ts';
import { createProofs, type Proofs } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { createLiabilities, type Liabilities } from '#server/proofs/liabilities/liabilities.ts';
import { SNAPSHOTS_KEPT } from '#server/proofs/liabilities/parts.ts';
import { createVault, type Vault } from '#server/vault/index.ts';
import { main } from '../../../src/verify/cli.ts';
import { verifyLiability } from '../../../src/verify/liabilities/liability.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { quietLog } from '../trading/trading-world.ts';

/** 17:33 of the 20th. */
const NOW = Date.UTC(2026, 10, 20, 17, 33);

let db: TestDatabase;
let dataDir: string;
let vault: Vault;
let proofs: Proofs;
let liabilities: Liabilities;
let now = NOW;
const clock = { now: () => now, monotonic: () => now - NOW };
const log = { info: vi.fn<(...line: unknown[]) => void>(), error: vi.fn<(...line: unknown[]) => void>() };
const mails = new Map<string, string>();

beforeEach(async () => {
  now = NOW;
  mails.clear();
  log.error.mockClear();
  db = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-liabilities-'));
  vault = createVault({ config: { vaultKeys: [], dataDir } });
  const config = { dataDir, archiveDir: null };
  const signer = new KeyStore(dataDir);
  proofs = await createProofs({ config, db: db.pool, bus: createLocalBus(), clock, log: quietLog, signer });
  // There are keys from then on.
  await proofs.prove();
  liabilities = made('hour');
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
});
afterEach(async () => {
  await db.drop();
  rmSync(dataDir, { recursive: true });
});

function made(pace: 'hour' | 'month', draw: Draw = () => 1n): Liabilities {
  const contactOf = async (_db: unknown, userId: string) => {
    const email = mails.get(userId);
    return email === undefined ? null : { email };
  };
  return createLiabilities({ db: db.pool, vault, clock, log, contactOf, proofs, pace, draw });
}

async function person(amount: bigint, email = 'Ada@Example.com'): Promise<string> {
  const ownerId = randomUUID();
  mails.set(ownerId, email);
  const grant = { mode: 'sandbox', ownerId, amount: usdt(amount), refId: ownerId } as const;
  await transaction(db.pool, (tx) => grantSandbox(tx, grant));
  return ownerId;
}

const rowsOf = async (table: string) =>
  (await db.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;
const proofOf = async (userId: string, known = {}) => verifyLiability(await liabilities.proofOf(userId), known);

async function published(): Promise<void> {
  now += 2 * HOUR_MS;
  await proofs.publish();
}

describe('a proof of liabilities', () => {
  it('counts everybody to the last unit, and each finds themselves in it without us', async () => {
    const [ada, ben] = [await person(12_345_678n), await person(1n, 'ben@example.com')];
    // What somebody has is what came, less what left.
    const paid = { paymentId: randomUUID(), payer: ada, amount: usdt(345_678n) };
    await transaction(db.pool, (tx) => holdPayment(tx, paid));
    await transaction(db.pool, (tx) => endPayment(tx, { ...paid, to: ben }));
    expect(await liabilities.proofOf(ada)).toBeNull();
    expect(await liabilities.takeDue(false)).toBe(1);
    const [snapshot] = await liabilities.list();
    const doc = JSON.parse(snapshot!.doc) as Record<string, unknown>;
    expect(doc).toMatchObject({
      type: 'liabilities',
      no: 1,
      t: NOW * 1_000,
      trees: [{ asset: 'USDT', of: 'own', scale: 6, depth: 12, total: '12345679' }],
      pools: [],
    });
    // What the sandbox's bank gave out, to people and to the house.
    expect(doc['held']).toEqual([{ asset: 'USDT', kind: 'bank', ref: expect.any(String), total: '1000012345679' }]);
    const before = await proofOf(ada);
    expect(before).toMatchObject({ verdict: 'provisional', code: null });
    await published();
    for (const [userId, own, id] of [
      [ada, 12_000_000n, `acct:${ada}|ada@example.com`],
      [ben, 345_679n, `acct:${ben}|ben@example.com`],
    ] as const) {
      const verdict = await proofOf(userId);
      expect(verdict).toMatchObject({ verdict: 'valid', code: null });
      expect(verdict.checks.map(({ state }) => state)).toEqual(['pass', 'pass', 'pass', 'pass']);
      expect(verdict.facts).toMatchObject({
        no: 1,
        at: NOW,
        id,
        shares: [{ asset: 'USDT', of: 'own', own, total: 12_345_679n }],
        fingerprint: snapshot!.hash.toString('hex'),
      });
    }
    // Who is owed nothing, or came later, has what is published of all.
    const nobody = await proofOf(randomUUID());
    expect(nobody).toMatchObject({ verdict: 'valid', facts: { no: 1, shares: [] } });
  });

  it('is checked by the command too', async () => {
    const ada = await person(5_000_000n);
    await liabilities.takeDue(false);
    await published();
    const file = join(dataDir, 'mine.json');
    writeFileSync(file, JSON.stringify(await liabilities.proofOf(ada)));
    let said = '';
    expect(main([file], (text) => (said += text))).toBe(0);
    expect(said).toContain(`liabilities 1 acct:${ada}|ada@example.com: 5.000000 of 5.000000 USDT`);
    expect(said).toContain('1 compared, 0 differ');
  });

  it('is made once for its hour, also by two at once', async () => {
    await person(1_000_000n);
    const both = await Promise.all([liabilities.takeDue(false), liabilities.takeDue(false)]);
    expect(new Set(both)).toEqual(new Set([1, null]));
    expect(await liabilities.takeDue(true)).toBeNull();
    now += HOUR_MS;
    expect(await liabilities.takeDue(false)).toBe(2);
    const [second, first] = await liabilities.list();
    expect(JSON.parse(second!.doc)).toMatchObject({ no: 2, prev: first!.hash.toString('hex') });
  });

  it('is not made, with an alarm, where the books do not agree', async () => {
    const ada = await person(1_000_000n);
    await db.pool.query(`UPDATE account SET credits = credits + 1 WHERE owner_id = $1 AND kind = 'user_cash'`, [ada]);
    await expect(liabilities.takeDue(false)).rejects.toThrow('debits and credits of USDT differ by 1');
    expect(log.error.mock.calls).toMatchObject([[{ alarm: 'ledger' }, expect.stringContaining('do not agree')]]);
    expect(await rowsOf('liability_snapshot')).toBe(0);
  });

  it('raises an alarm, and tells the truth, where less is held than is owed', async () => {
    const ada = await person(1_000_000n);
    await transaction(db.pool, (tx) => houseAccounts(tx, 0));
    // Losses of the house that its own money does not cover: what the bank paid is gone.
    await db.pool.query(`UPDATE account SET credits = credits + 1000000000001 WHERE kind = 'bank'`);
    await db.pool.query(`UPDATE account SET debits = debits + 1000000000000 WHERE kind = 'house_bank'`);
    await db.pool.query(`UPDATE account SET debits = debits + 1 WHERE kind = 'house_pnl' AND realm = 1`);
    await liabilities.takeDue(false);
    expect(log.error.mock.calls).toMatchObject([
      [{ alarm: 'ledger', invariant: 'I16', asset: 'USDT', short: '1' }, {}],
    ]);
    expect((await proofOf(ada)).facts?.shares).toMatchObject([{ own: 1_000_000n }]);
  });

  it('keeps the sum of somebody who was erased, and nothing that says whose it is', async () => {
    const [ada, ben] = [await person(2_000_000n), await person(3_000_000n)];
    await transaction(db.pool, (tx) => vault.destroy(tx, ben));
    await liabilities.takeDue(false);
    const [snapshot] = await liabilities.list();
    expect(JSON.parse(snapshot!.doc)).toMatchObject({ trees: [{ total: '5000000' }] });
    expect(await rowsOf('liability_entry')).toBe(1);
    expect((await proofOf(ben)).facts?.shares).toEqual([]);
    // After it, what was sealed opens no more.
    await transaction(db.pool, (tx) => vault.destroy(tx, ada));
    expect((await proofOf(ada)).facts?.shares).toEqual([]);
  });

  it('forgets whose the leaves of old ones were, and keeps what was published', async () => {
    await person(1_000_000n);
    for (let no = 1; no <= SNAPSHOTS_KEPT + 2; no += 1) {
      expect(await liabilities.takeDue(false)).toBe(no);
      now += HOUR_MS;
    }
    expect(await rowsOf('liability_snapshot')).toBe(SNAPSHOTS_KEPT + 2);
    expect(await rowsOf('liability_entry')).toBe(SNAPSHOTS_KEPT);
    await expect(db.pool.query('DELETE FROM liability_snapshot')).rejects.toThrow(/./);
  });
});

describe('the day of a month', () => {
  it('is drawn hour by hour, is never later than the last one, and what was missed is made up for', async () => {
    await person(1_000_000n);
    const monthly = made('month');
    now = Date.UTC(2026, 10, 30, 23, 7);
    expect(await monthly.takeDue(false)).toBe(1);
    expect((await monthly.list())[0]?.slot).toBe('2026-11');
    expect(await monthly.takeDue(true)).toBeNull();
    // One that was begun in its hour, and not ended, is gone on with.
    now = Date.UTC(2026, 11, 3, 4, 7);
    expect(await monthly.takeDue(true)).toBe(2);
    // January passed without one.
    now = Date.UTC(2027, 1, 1, 0, 7);
    expect(await monthly.takeDue(false)).toBe(3);
    expect((await monthly.list())[0]?.slot).toBe('2027-02');
  });

  it('is not this hour where another one is drawn', async () => {
    await person(1_000_000n);
    const asked: bigint[] = [];
    const monthly = made('month', (below) => {
      asked.push(below);
      return asked.length === 3 ? 0n : 1n;
    });
    const taken: (number | null)[] = [];
    for (now = Date.UTC(2026, 10, 1, 0, 7); taken.length < 4; now += HOUR_MS) taken.push(await monthly.takeDue(false));
    expect(taken).toEqual([null, null, 1, null]);
    expect(asked).toEqual([720n, 719n, 718n]);
  });
});
