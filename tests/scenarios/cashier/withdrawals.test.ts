import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { createWithdrawalTimes } from '#server/cashier/times/times.ts';
import { transaction } from '#server/db/index.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { checkLedger, post } from '#server/ledger/index.ts';
import { payWithdrawal, releaseWithdrawal } from '#server/ledger/withdrawals.ts';
import { caller, type Answered, type Ask, type Asked } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { makeWithdrawer, WALLET } from './withdrawer.ts';

let server: TestServer;
let ask: Ask;

beforeAll(async () => {
  const nowhere = 'http://127.0.0.1:9';
  server = await startTestServer({ env: { RPC_ETHEREUM: nowhere, RPC_POLYGON: nowhere, RPC_LOCAL_COIN: nowhere } });
  ask = caller(server.origin);
  await sql(`INSERT INTO payout_wallet (network, address, since) VALUES ('ethereum', '0x01', now())`, []);
});
afterAll(() => server.stop());

const api = '/api/v2/transaction';
/** Withdrawals of 20, of one person in one moment. */
const MANY = 100;
const UNSAVED = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const code = ({ status, json }: Answered) => (status < 300 ? 'ok' : String(json['error']!['code']));
const sql = (text: string, values: readonly unknown[]) => server.pool.query(text, [...values]);
const rows = ({ json }: Answered) => json['items'] as unknown as Record<string, unknown>[];
const detail = ({ json }: Answered) => json['withdrawal'] as unknown as Record<string, unknown>;

const withdrawer = (): Promise<Person> => makeWithdrawer(server, ask);

const target = { transfer: false, network: 'ethereum', token: 'USDT', address: WALLET };
const estimate = (person: Person, body: object) =>
  ask(`${api}/withdraw/estimate`, { method: 'POST', token: person.token, body: { ...target, ...body } });
const withdraw = (person: Person, body: object, asked: Asked = {}) =>
  ask(`${api}/withdraw`, { method: 'POST', token: person.token, body: { ...target, ...body }, ...asked });
const cancel = (person: Person, id: unknown) =>
  ask(`${api}/withdrawals/${String(id)}/cancel`, { method: 'POST', token: person.token });
const cash = async (person: Person) =>
  String((await ask('/api/v2/user/profile', { token: person.token })).json['balances']!['cashStr']);
const history = (person: Person) => ask(`${api}/transactions?type=withdrawal`, { token: person.token });
const openGates = ({ json }: Answered) =>
  (json['gates'] as unknown as { gate: string; state: string; code: string }[]).filter(({ state }) => state === 'open');

describe('a withdrawal', () => {
  it('is estimated with its fee, takes the money at once, and stands in the history', async () => {
    const ada = await withdrawer();
    const told = await estimate(ada, { amount: '100' });
    expect(told.json).toMatchObject({ transfer: false, feeStr: '1.00', receiveStr: '99.00', arrivalSeconds: 384 });
    expect(openGates(told)).toEqual([]);
    expect(Date.parse(told.json['heldUntil']!)).toBeGreaterThan(Date.now());
    const made = await withdraw(ada, { amount: '100', fee: '1', address: WALLET.toLowerCase() });
    expect(made.json).toMatchObject({ type: 'withdrawal', status: 'HELD', amountStr: '-100.00' });
    expect(detail(made)).toMatchObject({
      state: 'APPROVED',
      address: WALLET,
      receiveStr: '99.00',
      network: 'Ethereum',
    });
    expect(await cash(ada)).toBe('1900.00');
    expect(rows(await history(ada))).toMatchObject([{ id: made.json['id'], status: 'HELD', amountStr: '-100.00' }]);
  });

  it('comes back whole when it is cancelled, once, by its person alone, and not when it is signed', async () => {
    const [ada, bob] = [await withdrawer(), await withdrawer()];
    const { id } = (await withdraw(ada, { amount: '100' })).json;
    expect(code(await cancel(bob, id))).toBe('NotFound');
    const answers = await Promise.all([cancel(ada, id), cancel(ada, id)]);
    expect(answers.map((one) => detail(one)['state'])).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await cash(ada)).toBe('2000.00');
    expect(rows(await history(ada))).toMatchObject([{ id, status: 'RECALLED' }]);
    const second = (await withdraw(ada, { amount: '100' })).json['id'];
    await sql(`UPDATE withdrawal SET state = 'SIGNED' WHERE id = $1`, [second]);
    expect(code(await cancel(ada, second))).toBe('WithdrawalOver');
    // The database says no as well.
    const back = sql(`UPDATE withdrawal SET state = 'APPROVED' WHERE id = $1`, [second]);
    await expect(back).rejects.toThrow('not taken back');
  });

  it('ends once: what was paid is not given back, and what was given back is not paid', async () => {
    const ada = await withdrawer();
    const terms = { ownerId: ada.id, amount: usdt(99_000_000n), fee: usdt(1_000_000n) };
    const [paid, back] = [
      String((await withdraw(ada, { amount: '100' })).json['id']),
      String((await withdraw(ada, { amount: '100' }, { headers: { 'idempotency-key': 'second' } })).json['id']),
    ];
    const pay = (withdrawalId: string) =>
      transaction(server.pool, (tx) => payWithdrawal(tx, { withdrawalId, wallet: 'ethereum/USDT', ...terms }));
    // The books of an empty wallet pay nothing.
    await expect(pay(paid)).rejects.toThrow('do not hold');
    await fill(500_000_000n);
    await pay(paid);
    await pay(paid);
    await sql(`UPDATE withdrawal SET state = 'PAID', ended_at = now() WHERE id = $1`, [paid]);
    await expect(
      transaction(server.pool, (tx) => releaseWithdrawal(tx, { withdrawalId: paid, ...terms })),
    ).rejects.toThrow('other transfers');
    await cancel(ada, back);
    await expect(pay(back)).rejects.toThrow('other transfers');
    expect(await cash(ada)).toBe('1900.00');
  });

  it('is made once by its key, and without one within 10 s', async () => {
    const ada = await withdrawer();
    const key = { headers: { 'idempotency-key': 'one' } };
    const many = await Promise.all(Array.from({ length: 5 }, () => withdraw(ada, { amount: '50' }, key)));
    expect(new Set(many.map(({ text }) => text)).size).toBe(1);
    expect(code(await withdraw(ada, { amount: '51' }, key))).toBe('IdempotencyConflict');
    const [first, second] = [await withdraw(ada, { amount: '60' }), await withdraw(ada, { amount: '60' })];
    expect(second.json['id']).toBe(first.json['id']);
    expect(await cash(ada)).toBe('1890.00');
  });

  it('never takes more than there is, with payments of the same moment (R-61)', async () => {
    const [ada, bob] = [await withdrawer(), await personOf(server, 'USER')];
    const body = { transfer: true, to: bob.id, amount: '450', confirmed: bob.id };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const headers = { 'idempotency-key': `race ${at}` };
        return at % 2 === 0
          ? withdraw(ada, { amount: '450' }, { headers })
          : ask(`${api}/withdraw`, { method: 'POST', token: ada.token, body, headers });
      }),
    );
    expect(answers.map(code).toSorted()).toEqual([
      ...Array<string>(4).fill('NoBalance'),
      ...Array<string>(4).fill('ok'),
    ]);
    expect(await cash(ada)).toBe('200.00');
  });

  it('of many at a time is sent by itself as often as the rule of an hour allows, and no more (R-67)', async () => {
    const ada = await withdrawer();
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, at) =>
        withdraw(ada, { amount: '20' }, { headers: { 'idempotency-key': `hour ${at}` } }),
      ),
    );
    // What comes too fast is not looked at.
    const taken = answers.filter((answer) => code(answer) !== 'RateLimit');
    expect([taken.length > 3, new Set(taken.map(code))]).toEqual([true, new Set(['ok'])]);
    const { rows: found } = await sql(
      'SELECT rule, state, count(*)::int AS count FROM withdrawal WHERE user_id = $1 GROUP BY 1, 2 ORDER BY 1',
      [ada.id],
    );
    expect(found).toEqual([
      { rule: 'automatic', state: 'APPROVED', count: 3 },
      { rule: 'hour', state: 'REVIEW', count: taken.length - 3 },
    ]);
    expect(await cash(ada)).toBe(`${2_000 - 20 * taken.length}.00`);
  });

  it('is decided by the first rule that it meets', async () => {
    const ada = await withdrawer();
    const decided = async (body: object) => {
      const { id } = (await withdraw(ada, body)).json;
      const { rows: found } = await server.pool.query('SELECT rule, people, state FROM withdrawal WHERE id = $1', [id]);
      await cancel(ada, id);
      return found[0];
    };
    expect(await decided({ amount: '500' })).toEqual({ rule: 'automatic', people: 0, state: 'APPROVED' });
    expect(await decided({ amount: '501' })).toEqual({ rule: 'large', people: 1, state: 'REVIEW' });
    expect(await decided({ amount: '20', address: UNSAVED })).toEqual({ rule: 'unsaved', people: 1, state: 'REVIEW' });
    await sql('UPDATE app_user SET created_at = now() WHERE id = $1', [ada.id]);
    expect(await decided({ amount: '20' })).toEqual({ rule: 'newcomer', people: 1, state: 'REVIEW' });
  });

  it('is held back by the gate that its estimate showed, and by a step-up', async () => {
    const ada = await withdrawer();
    const both = async (body: object) => {
      const shown = openGates(await estimate(ada, body))[0]?.code;
      expect(code(await withdraw(ada, body))).toBe(shown);
      return shown;
    };
    expect(await both({ amount: '9.99' })).toBe('PaymentLimit');
    expect(await both({ amount: '2000.01' })).toBe('NoBalance');
    expect(await both({ amount: '20', network: 'polygon' })).toBe('UnavailableToken');
    expect(await both({ amount: '20', address: `0x${'5a11c7ed'.repeat(5)}` })).toBe('AddressRefused');
    await sql('UPDATE payer SET saved_only = true WHERE user_id = $1', [ada.id]);
    expect(await both({ amount: '20', address: UNSAVED })).toBe('AddressUnsaved');
    await sql(`UPDATE saved_address SET usable_from = now() + interval '1 h' WHERE user_id = $1`, [ada.id]);
    expect(await both({ amount: '20' })).toBe('AddressWaits');
    await sql('UPDATE saved_address SET usable_from = now() WHERE user_id = $1', [ada.id]);
    await sql('UPDATE payer SET played = 0 WHERE user_id = $1', [ada.id]);
    expect(await both({ amount: '1000.01' })).toBe('PlayBalance');
    await sql(`UPDATE document SET status = 'PENDING_APPROVE' WHERE user_id = $1`, [ada.id]);
    expect(await both({ amount: '20' })).toBe('VerificationError');
    expect(code(await withdraw(ada, { amount: '20', fee: '0.50' }))).toBe('FeeChanged');
    expect(code(await withdraw(ada, { amount: '20', network: 'nowhere' }))).toBe('UnavailableToken');
    await sql('DELETE FROM step_up WHERE session_id IN (SELECT id FROM session WHERE user_id = $1)', [ada.id]);
    expect(code(await withdraw(ada, { amount: '20' }))).toBe('StepUpRequired');
  });

  it('leaves books in which each cent has its place', async () => {
    const report = await checkLedger(server.pool, { window: 'all' });
    expect(report.invariants.filter(({ found }) => found > 0)).toEqual([]);
    const ada = await withdrawer();
    await withdraw(ada, { amount: '100' });
    // A withdrawal that nothing is held of.
    await sql(`UPDATE withdrawal SET state = 'CANCELLED', ended_at = now() WHERE user_id = $1`, [ada.id]);
    const after = await checkLedger(server.pool, { window: 'all' });
    expect(after.invariants.filter(({ found }) => found > 0).map(({ name }) => name)).toEqual(['I9']);
  });
});

describe('how long withdrawals take', () => {
  const NOW = Date.parse('2020-03-02T12:00:00Z');
  const times = () => {
    const clock = { now: () => NOW, monotonic: () => 0 };
    const networks = { all: [], coins: [] };
    return createWithdrawalTimes({ db: server.pool, clock, networks } as never).read();
  };
  /** One that was requested `ago` seconds before NOW, sent after `sent` seconds and ended after `ended`. */
  const was = (state: string, ago: number, { sent, ended, token = 'USDT' }: Row = {}) =>
    sql(
      `INSERT INTO withdrawal (id, user_id, network, token, address, amount, fee, rule, people, state, requested_at, broadcast_at, ended_at)
       SELECT gen_random_uuid(), (SELECT id FROM app_user LIMIT 1), 'ethereum', $1, 'a', 1, 0, 'test', 1, $2, at,
         at + $4 * interval '1 s', at + $5 * interval '1 s' FROM (SELECT $3::timestamptz AS at) asked`,
      [token, state, new Date(NOW - ago * 1_000), sent, ended],
    );
  interface Row {
    readonly sent?: number;
    readonly ended?: number;
    readonly token?: string;
  }

  it('says plainly that there were none', async () => {
    expect(await times()).toMatchObject({ count: 0, share: null, medianMs: null, p95Ms: null, coins: [] });
  });

  it('is what each took until it was sent and final; those that wait, and those cancelled for it, make it no better', async () => {
    await was('PAID', 80_000, { sent: 4.25, ended: 100 });
    await was('PAID', 70_000, { sent: 59.999, ended: 200 });
    await was('PAID', 60_000, { sent: 60, ended: 90, token: 'USDC' });
    await was('BROADCAST', 50_000, { sent: 10 });
    // Waiting for two hours; for half a minute, of which nothing is known yet.
    await was('REVIEW', 7_200);
    await was('APPROVED', 30);
    // Cancelled at once; and after an hour.
    await was('CANCELLED', 40_000, { ended: 20 });
    await was('CANCELLED', 40_000, { ended: 3_600 });
    // No withdrawals: refused, and older than a day.
    await was('REJECTED', 30_000, { ended: 900 });
    await was('PAID', 86_401, { sent: 1, ended: 2 });
    const found = await times();
    expect(found).toMatchObject({ from: '2020-03-01T12:00:00.000Z', to: '2020-03-02T12:00:00.000Z' });
    expect(found).toMatchObject({ count: 6, sent: 4, paid: 3, underMinute: 3, share: 0.5 });
    expect(found).toMatchObject({ medianMs: 59_999, p95Ms: 7_200_000, paidMedianMs: 100_000, paidP95Ms: 200_000 });
    expect(found.coins).toMatchObject([
      { coin: 'USDT', network: 'ethereum', count: 5, share: 0.6, medianMs: 59_999 },
      { coin: 'USDC', network: 'ethereum', count: 1, share: 0, medianMs: 60_000, paidP95Ms: 90_000 },
    ]);
  });

  it('is told to everybody', async () => {
    expect((await ask(`${api}/withdrawal-times`)).json).toMatchObject({ coins: expect.any(Array) });
  });
});

/** Money of the house in the wallet, by journal 39. */
async function fill(amount: bigint): Promise<void> {
  await transaction(server.pool, async (tx) => {
    const house = (kind: 'treasury_hot' | 'house_bank', ref: string) =>
      openAccount(tx, { realm: 'real', kind, ownerId: null, ref });
    const [debit, credit] = [await house('treasury_hot', 'ethereum/USDT'), await house('house_bank', '')];
    const transfers = [{ code: 390, debit, credit, amount: usdt(amount) }];
    await post(tx, { realm: 'real', kind: 'bankroll', refType: 'test', refId: randomUUID(), transfers });
  });
}

describe('a withdrawal in coins', () => {
  const HOME = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
  const OWN = 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r';
  const coins = { network: 'local-coin', token: 'LTC', address: HOME };
  const book = (person: Person) => ask(`${api}/address-book`, { token: person.token });
  const offered = async (person: Person) =>
    (await book(person)).json['networks'] as unknown as { id: string; pays: boolean; tokens: string[] }[];
  const save = async (person: Person, address: string) => {
    await proveAgain(server, person.id);
    const body = { network: 'local-coin', address, label: 'Coins' };
    return ask(`${api}/address-book`, { method: 'POST', token: person.token, body });
  };

  it('is not offered before its network has a wallet', async () => {
    const ada = await withdrawer();
    expect((await offered(ada)).map(({ id }) => id)).not.toContain('local-coin');
    expect(openGates(await estimate(ada, { ...coins, amount: '100' }))).toMatchObject([{ gate: 'network' }]);
    expect(code(await withdraw(ada, { ...coins, amount: '100' }))).toBe('UnavailableToken');
    await sql(`INSERT INTO payout_wallet (network, address, since) VALUES ('local-coin', $1, now())`, [OWN]);
    expect(await offered(ada)).toContainEqual({
      id: 'local-coin',
      name: 'Litecoin test chain',
      pays: true,
      tokens: ['LTC'],
    });
  });

  it('takes addresses of its network in one spelling, and none of another or of ours', async () => {
    const ada = await withdrawer();
    expect(code(await save(ada, 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'))).toBe('InvalidRequest');
    expect(code(await save(ada, OWN))).toBe('AddressRefused');
    const saved = await save(ada, HOME.toUpperCase());
    expect(rows(saved)).toContainEqual(expect.objectContaining({ network: 'local-coin', address: HOME }));
    expect(code(await withdraw(ada, { ...coins, address: WALLET, amount: '100' }))).toBe('InvalidRequest');
    expect(openGates(await estimate(ada, { ...coins, address: OWN, amount: '100' }))).toMatchObject([
      { gate: 'address', code: 'AddressRefused' },
    ]);
  });

  it('is counted at the rate that its person was told, which holds for a minute however often they look', async () => {
    const ada = await withdrawer();
    await save(ada, HOME);
    await sql('UPDATE saved_address SET usable_from = now() WHERE user_id = $1', [ada.id]);
    const first = await estimate(ada, { ...coins, amount: '100' });
    const { rate, heldUntil } = first.json;
    expect(openGates(first)).toEqual([]);
    expect(Date.parse(heldUntil!) - Date.now()).toBeLessThanOrEqual(60_000);
    // A long while for a price that moves.
    await sql('UPDATE price_offer SET rate_price = rate_price * 2 WHERE user_id = $1', [ada.id]);
    const second = await estimate(ada, { ...coins, amount: '200' });
    expect(second.json).toMatchObject({ heldUntil, receiveStr: '199.00' });
    expect(Number(second.json['rate'])).toBeCloseTo(Number(rate) * 2, 3);
    const other = await withdraw(ada, { ...coins, amount: '200', rate });
    expect(other.json['error']).toMatchObject({ code: 'RateChanged', details: { rate: second.json['rate'] } });
    const made = await withdraw(ada, { ...coins, amount: '200', rate: second.json['rate'] });
    expect(detail(made)).toMatchObject({
      state: 'APPROVED',
      network: 'Litecoin test chain',
      receiveStr: '199.00',
      coins: second.json['coins'],
      rate: second.json['rate'],
    });
    expect(Number(second.json['coins'])).toBeCloseTo(199 / Number(second.json['rate']), 7);
    expect(rows(await history(ada))).toMatchObject([{ withdrawal: { coins: second.json['coins'] } }]);
    // Afterwards it is that of then.
    await sql('UPDATE price_offer SET until = now() WHERE user_id = $1', [ada.id]);
    const third = await estimate(ada, { ...coins, amount: '100' });
    expect(Date.parse(third.json['heldUntil']!)).toBeGreaterThan(Date.parse(heldUntil!));
    expect(Number(third.json['rate'])).toBeLessThan(Number(second.json['rate']));
    expect(await cash(ada)).toBe('1800.00');
  });
});
