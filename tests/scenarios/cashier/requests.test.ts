import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { grantSandbox } from '#server/ledger/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { approveDocuments, proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
});
afterAll(() => server.stop());

const api = '/api/v2/transaction';
type Row = Record<string, unknown>;
const code = ({ status, json }: Answered) => (status < 300 ? 'ok' : String(json['error']!['code']));
const rows = ({ json }: Answered) => json['items'] as unknown as Row[];
const sql = (text: string, values: readonly unknown[]) => server.pool.query(text, [...values]);

/** Somebody who may ask and pay: with a deposit that was played, documents, and proven a moment ago. */
async function person(): Promise<Person> {
  const one = await personOf(server, 'USER');
  await transaction(server.pool, (tx) =>
    grantSandbox(tx, { mode: 'sandbox', ownerId: one.id, amount: usdt(100_000_000n), refId: one.id }),
  );
  await ask(`${api}/withdraw/estimate`, { method: 'POST', token: one.token, body: { transfer: true } });
  await sql('UPDATE payer SET played = 100000000 WHERE user_id = $1', [one.id]);
  await approveDocuments(server, one.id);
  await proveAgain(server, one.id);
  return one;
}

const post = ({ token }: Person, path: string, body?: object) =>
  ask(`${api}${path}`, { method: 'POST', token, ...(body === undefined ? {} : { body }) });
const request = (asker: Person, body: object) => post(asker, '/requests', body);
const one = async (asker: Person, body: object) => rows(await request(asker, body))[0]!;
const look = ({ token }: Person, id: unknown) => ask(`${api}/requests/${String(id)}`, { token });
const pay = (payer: Person, { id, to, amountStr }: Row, other: object = {}) =>
  post(payer, '/withdraw', { transfer: true, to, amount: amountStr, confirmed: to, request: id, ...other });
const recall = (payer: Person, id: unknown) => post(payer, `/payments/${String(id)}/recall`);
const stateOf = async (who: Person, id: unknown) => (await look(who, id)).json['state'];
const told = (who: Person, state: string) =>
  until(`a notice: ${state}`, async () => {
    const notices = rows(await ask('/api/v2/notifications', { token: who.token }));
    return notices.find(({ kind, values }) => kind === 'payment_requested' && (values as Row)['state'] === state);
  });

describe('a request for a payment', () => {
  it('reaches who is asked, is paid once by its terms alone, and waits again when its payment is recalled', async () => {
    const [ada, bob, eve] = [await person(), await person(), await person()];
    const made = await one(ada, { amount: '12.50', note: ' pizza ', from: [bob.id] });
    expect(made).toMatchObject({ direction: 'out', state: 'OPEN', amountStr: '12.50', note: 'pizza', payment: null });
    const { id } = made;
    expect((await told(bob, 'made'))['values']).toMatchObject({ request: id, amount: '12.50' });
    expect((await look(bob, id)).json).toMatchObject({ direction: 'in', state: 'OPEN', to: ada.id });
    expect(rows(await ask(`${api}/requests?direction=in`, { token: bob.token }))).toMatchObject([{ id }]);
    expect(code(await look(eve, id))).toBe('NotFound');
    for (const wrong of [
      { payer: eve, terms: {} },
      { payer: bob, terms: { amount: '12.49' } },
      { payer: bob, terms: { to: eve.id, confirmed: eve.id } },
    ])
      expect(code(await pay(wrong.payer, made, wrong.terms))).toBe('NotFound');
    const both = await Promise.all([pay(bob, made), pay(bob, made)]);
    expect(both.map(code).toSorted()).toEqual(['PaymentRequestOver', 'ok']);
    const paid = both.find((answer) => code(answer) === 'ok')?.json['id'];
    expect((await look(ada, id)).json).toMatchObject({ state: 'PAYING', payment: paid });
    expect(code(await post(ada, `/requests/${String(id)}/cancel`))).toBe('PaymentRequestOver');
    // Until they have it, the payment is their payer's alone to see.
    const seen = (who: Person, payment: unknown) => ask(`${api}/payments/${String(payment)}`, { token: who.token });
    expect([code(await seen(bob, paid)), code(await seen(ada, paid))]).toEqual(['ok', 'NotFound']);
    expect(code(await recall(bob, paid))).toBe('ok');
    expect(await stateOf(ada, id)).toBe('OPEN');
    const again = (await pay(bob, made)).json['id'];
    await sql(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE payload->>'payment' = $1`, [again]);
    await until('the payment', async () => ((await stateOf(ada, id)) === 'PAID' ? true : null));
    expect((await seen(ada, again)).json).toMatchObject({ direction: 'in', status: 'DONE', amountStr: '12.50' });
    expect(code(await pay(bob, made))).toBe('PaymentRequestOver');
  });

  it('is declined by who is asked, and taken back by who asks; twice is once', async () => {
    const [ada, bob] = [await person(), await person()];
    const end = (who: Person, id: unknown, how: string) => post(who, `/requests/${String(id)}/${how}`);
    const [first, second] = [
      await one(ada, { amount: '5', from: [bob.id] }),
      await one(ada, { amount: '5', from: [bob.id] }),
    ];
    expect(code(await end(ada, first['id'], 'decline'))).toBe('NotFound');
    expect(code(await end(bob, first['id'], 'cancel'))).toBe('NotFound');
    for (const _ of [1, 2]) expect((await end(bob, first['id'], 'decline')).json['state']).toBe('DECLINED');
    expect((await told(ada, 'declined'))['values']).toMatchObject({ request: first['id'] });
    for (const _ of [1, 2]) expect((await end(ada, second['id'], 'cancel')).json['state']).toBe('CANCELLED');
    expect([code(await pay(bob, first)), code(await pay(bob, second))]).toEqual([
      'PaymentRequestOver',
      'PaymentRequestOver',
    ]);
  });

  it('without a name is paid by whoever has its link, for 7 days', async () => {
    const [ada, bob] = [await person(), await person()];
    const made = await one(ada, { amount: '7' });
    expect(made['other']).toBe(null);
    expect((await look(bob, made['id'])).json).toMatchObject({ direction: 'in', state: 'OPEN' });
    expect(code(await pay(ada, made))).toBe('PayeeSelf');
    expect(code(await post(bob, `/requests/${String(made['id'])}/decline`))).toBe('NotFound');
    const late = await one(ada, { amount: '7' });
    // Terms do not change, so that the clock is moved by a row of its own.
    const { rows: old } = await sql(
      `INSERT INTO payment_request (id, user_id, amount, made_at, expires_at)
       SELECT gen_random_uuid(), user_id, amount, made_at - interval '7 days', made_at FROM payment_request WHERE id = $1 RETURNING id`,
      [late['id']],
    );
    expect(await stateOf(bob, (old[0] as Row)['id'])).toBe('EXPIRED');
    expect(code(await pay(bob, { ...late, id: (old[0] as Row)['id'] }))).toBe('PaymentRequestOver');
    expect(code(await pay(bob, made))).toBe('ok');
  });

  it('is split to the cent, among those who are asked or with who asks', async () => {
    const [ada, bob, eve] = [await person(), await person(), await person()];
    const from = [bob.id, eve.id, bob.id];
    const amounts = async (body: object) => rows(await request(ada, body)).map((part) => part['amountStr']);
    expect(await amounts({ amount: '10.01', from, split: 'others' })).toEqual(['5.01', '5.00']);
    expect(await amounts({ amount: '10', from, split: 'with_me' })).toEqual(['3.34', '3.33']);
    expect(await amounts({ amount: '10', from })).toEqual(['10.00', '10.00']);
    const parts = rows(await request(ada, { amount: '4', from, split: 'others' }));
    expect(new Set(parts.map(({ split }) => split)).size).toBe(1);
    expect(code(await request(ada, { amount: '1.50', from, split: 'others' }))).toBe('PaymentLimit');
    expect(code(await request(ada, { amount: '10', split: 'others' }))).toBe('InvalidRequest');
  });

  it('is made by nobody who may not, of nobody who may not be paid, and not without end', async () => {
    const [ada, newcomer] = [await person(), await personOf(server, 'USER')];
    expect(code(await request(newcomer, { amount: '5', from: [ada.id] }))).toBe('VerificationError');
    expect(code(await request(newcomer, { amount: '5' }))).toBe('ok');
    expect(code(await request(ada, { amount: '5', from: [ada.id] }))).toBe('PayeeSelf');
    expect(code(await request(ada, { amount: '5', from: ['nobody@example.com'] }))).toBe('UserNotFound');
    expect(code(await request(ada, { amount: '1000.01' }))).toBe('PaymentLimit');
    await sql(
      `INSERT INTO payment_request (id, user_id, amount, made_at, expires_at)
       SELECT gen_random_uuid(), $1, 5000000, now(), now() + interval '7 days' FROM generate_series(1, 50)`,
      [ada.id],
    );
    expect(code(await request(ada, { amount: '5' }))).toBe('PaymentRequestsFull');
    await expect(sql('UPDATE payment_request SET amount = 1 WHERE user_id = $1', [ada.id])).rejects.toThrow('terms');
  });
});
