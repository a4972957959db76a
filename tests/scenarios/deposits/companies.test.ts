/** Deposits at real companies, whose servers are played here: their adapters in the whole product, with messages as they sign them. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { startPaymentCompanies, type PaymentCompanies } from '#tests/worlds/payment-companies.ts';

const api = '/api/v2/transaction';
/** That people of the test have from the start. */
const START = 1_000_000_000n;
let companies: PaymentCompanies;
let server: TestServer;
let ask: Ask;

beforeAll(async () => {
  companies = await startPaymentCompanies();
  const { origin } = companies;
  server = await startTestServer({
    env: {
      PROVIDER_BTCPAY_URL: origin,
      PROVIDER_BTCPAY_API_KEY: 'key',
      PROVIDER_BTCPAY_STORE_ID: 'store1',
      PROVIDER_BTCPAY_WEBHOOK_SECRETS: 'new,old',
      PROVIDER_NOWPAYMENTS_URL: origin,
      PROVIDER_NOWPAYMENTS_API_KEY: 'key',
      PROVIDER_NOWPAYMENTS_WEBHOOK_SECRETS: 'new,old',
      PROVIDER_NOWPAYMENTS_CALLBACK_URL: 'https://tikvo.example/webhooks/nowpayments',
      PROVIDER_TRANSAK_URL: origin,
      PROVIDER_TRANSAK_GATEWAY_URL: origin,
      PROVIDER_TRANSAK_API_KEY: 'key',
      PROVIDER_TRANSAK_API_SECRET: 'secret',
      PROVIDER_TRANSAK_DOMAIN: 'tikvo.example',
      PROVIDER_TRANSAK_WALLET_ADDRESS: `0x${'ab'.repeat(20)}`,
    },
  });
  ask = caller(server.origin);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await companies.stop();
});

const create = (person: Person, body: object) =>
  ask(`${api}/create-fiat-order`, { method: 'POST', token: person.token, body });
const order = async (person: Person, id: string) =>
  (await ask(`${api}/fiat-orders/${id}`, { token: person.token })).json;
const comesTo = (person: Person, id: string, wanted: string) =>
  until(`${id} to be ${wanted}`, async () => ((await order(person, id))['status'] === wanted ? true : null));
const cash = async ({ id }: Person) => (await balancesOf(server.pool, { ownerId: id, realm: 'real' })).cash - START;
const reasonOf = async (id: string) =>
  (await server.pool.query('SELECT reason, held::text FROM fiat_order WHERE id = $1', [id])).rows[0];
const send = (company: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(`/webhooks/${company}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const hmac = (algorithm: string, text: string, secret = 'new') =>
  createHmac(algorithm, secret).update(text).digest('hex');

describe('an invoice of BTCPay', () => {
  const COIN = { offer: 'btcpay.coin', fiat: 'USD', amount: '100', receive: '100' };
  const begun = async (person: Person) => {
    const made = await create(person, COIN);
    const [invoice] = [...companies.invoices.values()].slice(-1);
    expect(made.json['url']).toBe(invoice?.['checkoutLink']);
    return { id: String(made.json['id']), invoice: invoice ?? {} };
  };
  const event = (id: string, type: string, deliveryId: string) =>
    JSON.stringify({
      deliveryId,
      originalDeliveryId: deliveryId,
      type,
      timestamp: 1_795_726_531,
      metadata: { orderId: id },
    });
  const signed = (body: string, secret = 'new') => ({ 'btcpay-sig': `sha256=${hmac('sha256', body, secret)}` });

  it('is credited once, whatever comes twice, forged or in another order (R-62)', async () => {
    const ada = await personOf(server, 'USER');
    const { id, invoice } = await begun(ada);
    const settled = event(id, 'InvoiceSettled', 'd1');
    // Nobody knows whose it is; and a true one is asked after before it is believed.
    expect([
      (await send('btcpay', settled)).status,
      (await send('btcpay', settled, signed(settled, 'x'))).status,
    ]).toEqual([401, 401]);
    expect((await send('btcpay', settled, signed(settled))).status).toBe(200);
    await until('the message to be handled', async () => {
      const { rows } = await server.pool.query(
        `SELECT 1 FROM provider_delivery WHERE reference = $1 AND handled_at IS NOT NULL`,
        [id],
      );
      return rows.length === 1 ? true : null;
    });
    expect([(await order(ada, id))['status'], await cash(ada)]).toEqual(['PENDING', 0n]);
    invoice['status'] = 'Settled';
    const late = [
      event(id, 'InvoicePaymentSettled', 'd2'),
      event(id, 'InvoiceExpired', 'd3'),
      event(id, 'InvoiceSettled', 'd4'),
    ];
    for (const one of [...late, ...late, settled])
      expect((await send('btcpay', one, signed(one, 'old'))).status).toBe(200);
    await comesTo(ada, id, 'CREDITED');
    expect(await cash(ada)).toBe(100_000_000n);
  }, 60_000);

  it.each([
    ['more', 'Settled', 'PaidOver', '0.0025', 200_000_000n],
    ['less', 'Expired', 'PaidPartial', '0.000625', 50_000_000n],
  ])(
    'that was paid with %s waits for people, with what came',
    async (...[, status, additionalStatus, value, held]) => {
      const ada = await personOf(server, 'USER');
      const { id, invoice } = await begun(ada);
      Object.assign(invoice, { status, additionalStatus });
      companies.paid.set(String(invoice['id']), [{ value, status: 'Settled' }]);
      const body = event(id, 'InvoiceSettled', `p${id}`);
      await send('btcpay', body, signed(body));
      await comesTo(ada, id, 'REVIEW');
      expect([await cash(ada), await reasonOf(id)]).toEqual([0n, { reason: 'amount', held: held.toString() }]);
    },
    60_000,
  );
});

describe('a payment of NOWPayments', () => {
  const TRX = { offer: 'nowpayments.trx', fiat: 'USD', amount: '100', receive: '99' };
  const notice = (payment: object) => {
    const body = JSON.stringify(payment);
    const entries = Object.entries(payment).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return {
      body,
      sign: (secret?: string) => ({
        'x-nowpayments-sig': hmac('sha512', JSON.stringify(Object.fromEntries(entries)), secret),
      }),
    };
  };

  it('is offered as a coin, and credited with what it brings', async () => {
    const ada = await personOf(server, 'USER');
    const offers = await ask(`${api}/fiat-offers?fiat=USD&amount=100`, { token: ada.token });
    expect(offers.json['offers']).toContainEqual(
      expect.objectContaining({
        id: 'nowpayments.trx',
        pays: 'coin',
        feeStr: '1.00',
        receiveStr: '99.00',
        isFirm: false,
      }),
    );
    const made = await create(ada, TRX);
    const id = String(made.json['id']);
    const payment =
      [...companies.payments.values()].findLast((one) => one['order_id'] === id && 'payment_id' in one) ?? {};
    expect(String(made.json['url'])).toContain(`paymentId=${String(payment['payment_id'])}`);
    Object.assign(payment, {
      payment_status: 'finished',
      actually_paid: 400,
      outcome_amount: 98.9,
      updated_at: Date.now(),
    });
    const { body, sign } = notice(payment);
    expect((await send('nowpayments', body, sign('x'))).status).toBe(401);
    expect((await send('nowpayments', body.replace('98.9', '9890'), sign())).status).toBe(401);
    for (let times = 0; times < 2; times += 1) expect((await send('nowpayments', body, sign())).status).toBe(200);
    await comesTo(ada, id, 'CREDITED');
    expect(await cash(ada)).toBe(98_900_000n);
  }, 60_000);

  it('that came after its order was over waits for people', async () => {
    const ada = await personOf(server, 'USER');
    const id = String((await create(ada, TRX)).json['id']);
    await ask(`${api}/fiat-orders/${id}/cancel`, { method: 'POST', token: ada.token });
    const payment =
      [...companies.payments.values()].findLast((one) => one['order_id'] === id && 'payment_id' in one) ?? {};
    Object.assign(payment, {
      payment_status: 'finished',
      actually_paid: 400,
      outcome_amount: 98.9,
      updated_at: Date.now(),
    });
    const { body, sign } = notice(payment);
    await send('nowpayments', body, sign('old'));
    await comesTo(ada, id, 'REVIEW');
    expect([await cash(ada), await reasonOf(id)]).toEqual([0n, { reason: 'late', held: '98900000' }]);
  }, 60_000);
});

it('a page of Transak is made anew at each press, and what was paid on either of them is credited once', async () => {
  const ada = await personOf(server, 'USER');
  const card = { offer: 'transak.credit_debit_card', fiat: 'EUR', amount: '100', receive: '103' };
  const [first, second] = [await create(ada, card), await create(ada, card)];
  const id = String(first.json['id']);
  expect(second.json['id']).toBe(id);
  expect([first.json['url'], second.json['url']]).toEqual(companies.pages);
  expect(new Set(companies.pages).size).toBe(2);
  expect(await order(ada, id)).toMatchObject({ status: 'PENDING', url: null, offer: card.offer });
  const says = {
    id: 't1',
    partnerOrderId: id,
    fiatCurrency: 'EUR',
    amountPaid: 100,
    cryptoCurrency: 'USDT',
    cryptoAmount: 103.12,
  };
  companies.orders.push({ ...says, id: 't0', status: 'CANCELLED' }, { ...says, status: 'COMPLETED' });
  const webhookData = { ...says, status: 'COMPLETED' };
  const token = (secret: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ eventID: 'ORDER_COMPLETED', webhookData })}`;
    return JSON.stringify({ data: `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}` });
  };
  expect((await send('transak', token('x'))).status).toBe(401);
  expect((await send('transak', token('token'))).status).toBe(200);
  await comesTo(ada, id, 'CREDITED');
  expect(await cash(ada)).toBe(103_120_000n);
  const { invariants } = await checkLedger(server.pool, { window: 'all' });
  expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
}, 60_000);
