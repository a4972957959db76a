import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { playedFollower } from '#server/cashier/played.ts';
import { balancesOf, checkLedger, grantSandbox } from '#server/ledger/index.ts';
import { endPayment, holdPayment } from '#server/ledger/payments.ts';
import { sharesCost } from '#server/trading/queries/store-lists.ts';
import { caller, until, type Answered, type Ask, type Asked } from '#tests/http-calls.ts';
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
const code = ({ status, json }: Answered) => (status < 300 ? 'ok' : String(json['error']!['code']));
const sql = (text: string, values: readonly unknown[]) => server.pool.query(text, [...values]);

/** Somebody who has deposited 100 and played it, and was proven a moment ago. */
async function payer(played = 100_000_000n): Promise<Person> {
  const person = await personOf(server, 'USER');
  await transaction(server.pool, (tx) =>
    grantSandbox(tx, { mode: 'sandbox', ownerId: person.id, amount: usdt(100_000_000n), refId: person.id }),
  );
  expect((await estimate(person, {})).status).toBe(200);
  await sql('UPDATE payer SET played = $2 WHERE user_id = $1', [person.id, played.toString()]);
  await approveDocuments(server, person.id);
  await proveAgain(server, person.id);
  return person;
}

const estimate = (person: Person, body: object) =>
  ask(`${api}/withdraw/estimate`, { method: 'POST', token: person.token, body: { transfer: true, ...body } });
const pay = (person: Person, body: object, asked: Asked = {}) =>
  ask(`${api}/withdraw`, { method: 'POST', token: person.token, body: { transfer: true, ...body }, ...asked });
const payNew = (person: Person, [to, amount]: readonly [Person, string], asked: Asked = {}) =>
  pay(person, { to: to.id, amount, confirmed: to.id }, asked);
const recall = (person: Person, id: unknown) =>
  ask(`${api}/payments/${String(id)}/recall`, { method: 'POST', token: person.token });
const list = (person: Person, query = '') => ask(`${api}/transactions${query}`, { token: person.token });
const rows = ({ json }: Answered) => json['items'] as unknown as Record<string, unknown>[];
const profile = async (person: Person) =>
  (await ask('/api/v2/user/profile', { token: person.token })).json['balances'] as unknown as Record<string, string>;
const cash = async (person: Person) => String((await profile(person))['cashStr']);
/** The time in which a payment may be recalled has passed. */
const due = async (id: unknown) => {
  await sql(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE payload->>'payment' = $1`, [id]);
};
const done = (person: Person, id: unknown) =>
  until('the end of the payment', async () =>
    rows(await list(person)).some((row) => row['id'] === id && row['status'] === 'DONE') ? true : null,
  );

/** Gives a person shares of an open market, for `cost`. */
async function holdShares(tx: PoolClient, person: Person, cost: string): Promise<void> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO market (id, realm, kind, first_name, second_name, opens_at, cut_off_at, ends_at, fee_bps, rules_hash, pool, fees, state,
       fills, volume, shard, batch)
     VALUES ($1, 1, 'event', 'YES', 'NO', 1, 2, 3, 0, decode(repeat('00', 32), 'hex'), 0, 0, 'OPEN', 0, 0, 0, 1)`,
    [id],
  );
  await tx.query(
    `INSERT INTO position (market_id, user_id, realm, lots, reserved, cost, gained, fees, bonus, shard) VALUES ($1, $2, 1, 1000, 0, $3, 0, 0, 0, 0)`,
    [id, person.id, cost],
  );
}

describe('a payment', () => {
  it('asks again the first time, is held, reaches its payee, and both are told', async () => {
    const [ada, bob] = [await payer(), await personOf(server, 'USER')];
    await sql(`UPDATE app_user SET nickname_sealed = NULL WHERE id = $1`, [bob.id]);
    const first = await pay(ada, { to: bob.id, amount: '20' });
    expect(first.status).toBe(422);
    expect(first.json['error']).toMatchObject({
      code: 'PayeeUnconfirmed',
      details: { payee: bob.id, name: expect.stringMatching(/^.\*\*\*$/), avatar: null },
    });
    expect(await cash(ada)).toBe('1100.00');
    const paid = await pay(ada, { to: bob.id, amount: '20', note: ' lunch ', confirmed: bob.id });
    expect(paid.json).toMatchObject({
      type: 'payment',
      direction: 'out',
      status: 'HELD',
      amountStr: '-20.00',
      note: 'lunch',
    });
    expect(await cash(ada)).toBe('1080.00');
    expect(rows(await list(bob))).toHaveLength(1);
    const { id } = paid.json;
    await due(id);
    await done(ada, id);
    expect(await cash(bob)).toBe('1020.00');
    expect(rows(await list(bob))[0]).toMatchObject({
      id,
      direction: 'in',
      status: 'DONE',
      amountStr: '20.00',
      note: 'lunch',
    });
    for (const [person, kind] of [
      [ada, 'transfer_sent'],
      [bob, 'transfer_received'],
    ] as const) {
      const told = () => ask('/api/v2/notifications', { token: person.token });
      await until(kind, async () => (rows(await told()).some((row) => row['kind'] === kind) ? true : null));
    }
    expect((await recall(ada, id)).json['error']!['code']).toBe('PaymentOver');
    // Known now: nobody asks again, but where somebody else was confirmed.
    expect(code(await pay(ada, { to: bob.id, amount: '5' }))).toBe('ok');
    expect(code(await pay(ada, { to: bob.id, amount: '6', confirmed: ada.id }))).toBe('PayeeUnconfirmed');
  });

  it('comes back when it is recalled, once, and only by its payer', async () => {
    const [ada, bob] = [await payer(), await personOf(server, 'USER')];
    const { id } = (await payNew(ada, [bob, '30'])).json;
    expect(code(await recall(bob, id))).toBe('NotFound');
    const [one, two] = await Promise.all([recall(ada, id), recall(ada, id)]);
    expect([code(one), code(two)]).toEqual(['ok', 'ok']);
    expect(one.json).toEqual(two.json);
    expect(await cash(ada)).toBe('1100.00');
    await due(id);
    expect(rows(await list(ada, '?type=payment'))).toMatchObject([{ id, status: 'RECALLED', amountStr: '-30.00' }]);
    expect(await cash(bob)).toBe('1000.00');
  });

  it('is made once by its key, and without one within 10 s', async () => {
    const [ada, bob] = [await payer(), await personOf(server, 'USER')];
    const key = { headers: { 'idempotency-key': 'one' } };
    const many = await Promise.all(Array.from({ length: 5 }, () => payNew(ada, [bob, '10'], key)));
    expect(new Set(many.map(({ text }) => text)).size).toBe(1);
    expect(many.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(4);
    expect(code(await payNew(ada, [bob, '11'], key))).toBe('IdempotencyConflict');
    expect(await cash(ada)).toBe('1090.00');
    const [first, second] = [await payNew(ada, [bob, '7']), await payNew(ada, [bob, '7'])];
    expect(second.json['id']).toBe(first.json['id']);
    expect(await cash(ada)).toBe('1083.00');
  });

  it('of one balance, many at a time, never takes more than there is (R-61)', async () => {
    const [ada, bob] = [await payer(), await personOf(server, 'USER')];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => payNew(ada, [bob, '240'], { headers: { 'idempotency-key': `race ${at}` } })),
    );
    expect(answers.map(code).toSorted()).toEqual([
      ...Array<string>(4).fill('NoBalance'),
      ...Array<string>(4).fill('ok'),
    ]);
    expect(await cash(ada)).toBe('140.00');
  });

  it('warns at a first payment to somebody who may be taken for a person paid before', async () => {
    const ada = await payer();
    const [bob, like, other] = await Promise.all(Array.from({ length: 3 }, () => personOf(server, 'USER')));
    const payIds = await Promise.all([bob!, like!, other!].map(async (one) => (await estimate(one, {})).json['payId']));
    const called = (one: Person, nickname: string) =>
      ask('/api/v2/user/updatePersonalInfo', { method: 'POST', token: one.token, body: { nickname } });
    expect((await called(bob!, 'Morgan')).status).toBe(200);
    expect((await called(like!, 'rnorgan')).status).toBe(200);
    const resembles = async (to: unknown) =>
      ((await estimate(ada, { to, amount: '5' })).json['payee'] as unknown as Record<string, unknown>)['resembles'];
    expect(await resembles(like!.id), 'nobody was paid yet').toBeNull();
    expect(code(await payNew(ada, [bob!, '5']))).toBe('ok');
    expect(await resembles(like!.id)).toEqual({ name: 'Morgan', avatar: null, by: 'name' });
    expect(await resembles(bob!.id), 'was paid before').toBeNull();
    expect(await resembles(other!.id)).toBeNull();
    await sql('UPDATE payer SET pay_id = $2 WHERE user_id = $1', [bob!.id, '4401234567']);
    await sql('UPDATE payer SET pay_id = $2 WHERE user_id = $1', [other!.id, '4401234576']);
    expect(await resembles('440 123 4576')).toEqual({ name: 'Morgan', avatar: null, by: 'payId' });
    expect(payIds).toHaveLength(3);
  });

  it('is refused with a code of its own for each payee who may not be paid', async () => {
    const ada = await payer();
    const people = await Promise.all(Array.from({ length: 4 }, () => personOf(server, 'USER')));
    const [blocked, closed, away, found] = people as [Person, Person, Person, Person];
    await sql('UPDATE app_user SET blocked_at = now() WHERE id = $1', [blocked.id]);
    await sql('UPDATE app_user SET closed_at = now() WHERE id = $1', [closed.id]);
    await sql(`INSERT INTO responsible_play (user_id, time_out_until) VALUES ($1, now() + interval '1 day')`, [
      away.id,
    ]);
    const demo = await personOf(server, 'DEMO');
    const { payId } = (await estimate(found, {})).json;
    const shown = String(payId).replace(/(.{5})/, '$1 ');
    expect((await estimate(ada, { to: shown, amount: '5' })).json['payee']).toMatchObject({
      id: found.id,
      paidBefore: false,
    });
    const to = async (who: string) => code(await pay(ada, { to: who, amount: '5', confirmed: found.id }));
    expect(await to(ada.id)).toBe('PayeeSelf');
    expect(await to(blocked.id)).toBe('PayeeBlocked');
    expect(await to(closed.id)).toBe('PayeeClosed');
    expect(await to(away.id)).toBe('PayeeUnavailable');
    expect(await to(demo.id)).toBe('PayeeDemo');
    expect(await to('nobody@example.com')).toBe('UserNotFound');
    expect(await to('0000000000')).toBe('UserNotFound');
    expect(await to((await personOf(server, 'SUPPORT')).id)).toBe('UserNotFound');
    for (const [amount, fault] of [
      ['0', 'too_small'],
      ['-5', 'too_small'],
      ['1e3', 'malformed'],
      ['5.1234567', 'decimals'],
    ] as const) {
      const answered = await pay(ada, { to: found.id, amount, confirmed: found.id });
      expect(answered.json['error'], amount).toMatchObject({
        code: 'InvalidRequest',
        details: { fields: { amount: fault } },
      });
    }
    expect(code(await pay(ada, { to: found.id, amount: '0.50', confirmed: found.id }))).toBe('PaymentLimit');
    const chain = { transfer: false, token: 'USDT', network: 'ethereum', address: '0x0', amount: '5' };
    expect(code(await ask(`${api}/withdraw`, { method: 'POST', token: ada.token, body: chain }))).toBe(
      'UnavailableToken',
    );
    expect(await cash(ada)).toBe('1100.00');
  });

  it('is refused by the gates that the screen shows, and nobody learns who has an account before', async () => {
    const [ada, bob] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
    await proveAgain(server, ada.id);
    const open = async (amount?: string) =>
      (
        (await estimate(ada, { to: bob.id, ...(amount === undefined ? {} : { amount }) })).json[
          'gates'
        ] as unknown as Record<string, string>[]
      )
        .filter(({ state }) => state === 'open')
        .map(({ gate }) => gate);
    expect(await open()).toEqual(['deposit', 'documents']);
    expect((await estimate(ada, { to: bob.id })).json['payee']).toBe(null);
    expect(code(await payNew(ada, [bob, '5']))).toBe('VerificationError');
    await transaction(server.pool, (tx) =>
      grantSandbox(tx, { mode: 'sandbox', ownerId: ada.id, amount: usdt(100_000_000n), refId: ada.id }),
    );
    // What leaves takes documents, in a payment as in a withdrawal.
    expect(await open('5')).toEqual(['documents']);
    expect((await payNew(ada, [bob, '5'])).json['error']!['details']).toMatchObject({ document: 'governmentId' });
    await approveDocuments(server, ada.id, ['governmentId']);
    expect(await open('1000')).toEqual([]);
    expect((await profile(ada))['withdrawableStr']).toBe('1000.00');
    // What was withdrawn in the month counts with it: the ID alone is good for 2,000.
    await sql(
      `INSERT INTO withdrawal (id, user_id, network, token, address, amount, fee, rule, people, state, requested_at, ended_at)
       VALUES (gen_random_uuid(), $1, 'ethereum', 'USDT', 'a', 1990000000, 1000000, 'test', 0, 'PAID', now(), now())`,
      [ada.id],
    );
    expect([await open('9'), await open('9.01')]).toEqual([[], ['documents']]);
    await approveDocuments(server, ada.id);
    // The other 1,000 were no deposit: only the newest 100 are to be played.
    await sql(`INSERT INTO withdrawal_hold VALUES ($1, 'otp', now(), now() + interval '1 day')`, [ada.id]);
    await sql(`INSERT INTO house_restriction (user_id, what, holds, set_at) VALUES ($1, 'payouts', true, now())`, [
      ada.id,
    ]);
    expect(await open('5')).toEqual(['payouts', 'hold']);
    expect(code(await payNew(ada, [bob, '5']))).toBe('PayoutsHeld');
    await sql(`INSERT INTO house_restriction (user_id, what, holds, set_at) VALUES ($1, 'payouts', false, now())`, [
      ada.id,
    ]);
    expect(code(await payNew(ada, [bob, '5']))).toBe('PayoutHold');
    await sql('DELETE FROM withdrawal_hold WHERE user_id = $1', [ada.id]);
    expect(code(await payNew(ada, [bob, '950']))).toBe('ok');
    expect(await open('100')).toEqual(['played']);
    expect((await pay(ada, { to: bob.id, amount: '100' })).json['error']).toMatchObject({
      code: 'PlayBalance',
      details: { amountStr: '100.00', freeStr: '50.00' },
    });
    expect(code(await payNew(ada, [bob, '151']))).toBe('NoBalance');
    await sql('DELETE FROM step_up', []);
    expect(code(await pay(ada, { to: bob.id, amount: '5' }))).toBe('StepUpRequired');
  });
});

describe('a payment that is held', () => {
  const restrict = (person: Person, what: 'play' | 'payouts') =>
    sql(`INSERT INTO house_restriction (user_id, what, holds, set_at) VALUES ($1, $2, true, now())`, [person.id, what]);

  it.each([
    ['holds the payouts of the payer', (ada: Person) => restrict(ada, 'payouts')],
    ['blocks the payer', (ada: Person) => sql('UPDATE app_user SET blocked_at = now() WHERE id = $1', [ada.id])],
    [
      'blocks the payee',
      (_: Person, bob: Person) => sql('UPDATE app_user SET blocked_at = now() WHERE id = $1', [bob.id]),
    ],
    ['keeps the payee from play', (_: Person, bob: Person) => restrict(bob, 'play')],
  ] as const)('goes back where staff %s meanwhile', async (_what, act) => {
    const [ada, bob] = [await payer(), await personOf(server, 'USER')];
    const { id } = (await payNew(ada, [bob, '20'])).json;
    await act(ada, bob);
    await due(id);
    const state = await until('the end of the payment', async () => {
      const { rows: found } = await sql(`SELECT state FROM payment WHERE id = $1 AND state <> 'HELD'`, [id]);
      return found[0]?.state ?? null;
    });
    expect(state).toBe('RECALLED');
    expect((await balancesOf(server.pool, { ownerId: ada.id, realm: 'real' })).cash).toBe(1_100_000_000n);
  });
});

describe('the list of money', () => {
  it('has deposits, payments and adjustments, newest first, by type and id, with a cursor, as CSV too', async () => {
    const [ada, bob] = [await payer(), await personOf(server, 'USER')];
    const { id } = (await payNew(ada, [bob, '12.5'])).json;
    expect(rows(await list(ada)).map(({ type, amountStr }) => [type, amountStr])).toEqual([
      ['payment', '-12.50'],
      ['deposit', '100.00'],
      ['adjustment', '1000.00'],
    ]);
    const page = await list(ada, '?limit=2');
    expect(rows(page)).toHaveLength(2);
    expect(rows(await list(ada, `?limit=2&cursor=${page.json['nextCursor']}`)).map(({ type }) => type)).toEqual([
      'adjustment',
    ]);
    const filtered = await ask(`${api}/transactions`, {
      method: 'POST',
      token: ada.token,
      body: { type: 'payment', search: String(id).slice(0, 12) },
    });
    expect(rows(filtered)).toMatchObject([{ id, other: { name: expect.any(String) } }]);
    expect(rows(await list(ada, '?type=withdrawal'))).toEqual([]);
    const csv = await ask(`${api}/transactions`, { token: ada.token, headers: { accept: 'text/csv' } });
    expect(csv.text.split('\r\n')[1]).toContain(`${id},`);
    expect(csv.text).toContain(',-12.50,');
  });

  it('counts what was played, and begins anew when nothing is left', async () => {
    const ada = await payer(0n);
    const toPlay = async () => String((await estimate(ada, {})).json['toPlayStr']);
    expect(await toPlay()).toBe('100.00');
    const settled = (outcome: 'LOSE' | 'TIE', stake: string) => ({
      kind: 'prediction.settled' as const,
      at: 0,
      userId: ada.id,
      predictionId: ada.id,
      pair: 'BTC-USD',
      outcome,
      stake,
      credit: '0',
    });
    const tell = (outcome: 'LOSE' | 'TIE', stake: string) =>
      transaction(server.pool, (tx) => playedFollower({ sharesCost }).handle(tx, [settled(outcome, stake)]));
    await tell('LOSE', '30000000');
    await tell('TIE', '50000000');
    expect(await toPlay()).toBe('70.00');
    // All is gone by some other way than play: what comes next begins with nothing to make up.
    const { cash: all } = await balancesOf(server.pool, { ownerId: ada.id, realm: 'real' });
    const gone = { paymentId: ada.id, payer: ada.id, amount: all };
    await transaction(server.pool, (tx) => holdPayment(tx, gone));
    await tell('TIE', '1');
    // It may be recalled still.
    expect(await toPlay()).toBe('70.00');
    const bob = await personOf(server, 'USER');
    await transaction(server.pool, (tx) => endPayment(tx, { ...gone, to: bob.id }));
    const holding = transaction(server.pool, async (tx) => {
      await holdShares(tx, ada, '5000000');
      await playedFollower({ sharesCost }).handle(tx, [settled('TIE', '1')]);
      throw new Error(
        `played ${(await tx.query('SELECT played FROM payer WHERE user_id = $1', [ada.id])).rows[0].played}`,
      );
    });
    // Shares may be sold again.
    await expect(holding).rejects.toThrow('played 30000000');
    await tell('TIE', '1');
    expect(await toPlay()).toBe('0.00');
  });

  it('leaves every invariant of the ledger whole, whatever was done here', async () => {
    const { invariants } = await checkLedger(server.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
  });
});
