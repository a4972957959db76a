/** What the ledger says of one person's money, of a wallet and of a provider: to the cent, and of nobody else's. */
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { depositCredited, depositKept } from '#domain/ledger/deposit-entries.ts';
import { fiatPaid, fiatSettled } from '#domain/ledger/fiat-entries.ts';
import { predictionPlaced } from '#domain/ledger/entries.ts';
import { sweepBegun, sweepEnded } from '#domain/ledger/treasury-entries.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { usdt } from '#domain/money.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { transaction } from '#server/db/index.ts';
import { freeCash, openAccount } from '#server/ledger/accounts.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import { balancesOf, grantSandbox, openAccounts, post, topUpDemo } from '#server/ledger/index.ts';
import { endPayment, holdPayment } from '#server/ledger/payments.ts';
import { countBooks, newestJournals } from '#server/ledger/store-counts.ts';
import { clearingBooks, depositedOf, moneyMoved, ownMoney, ownParts, walletBooks } from '#server/ledger/store-money.ts';
import { personAccountsPage } from '#server/ledger/store-person-accounts.ts';
import {
  holdWithdrawal,
  hotBalance,
  payWithdrawal,
  payWithdrawalInCoin,
  releaseWithdrawal,
} from '#server/ledger/withdrawals.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';

const WALLET = 'anvil/USDT';

let db: TestDatabase;
let ada: string;
let ben: string;
beforeEach(async () => {
  db = await testDatabase();
  [ada, ben] = [randomUUID(), randomUUID()];
});
afterEach(() => db.drop());

const within = <T>(fn: (tx: PoolClient) => Promise<T>) => transaction(db.pool, fn);
const accountOf = (tx: PoolClient, kind: AccountKind, { owner = null, ref = '' }: Held = {}) =>
  openAccount(tx, { realm: 'real', kind, ownerId: owner, ref });
interface Held {
  readonly owner?: string | null;
  readonly ref?: string;
}
const booked = async (tx: PoolClient, journal: Journal) => expect(await post(tx, journal)).toBe('posted');

/** A deposit of `amount` (10^-6), brought to `wallet`. `kept`: it is less than the least of a deposit. */
const deposit = (owner: string, amount: bigint, { id = randomUUID() as string, wallet = WALLET, kept = false } = {}) =>
  within(async (tx) => {
    const from = await accountOf(tx, 'treasury_deposit', { ref: wallet });
    const to = await accountOf(tx, kept ? 'suspense' : 'user_cash', { owner });
    await booked(tx, (kept ? depositKept : depositCredited)({ depositId: id, from, to, amount: usdt(amount) }));
    const transit = await accountOf(tx, 'treasury_transit', { ref: wallet });
    const hot = await accountOf(tx, 'treasury_hot', { ref: wallet });
    const sweep = { sweepId: id, transit, amount: usdt(amount) };
    await booked(tx, sweepBegun({ ...sweep, deposits: from }));
    await booked(tx, sweepEnded({ ...sweep, to: hot }));
    return id;
  });

const ALL = { type: null, before: null, from: null, to: null, refStart: null, limit: 50 } as const;
const movedOf = async (owner: string, filter: Partial<Parameters<typeof moneyMoved>[1]> = {}) =>
  (await moneyMoved(db.pool, { ownerId: owner, ...ALL, ...filter })).map(({ kind, amount }) => [kind, amount]);
const withdrawal = (owner: string, amount = 40n, fee = 2n) => ({
  withdrawalId: randomUUID(),
  ownerId: owner,
  amount: usdt(amount),
  fee: usdt(fee),
});

describe('money of a person that moves beside trading', () => {
  it('is told newest first, of that person and of real money alone, with what it was for', async () => {
    const id = await deposit(ada, 100n);
    await deposit(ben, 7n);
    await within((tx) => topUpDemo(tx, { ownerId: ada, target: usdt(500n) }));
    const out = withdrawal(ada);
    expect(await within((tx) => holdWithdrawal(tx, out))).toBe('held');
    await within(async (tx) => {
      const { cash, locked } = await openAccounts(tx, { ownerId: ada, realm: 'real' });
      await booked(tx, predictionPlaced({ realm: 'real', predictionId: randomUUID(), cash, locked, stake: usdt(10n) }));
    });
    const rows = await moneyMoved(db.pool, { ownerId: ada, ...ALL });
    expect(rows).toMatchObject([
      { kind: 'withdrawal_held', refType: 'withdrawal', refId: out.withdrawalId, code: 110, amount: -42n },
      { kind: 'deposit', refType: 'deposit', refId: id, code: 10, amount: 100n },
    ]);
    expect(BigInt(rows[0]!.no)).toBeGreaterThan(BigInt(rows[1]!.no));
    expect(Math.abs(rows[0]!.at - Date.now())).toBeLessThan(3_600_000);
    expect(Number.isInteger(rows[0]!.at)).toBe(true);
    expect(await movedOf(ben)).toEqual([['deposit', 7n]]);
    expect(await movedOf(randomUUID())).toEqual([]);
  });

  it('is found by its type, number, time and the beginning of its id, and no more than asked', async () => {
    const id = await deposit(ada, 100n, { id: 'a_1%' });
    await deposit(ada, 9n, { id: 'ab1x' });
    expect(await within((tx) => holdWithdrawal(tx, withdrawal(ada)))).toBe('held');
    expect(await movedOf(ada, { type: 'deposit' })).toEqual([
      ['deposit', 9n],
      ['deposit', 100n],
    ]);
    expect(await movedOf(ada, { type: 'withdrawal' })).toEqual([['withdrawal_held', -42n]]);
    expect(await movedOf(ada, { type: 'payment' })).toEqual([]);
    expect(await movedOf(ada, { limit: 1 })).toEqual([['withdrawal_held', -42n]]);
    // What stands for any letters in a pattern of the database is a letter here.
    for (const refStart of [id, 'a_', 'a_1%']) expect(await movedOf(ada, { refStart })).toEqual([['deposit', 100n]]);
    expect(await movedOf(ada, { refStart: '_1' })).toEqual([]);
    const [newest, middle] = await moneyMoved(db.pool, { ownerId: ada, ...ALL });
    expect(await movedOf(ada, { before: newest!.no })).toHaveLength(2);
    expect(await movedOf(ada, { before: middle!.no })).toEqual([['deposit', 100n]]);
    const begun = new Date(newest!.at + 3_600_000).getTime();
    expect(await movedOf(ada, { from: begun })).toEqual([]);
    expect(await movedOf(ada, { to: begun })).toHaveLength(3);
    expect(await movedOf(ada, { to: begun - 7_200_000 })).toEqual([]);
    expect(await movedOf(ada, { from: begun - 7_200_000 })).toHaveLength(3);
  });

  it('of one journal is one row', async () => {
    await deposit(ada, 100n);
    await within((tx) => holdPayment(tx, { paymentId: 'p1', payer: ada, amount: usdt(30n) }));
    await within((tx) => endPayment(tx, { paymentId: 'p1', payer: ada, to: ben, amount: usdt(30n) }));
    expect(await movedOf(ada, { type: 'payment' })).toEqual([['payment_held', -30n]]);
    expect(await movedOf(ben)).toEqual([['payment_ended', 30n]]);
  });
});

describe('what a person has', () => {
  it('is all that is theirs until it is gone, and every part has its name', async () => {
    expect(await ownMoney(db.pool, ada)).toEqual({ balance: 0n, moved: '0' });
    const none = { user_cash: 0n, user_locked: 0n, user_bonus: 0n, user_bonus_locked: 0n };
    const nothing = { ...none, payment_hold: 0n, withdraw_hold: 0n, suspense: 0n };
    expect(await ownParts(db.pool, ada)).toEqual(nothing);
    await deposit(ada, 200n);
    await deposit(ben, 1n);
    await deposit(ada, 3n, { kept: true });
    await within((tx) => topUpDemo(tx, { ownerId: ada, target: usdt(500n) }));
    await within((tx) => holdWithdrawal(tx, withdrawal(ada)));
    await within((tx) => holdPayment(tx, { paymentId: 'p', payer: ada, amount: usdt(30n) }));
    await within(async (tx) => {
      const { cash, locked } = await openAccounts(tx, { ownerId: ada, realm: 'real' });
      const stake = { realm: 'real', predictionId: randomUUID(), cash, locked, stake: usdt(10n) } as const;
      await booked(tx, predictionPlaced(stake));
    });
    // 200 came; 42, 30 and 10 went from one account of theirs to another.
    expect(await ownMoney(db.pool, ada)).toEqual({ balance: 200n, moved: '364' });
    const parts = { user_cash: 118n, user_locked: 10n, payment_hold: 30n, withdraw_hold: 42n, suspense: 3n };
    expect(await ownParts(db.pool, ada)).toEqual({ ...nothing, ...parts });
  });

  it('and all that they ever deposited, with play money of a sandbox; what they withdrew takes nothing off', async () => {
    expect(await depositedOf(db.pool, ada)).toBe(0n);
    await deposit(ada, 200n);
    await deposit(ben, 1n);
    await within((tx) => grantSandbox(tx, { mode: 'sandbox', ownerId: ada, amount: usdt(5n), refId: 'g' }));
    const out = withdrawal(ada);
    await within((tx) => holdWithdrawal(tx, out));
    await within((tx) => releaseWithdrawal(tx, out));
    expect(await depositedOf(db.pool, ada)).toBe(205n);
  });

  it('is listed account by account, of both kinds of money, from a number on', async () => {
    await deposit(ada, 200n);
    await deposit(ben, 1n);
    await within((tx) => holdWithdrawal(tx, withdrawal(ada)));
    await within((tx) => topUpDemo(tx, { ownerId: ada, target: usdt(500n) }));
    const page = (after: string | null, limit = 9) => personAccountsPage(db.pool, { ownerId: ada, after, limit });
    const all = await page(null);
    expect(all.toSorted((a, b) => a.kind.localeCompare(b.kind) || Number(b.isReal) - Number(a.isReal))).toMatchObject([
      { kind: 'user_cash', isReal: true, credits: 200n, debits: 42n },
      { kind: 'user_cash', isReal: false, credits: 500n, debits: 0n },
      { kind: 'user_locked', isReal: true, credits: 0n, debits: 0n },
      { kind: 'user_locked', isReal: false, credits: 0n, debits: 0n },
      { kind: 'withdraw_hold', isReal: true, credits: 42n, debits: 0n },
    ]);
    const ids = all.map(({ id }) => BigInt(id));
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(await page(all[1]!.id)).toEqual(all.slice(2));
    expect(await page(null, 2)).toEqual(all.slice(0, 2));
  });
});

describe('a withdrawal', () => {
  const cash = async () => (await balancesOf(db.pool, { ownerId: ada, realm: 'real' })).cash;
  const held = async () => (await ownParts(db.pool, ada)).withdraw_hold;

  it('is held with its fee where the person has both, and given back once', async () => {
    await deposit(ada, 42n);
    expect(await within((tx) => holdWithdrawal(tx, withdrawal(ada, 41n, 2n)))).toBe('NoBalance');
    expect([await cash(), await held()]).toEqual([42n, 0n]);
    const out = withdrawal(ada);
    expect(await within((tx) => holdWithdrawal(tx, out))).toBe('held');
    expect([await cash(), await held()]).toEqual([0n, 42n]);
    await expect(within((tx) => holdWithdrawal(tx, out))).rejects.toThrow('a withdrawal with the id of another');
    for (let time = 0; time < 2; time += 1) await within((tx) => releaseWithdrawal(tx, out));
    expect([await cash(), await held()]).toEqual([42n, 0n]);
    await expect(within((tx) => payWithdrawal(tx, { ...out, wallet: WALLET }))).rejects.toThrow('other transfers');
    await expect(within((tx) => releaseWithdrawal(tx, withdrawal(ada)))).rejects.toThrow(
      'a held withdrawal that is not there',
    );
  });

  it('is paid once from its wallet, whose books must hold it', async () => {
    await deposit(ada, 50n, { wallet: 'anvil/USDC' });
    await deposit(ben, 30n);
    const out = withdrawal(ada);
    await within((tx) => holdWithdrawal(tx, out));
    const pay = (wallet: string) => within((tx) => payWithdrawal(tx, { ...out, wallet }));
    await expect(pay(WALLET)).rejects.toThrow('the books of a wallet do not hold what it paid');
    for (let time = 0; time < 2; time += 1) await pay('anvil/USDC');
    const books = await Promise.all(['anvil/USDC', WALLET, 'anvil/none'].map((one) => walletBooks(db.pool, one)));
    expect(books).toEqual([10n, 30n, 0n]);
    expect(await Promise.all([hotBalance(db.pool, 'anvil/USDC'), hotBalance(db.pool, 'anvil/none')])).toEqual([
      10n,
      0n,
    ]);
    expect([await cash(), await held()]).toEqual([8n, 0n]);
    await expect(within((tx) => releaseWithdrawal(tx, out))).rejects.toThrow('other transfers');
    const { rows } = await db.pool.query<{ fees: string }>(
      `SELECT (credits - debits)::text AS fees FROM account WHERE kind = 'fees' AND owner_id IS NULL AND ref = ''`,
    );
    expect(rows).toEqual([{ fees: '2' }]);
  });

  it('in a coin that its wallet does not hold is not paid', async () => {
    await deposit(ada, 50n);
    const out = withdrawal(ada);
    await within((tx) => holdWithdrawal(tx, out));
    const coins = { network: 'litecoin', coin: 'LTC', units: 5n, chainFee: 1n } as const;
    await expect(within((tx) => payWithdrawalInCoin(tx, out, coins))).rejects.toThrow(
      'the books of a wallet do not hold what it paid',
    );
    expect(await held()).toBe(42n);
  });
});

describe('a payment', () => {
  it('is held once where the payer has it, and ends once', async () => {
    await deposit(ada, 30n);
    const paid = { paymentId: 'p1', payer: ada, amount: usdt(30n) };
    expect(await within((tx) => holdPayment(tx, { ...paid, paymentId: 'p0', amount: usdt(31n) }))).toBe('NoBalance');
    await expect(within((tx) => endPayment(tx, { ...paid, to: ben }))).rejects.toThrow(
      'a held payment that is not there',
    );
    expect(await within((tx) => holdPayment(tx, paid))).toBe('held');
    await expect(within((tx) => holdPayment(tx, paid))).rejects.toThrow('a payment with the id of another');
    for (let time = 0; time < 2; time += 1) await within((tx) => endPayment(tx, { ...paid, to: ben }));
    await expect(within((tx) => endPayment(tx, { ...paid, to: ada }))).rejects.toThrow('other transfers');
    expect((await balancesOf(db.pool, { ownerId: ben, realm: 'real' })).cash).toBe(30n);
    expect(await ownMoney(db.pool, ada)).toEqual({ balance: 0n, moved: '120' });
  });
});

it('what a provider owes us is its own, and what it paid is told apart from what it took back', async () => {
  await within(async (tx) => {
    const bank = await accountOf(tx, 'bank');
    for (const [ref, amount, settled] of [
      ['moonpay', 100n, 60n],
      ['transak', 9n, 4n],
    ] as const) {
      const clearing = await accountOf(tx, 'psp_clearing', { ref });
      const cash = { to: await accountOf(tx, 'user_cash', { owner: ada }), amount: usdt(amount) };
      const held = { to: await accountOf(tx, 'suspense', { owner: ada }), amount: usdt(0n) };
      await booked(tx, fiatPaid({ orderId: ref, clearing, cash, held }));
      await booked(tx, fiatSettled({ refId: ref, bank, clearing, amount: usdt(settled) }));
    }
  });
  expect(await clearingBooks(db.pool, 'moonpay')).toEqual({ owes: 40n, paid: 60n });
  expect(await clearingBooks(db.pool, 'none')).toEqual({ owes: 0n, paid: 0n });
});

describe('a balance', () => {
  it('that is free is told for many at once, of the money asked for; whoever has no account is left out', async () => {
    await deposit(ada, 30n);
    await within((tx) => topUpDemo(tx, { ownerId: ben, target: usdt(500n) }));
    const asked = { ownerIds: [ada, ben, randomUUID()] };
    expect([...(await freeCash(db.pool, { ...asked, realm: 'real' }))]).toEqual([[ada, 30n]]);
    expect([...(await freeCash(db.pool, { ...asked, realm: 'demo' }))]).toEqual([[ben, 500n]]);
  });

  it('is announced as the books have it', async () => {
    await deposit(ada, 30n);
    const bus = createLocalBus();
    const told: unknown[] = [];
    bus.subscribe('ledger.balance', (news) => void told.push(news));
    await announceBalance({ db: db.pool, bus }, { ownerId: ada, realm: 'real' });
    expect(told).toEqual([{ userId: ada, realm: 'real', cash: 30n, locked: 0n }]);
  });
});

it('people and journals of each kind of money are counted, and the newest journal has its number', async () => {
  const counts = async () => [
    await within((tx) => countBooks(tx, 'real')),
    await within((tx) => countBooks(tx, 'demo')),
    await newestJournals(db.pool),
  ];
  const none = { people: 0, journals: 0 };
  expect(await counts()).toEqual([none, none, { real: '0', demo: '0' }]);
  await deposit(ada, 30n);
  await within((tx) => topUpDemo(tx, { ownerId: ada, target: usdt(500n) }));
  await within((tx) => topUpDemo(tx, { ownerId: ben, target: usdt(500n) }));
  // A deposit is credited, and brought to the wallet in two steps.
  const [moved] = await moneyMoved(db.pool, { ownerId: ada, ...ALL });
  const [real, demo, newest] = await counts();
  expect([real, demo]).toEqual([
    { people: 1, journals: 3 },
    { people: 2, journals: 2 },
  ]);
  const { rows } = await db.pool.query<{ id: string }>(
    'SELECT id FROM journal WHERE realm = 2 ORDER BY id DESC LIMIT 1',
  );
  expect(newest).toEqual({ real: expect.any(String) as string, demo: rows[0]!.id });
  expect(BigInt((newest as { real: string }).real)).toBeGreaterThan(BigInt(moved!.no));
});
