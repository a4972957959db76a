/** Deposits of fiat money, with the simulator in the place of an on-ramp: orders, messages, what people decide, and what never happens twice. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIAT_SIMULATOR, signSimulator, SIMULATOR_SECRETS } from '#server/fiat/simulator/simulator.ts';
import { lookAtOrders } from '#server/fiat/watch.ts';
import type { FiatParts } from '#server/fiat/parts.ts';
import { compareProvider, FIAT_PROVIDERS } from '#server/fiat/index.ts';
import { orderedWithin } from '#server/fiat/store-due.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { balancesOf, checkLedger, openAccounts, post } from '#server/ledger/index.ts';
import { eligibilityOf } from '#server/limits/index.ts';
import { createLog } from '#server/logging/log.ts';
import { createProviders } from '#server/providers/providers.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { createVault } from '#server/vault/index.ts';
import { usdt } from '#domain/money.ts';
import { systemClock as clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf } from '#tests/office-calls.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

const api = '/api/v2/transaction';
/** That people of the test have from the start. */
const START = 1_000_000_000n;
const OFFER = { offer: 'fiatsim.card', fiat: 'EUR', amount: '100', receive: '104.26' };
/** What it brings: 100 less 3.90, at 1.085, in cents. */
const BRINGS = 104_260_000n;
let server: TestServer;
let ask: Ask;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
}, 120_000);
afterAll(() => server.stop());

const create = (person: Person, body: object = {}) =>
  ask(`${api}/create-fiat-order`, { method: 'POST', token: person.token, body: { ...OFFER, ...body } });
async function ordered(person: Person, body: object = {}): Promise<string> {
  const made = await create(person, body);
  expect(made.text).toContain('PENDING');
  return String(made.json['id']);
}
const press = (order: string, does: string, tells = 'once') =>
  ask(`${api}/test-fiat-notification`, { method: 'POST', body: { order, does, tells } });
const status = async (person: Person, id: string) =>
  String((await ask(`${api}/fiat-orders/${id}`, { token: person.token })).json['status']);
const comesTo = (person: Person, id: string, wanted: string) =>
  until(`${id} to be ${wanted}`, async () => ((await status(person, id)) === wanted ? true : null));
const cash = async ({ id }: Person) => (await balancesOf(server.pool, { ownerId: id, realm: 'real' })).cash - START;
const code = ({ json }: Awaited<ReturnType<Ask>>) => String(json['error']?.['code'] ?? 'ok');
/** As the clock of the product does: it asks the provider of what nobody told of. */
async function look(): Promise<void> {
  await server.pool.query(`UPDATE fiat_order SET changed_at = changed_at - interval '2 hours', looked_at = NULL`);
  // Twenty at a time.
  for (let turn = 0; turn < 3; turn += 1) await lookAtOrders(parts());
}
/** Every message of the simulator so far, as its webhook got it. */
const webhook = (body: Buffer, headers: Readonly<Record<string, string>>) =>
  ask('/webhooks/fiatsim', {
    method: 'POST',
    body: body.toString('utf8'),
    headers: { 'content-type': 'application/json', ...headers },
  });
const message = (order: string, state: string, event: string = randomUUID()) =>
  Buffer.from(JSON.stringify({ event, reference: order, status: state, at: Date.now() }));
const signed = (body: Buffer, secret = SIMULATOR_SECRETS[0] ?? '', at = Date.now()) => signSimulator(body, secret, at);

describe('an order', () => {
  it('is offered, begun once, paid and credited, and stands in the history', async () => {
    const ada = await personOf(server, 'USER');
    const offers = await ask(`${api}/fiat-offers?fiat=EUR&amount=100`, { token: ada.token });
    expect(offers.json['offers']?.[0 as never]).toMatchObject({ id: 'fiatsim.bank', needsId: true, isTest: true });
    const id = await ordered(ada);
    // The same again is the same order; another sum is not.
    expect(await ordered(ada)).toBe(id);
    expect(await ordered(ada, { amount: '100.000', receive: '104.2600000' })).toBe(id);
    expect(code(await create(ada, { amount: '200', receive: '1' }))).toBe('FiatOrderOpen');
    expect(await cash(ada)).toBe(0n);
    expect((await press(id, 'pay')).status).toBe(200);
    await comesTo(ada, id, 'CREDITED');
    expect(await cash(ada)).toBe(BRINGS);
    const history = await ask(`${api}/transactions`, { token: ada.token });
    expect(history.json['items']?.[0 as never]).toMatchObject({ id, type: 'deposit', amountStr: '104.26' });
    const bob = await personOf(server, 'USER');
    expect((await ask(`${api}/fiat-orders/${id}`, { token: bob.token })).status).toBe(404);
  }, 120_000);

  it('is refused for whoever may not deposit, for a worse offer, and outside its bounds', async () => {
    const ada = await personOf(server, 'USER');
    expect(code(await create(ada, { receive: '104.27' }))).toBe('FiatOfferChanged');
    expect(code(await create(ada, { amount: '1', receive: '1' }))).toBe('FiatAmount');
    expect(code(await create(ada, { fiat: 'XAF' }))).toBe('FiatUnavailable');
    expect(code(await create(ada, { offer: 'moonpay.card' }))).toBe('FiatUnavailable');
    await limit(ada, 50);
    expect(code(await create(ada))).toBe('DepositLimit');
    const eve = await personOf(server, 'USER');
    await exclude(eve);
    expect(code(await create(eve))).toBe('SelfExcluded');
  });

  it.each([
    ['100.0000000', 'ok'],
    ['100.0000001', 'decimals'],
    ['0100', 'malformed'],
  ])('and every other amount is read by the one rule of decimals: %s is %s', async (amount, says) => {
    const ada = await personOf(server, 'USER');
    const fault = ({ json }: Awaited<ReturnType<Ask>>) =>
      String(json['error']?.['details']?.['fields' as never]?.['amount' as never] ?? 'ok');
    const answers = [
      await ask(`${api}/fiat-offers?fiat=EUR&amount=${amount}`, { token: ada.token }),
      await create(ada, { amount }),
      await ask(`${api}/withdraw/estimate`, { method: 'POST', token: ada.token, body: { transfer: true, amount } }),
    ];
    expect(answers.map(fault), answers.map(({ text }) => text).join('\n')).toEqual(answers.map(() => says));
  });

  it('ends when its person cancels it; what is paid all the same waits for people', async () => {
    const ada = await personOf(server, 'USER');
    const id = await ordered(ada);
    const cancel = () => ask(`${api}/fiat-orders/${id}/cancel`, { method: 'POST', token: ada.token });
    expect([await cancel(), await cancel()].map(({ json }) => json['status'])).toEqual(['EXPIRED', 'EXPIRED']);
    await press(id, 'pay');
    await comesTo(ada, id, 'REVIEW');
    expect(await cash(ada)).toBe(0n);
    expect(code(await cancel())).toBe('FiatOrderOver');
  }, 120_000);

  it.each([
    ['pay_less', 'amount'],
    ['pay_more', 'amount'],
    ['pay_other', 'currency'],
    ['check', 'provider'],
  ])(
    'that the simulator makes %s waits for people',
    async (does, reason) => {
      const ada = await personOf(server, 'USER');
      const id = await ordered(ada);
      await press(id, does);
      await comesTo(ada, id, 'REVIEW');
      const { rows } = await server.pool.query('SELECT reason, held > 0 AS held FROM fiat_order WHERE id = $1', [id]);
      expect([rows, await cash(ada)]).toEqual([[{ reason, held: does !== 'check' }], 0n]);
    },
    120_000,
  );

  it('above a limit that was set meanwhile is theirs as far as there is room', async () => {
    const ada = await personOf(server, 'USER');
    const id = await ordered(ada);
    await limit(ada, 40);
    await press(id, 'pay');
    await comesTo(ada, id, 'REVIEW');
    expect(await cash(ada)).toBe(40_000_000n);
    const limits = await ask('/api/v2/user/limits', { token: ada.token });
    expect(limits.text).toContain('"usedStr":"40.00"');
  }, 120_000);

  it('of somebody who has excluded themself since waits for people', async () => {
    const ada = await personOf(server, 'USER');
    const id = await ordered(ada);
    await exclude(ada);
    await press(id, 'pay');
    await comesTo(ada, id, 'REVIEW');
    expect(await cash(ada)).toBe(0n);
  }, 120_000);

  it('that nobody told of is found by asking, and one that was not paid in time is over', async () => {
    const [ada, bob] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
    const [paid, unpaid] = [await ordered(ada), await ordered(bob)];
    for (const telling of ['silent', 'late', 'forged']) await press(paid, 'pay', telling);
    expect(await status(ada, paid)).toBe('PENDING');
    await server.pool.query(`UPDATE fiat_order SET expires_at = now() - interval '1 minute' WHERE id = $1`, [unpaid]);
    await look();
    expect([await status(ada, paid), await status(bob, unpaid)]).toEqual(['CREDITED', 'EXPIRED']);
    expect(await cash(ada)).toBe(BRINGS);
  }, 120_000);
});

describe('messages', () => {
  it('a hundred times, shuffled, tampered and a week old, credit once (R-62)', async () => {
    const ada = await personOf(server, 'USER');
    const id = await ordered(ada);
    await press(id, 'pay', 'silent');
    const one = message(id, 'paid', 'the-same');
    const week = Date.now() - 7 * 86_400_000;
    const sends = [
      ...Array.from({ length: 25 }, () => () => webhook(one, signed(one))),
      ...Array.from({ length: 25 }, () => () => webhook(one, signed(one, SIMULATOR_SECRETS[1]))),
      ...Array.from({ length: 25 }, (_, no) => () => {
        const body = message(id, no % 2 === 0 ? 'processing' : 'waiting');
        return webhook(body, signed(body));
      }),
      ...Array.from({ length: 25 }, () => () => webhook(one, signed(one, SIMULATOR_SECRETS[0], week))),
    ].toSorted(() => Math.random() - 0.5);
    const answers = await Promise.all(sends.map((send) => send()));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(75);
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(25);
    const other = Buffer.from(one.toString().replace('paid', 'PAID'));
    expect((await webhook(other, signed(one))).status).toBe(401);
    await comesTo(ada, id, 'CREDITED');
    await look();
    expect(await cash(ada)).toBe(BRINGS);
  }, 120_000);

  it('that lie about a payment move nothing: the provider is asked', async () => {
    const ada = await personOf(server, 'USER');
    const id = await ordered(ada);
    const body = message(id, 'paid');
    expect((await webhook(body, signed(body))).status).toBe(200);
    await until('it to be handled', async () => {
      const { rows } = await server.pool.query(
        'SELECT 1 FROM provider_delivery WHERE reference = $1 AND handled_at IS NOT NULL',
        [id],
      );
      return rows.length === 1 ? true : null;
    });
    expect([await status(ada, id), await cash(ada)]).toEqual(['PENDING', 0n]);
    // A word without a row decides nothing.
    await server.pool.query(`UPDATE fiat_simulated SET status = 'somewhere' WHERE reference = $1`, [id]);
    await look();
    expect(await status(ada, id)).toBe('PENDING');
    await server.pool.query(`UPDATE fiat_simulated SET status = 'waiting' WHERE reference = $1`, [id]);
  }, 120_000);

  it('tell of a chargeback: what is spent is owed, and comes back when it is won', async () => {
    const ada = await personOf(server, 'USER');
    const id = await ordered(ada);
    await press(id, 'pay', 'twice');
    await comesTo(ada, id, 'CREDITED');
    // All but 10 is spent.
    await spend(ada, START + BRINGS - 10_000_000n);
    await press(id, 'dispute');
    await comesTo(ada, id, 'CHARGEBACK');
    const owed = async () =>
      (await server.pool.query<{ owed: string }>('SELECT owed FROM fiat_order WHERE id = $1', [id])).rows[0]?.owed;
    expect([await cash(ada), await owed()]).toEqual([-START, String(BRINGS - 10_000_000n)]);
    await press(id, 'win');
    await comesTo(ada, id, 'CREDITED');
    expect([await cash(ada), await owed()]).toEqual([10_000_000n - START, '0']);
  }, 120_000);
});

describe('people', () => {
  it('credit by two what waits, book a refund, and keep', async () => {
    const office = officeOf(server);
    const [first, second] = [await personOf(server, 'CASHIER'), await personOf(server, 'CASHIER')];
    const [late, half, kept] = [await paidLate(), await paidLate(), await paidLate()];
    const list = rowsOf(await office('/api/v2/office/desks/fiat', first)).map(({ id }) => id);
    expect(list).toEqual(expect.arrayContaining([late.id, half.id, kept.id]));
    const act = (id: string, name: string) => actsBy(office)(`fiat/${id}`, name, first)({ reason: 'looked at' });
    expect((await act(late.id, 'take')).status).toBe(200);
    for (const [one, name, end, has] of [
      [late, 'credit', 'CREDITED', BRINGS],
      [half, 'refund', 'REFUNDED', 0n],
    ] as const) {
      await proveAgain(server, first.id);
      expect((await act(one.id, name)).text).toContain('Asked');
      await approveOpen(server, office, second);
      expect([await status(one.person, one.id), await cash(one.person)]).toEqual([end, has]);
    }
    expect((await act(kept.id, 'keep')).status).toBe(200);
    expect(code(await act(kept.id, 'keep'))).toBe('ActRefused');
    // So that its statement agrees.
    await press(half.id, 'refund', 'silent');
    expect(await status(kept.person, kept.id)).toBe('REVIEW');
  }, 120_000);

  it('keep one before any money came: what comes is booked once, and waits', async () => {
    const office = officeOf(server);
    const first = await personOf(server, 'CASHIER');
    const person = await personOf(server, 'USER');
    const id = await ordered(person);
    const act = (name: string) => actsBy(office)(`fiat/${id}`, name, first)({ reason: 'looked at' });
    const row = async () => (await server.pool.query('SELECT state, held FROM fiat_order WHERE id = $1', [id])).rows[0];
    await press(id, 'check');
    await comesTo(person, id, 'REVIEW');
    await proveAgain(server, first.id);
    // Were it over, the money would find nothing to wait for.
    expect(code(await act('refund'))).toBe('ActRefused');
    expect((await act('keep')).status).toBe(200);
    expect(await row()).toEqual({ state: 'KEPT', held: '0' });
    await press(id, 'pay');
    await until('it waits again', async () => ((await row()).state === 'REVIEW' ? true : null));
    expect(await row()).toEqual({ state: 'REVIEW', held: String(BRINGS) });
    expect((await act('keep')).status).toBe(200);
    // Told once more, it stays kept.
    await press(id, 'pay', 'twice');
    await look();
    expect(await row()).toEqual({ state: 'KEPT', held: String(BRINGS) });
    expect(await cash(person)).toBe(0n);
  }, 120_000);

  it('book by two what a provider has paid, once a transfer, and no more than it owes', async () => {
    const office = officeOf(server);
    const [first, second] = [await personOf(server, 'CASHIER'), await personOf(server, 'CASHIER')];
    const person = await personOf(server, 'USER');
    const id = await ordered(person);
    await press(id, 'pay');
    await comesTo(person, id, 'CREDITED');
    const owes = async () => (await compareProvider(parts(), { provider: FIAT_SIMULATOR.name, since: 0 })).owes;
    const before = await owes();
    const act = async (amount: string, reference: string) => {
      await proveAgain(server, first.id);
      const fields = { amount, reference };
      return (await actsBy(office)(`fiat/${id}`, 'settled', first)({ reason: 'on our account', fields })).text;
    };
    expect(await act('1000000', 'SEPA-1')).toContain('The books say that it owes');
    expect(await act('50', 'SEPA-1')).toContain('Asked');
    await approveOpen(server, office, second);
    expect(await owes()).toBe(before - 50_000_000n);
    expect(await act('50', 'SEPA-1')).toContain('A transfer of that reference is booked already.');
    expect(await act('20', 'SEPA-1')).toContain('A transfer of that reference is booked already.');
    expect(await act('20', 'SEPA-2')).toContain('Asked');
    await approveOpen(server, office, second);
    expect(await owes()).toBe(before - 70_000_000n);
  }, 120_000);

  /** An order that was paid after it was over. */
  async function paidLate() {
    const person = await personOf(server, 'USER');
    const id = await ordered(person);
    await ask(`${api}/fiat-orders/${id}/cancel`, { method: 'POST', token: person.token });
    await press(id, 'pay');
    await comesTo(person, id, 'REVIEW');
    return { person, id };
  }
});

it('of an older version settle as they stand', async () => {
  // As version 1 left it: no page known, nothing said, begun before the provider answered.
  const ada = await personOf(server, 'USER');
  const id = await ordered(ada);
  await press(id, 'pay', 'silent');
  await server.pool.query(`UPDATE fiat_order SET state = 'CREATED', theirs = NULL, url = NULL WHERE id = $1`, [id]);
  await look();
  expect([await status(ada, id), await cash(ada)]).toEqual(['CREDITED', BRINGS]);
});

it('leaves every cent where the ledger says, and agrees with the provider', async () => {
  const { invariants } = await checkLedger(server.pool, { window: 'all' });
  expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
  expect(await compareProvider(parts(), { provider: FIAT_SIMULATOR.name, since: 0 })).toMatchObject({
    differences: [],
  });
  // One that the provider calls unpaid is told.
  await server.pool.query(
    `UPDATE fiat_simulated SET status = 'declined' WHERE reference = (SELECT id FROM fiat_order WHERE state = 'CREDITED' LIMIT 1)`,
  );
  const { differences } = await compareProvider(parts(), { provider: FIAT_SIMULATOR.name, since: 0 });
  expect(differences).toHaveLength(1);
});

it('has no test route for orders that are not of the simulator', async () => {
  expect((await press(randomUUID(), 'pay')).status).toBe(404);
});

/** What the product itself works with, for its clock. */
function parts(): FiatParts {
  const { config, pool: db, bus } = server;
  const log = createLog(config);
  const vault = createVault({ config });
  return {
    config,
    db,
    bus,
    log,
    clock,
    settings: STANDARD_SETTINGS,
    providers: createProviders({ config, db, vault, clock, log, providerList: FIAT_PROVIDERS }),
    standingOf: (tx, userId) => eligibilityOf(tx, userId, { clock }),
    payees: { stateOf: () => Promise.resolve('open') },
    depositedWithin: orderedWithin,
  };
}

/** What a person may deposit in a day, whole USDT. */
async function limit({ id }: Person, amount: number): Promise<void> {
  await server.pool.query('INSERT INTO responsible_play (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  await server.pool.query(`INSERT INTO play_limit (user_id, name, value) VALUES ($1, 'deposit_day', $2)`, [
    id,
    amount * 1_000_000,
  ]);
}

async function exclude({ token }: Person): Promise<void> {
  const body = { kind: 'self_exclusion', span: '6m', word: 'EXCLUDE' };
  expect(code(await ask('/api/v2/user/exclusion', { method: 'POST', token, body }))).toBe('ok');
}

async function spend({ id }: Person, amount: bigint): Promise<void> {
  await transaction(server.pool, async (tx) => {
    const { cash: from } = await openAccounts(tx, { ownerId: id, realm: 'real' });
    const adjustment = await openAccount(tx, { realm: 'real', kind: 'adjustment', ownerId: null, ref: '' });
    const transfers = [{ code: 370, debit: from, credit: adjustment, amount: usdt(amount) }];
    await post(tx, { realm: 'real', kind: 'adjustment', refType: 'test', refId: randomUUID(), transfers });
  });
}
