import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { callsAnswered } from '#tests/provider-calls.ts';
import { keepsContract } from '#tests/provider-contract.ts';
import { NOWPAYMENTS } from './nowpayments.ts';

const NOW = Date.UTC(2026, 10, 26, 21);
const REFERENCE = '0198f0a0-0000-7000-8000-000000000000';
const SETTINGS = {
  apiKey: 'key',
  webhookSecrets: ['new', 'old'],
  callbackUrl: 'https://tikvo.example/webhooks/nowpayments',
  coins: 'trx,ton,xrp',
  outcome: 'usdterc20',
  fee: 100,
  least: 20,
  most: 2_000,
  url: 'http://127.0.0.1:1',
};
/** As https://documenter.getpostman.com/view/7907941/2s93JusNJt shows an instant payment notification, with an outcome of ours. */
const payment = (fields: object = {}) => ({
  payment_id: 5_745_459_419,
  parent_payment_id: null,
  invoice_id: 4_522_625_843,
  payment_status: 'finished',
  pay_address: 'TJkUyPrqaS2SdAgAhMnmkhmJFzjAnZKRQM',
  payin_extra_id: null,
  price_amount: 100,
  price_currency: 'usd',
  pay_amount: 412.5,
  actually_paid: 412.5,
  actually_paid_at_fiat: 0,
  pay_currency: 'trx',
  order_id: REFERENCE,
  order_description: null,
  purchase_id: '5_312_822_613',
  updated_at: 1_795_726_531_251,
  outcome_amount: 99.1,
  outcome_currency: 'usdterc20',
  payment_extra_ids: null,
  fee: { currency: 'usdterc20', withdrawalFee: 0, depositFee: 0.09, serviceFee: 0.5 },
  ...fields,
});
const AT = 1_795_726_531_251;
const recorded = (payment_status: string) => ({
  name: `one that is ${payment_status}`,
  body: JSON.stringify(payment({ payment_status })),
  reads: {
    kind: 'status' as const,
    eventId: `5745459419 ${payment_status} 412.5 ${AT}`,
    reference: REFERENCE,
    status: payment_status,
    at: AT,
  },
});

/** Their own example: keys in order, within as well, then HMAC-SHA512 in hexadecimal. */
function inOrder(value: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value).toSorted()) {
    const one = value[key];
    result[key] = typeof one === 'object' && one !== null ? inOrder(one as Record<string, unknown>) : one;
  }
  return result;
}
const hmac = (text: string | Buffer, secret: string) => createHmac('sha512', secret).update(text).digest('hex');
function sign(bytes: Buffer, secret: string): Readonly<Record<string, string>> {
  let text: string | Buffer = bytes;
  try {
    text = JSON.stringify(inOrder(JSON.parse(bytes.toString('utf8')) as Record<string, unknown>));
  } catch {
    // Not a message of theirs: whatever they would sign of it.
  }
  return { 'x-nowpayments-sig': hmac(text, secret) };
}
const ORDER = {
  reference: REFERENCE,
  fiat: 'USD',
  amount: 10_000n,
  method: 'trx',
  receive: usdt(99_000_000n),
  back: 'https://tikvo.example/en/deposit?way=fiat',
};

keepsContract(NOWPAYMENTS, {
  settings: SETTINGS,
  now: NOW,
  secrets: ['new', 'old'],
  sign,
  covers: 'content',
  recorded: [
    ...'waiting confirming confirmed sending finished partially_paid failed expired refunded'.split(' ').map(recorded),
    {
      name: 'one that was begun elsewhere',
      body: JSON.stringify(payment({ order_id: null })),
      reads: { kind: 'other' },
    },
  ],
  asks: {
    fiats: (calls) => calls.fiats(),
    offers: (calls) => calls.offers({ fiat: 'USD', amount: 10_000n, country: null }),
    create: (calls) => calls.create(ORDER),
    look: (calls) => calls.look({ reference: REFERENCE, theirs: '5745459419' }),
    statement: (calls) => calls.statement(NOW),
  },
});

const read = (body: string, signature: string) =>
  NOWPAYMENTS.readDelivery!(
    { headers: { 'x-nowpayments-sig': signature }, body: Buffer.from(body) },
    { settings: SETTINGS, now: NOW },
  );

it('takes each form that they have signed, in whatever order the keys come', () => {
  const body = JSON.stringify(payment());
  const outer = Object.keys(payment()).toSorted();
  const forms = [
    JSON.stringify(inOrder(payment())),
    JSON.stringify(Object.fromEntries(outer.map((key) => [key, payment()[key as 'fee']]))),
    JSON.stringify(payment(), outer),
  ];
  expect(new Set(forms).size).toBe(3);
  expect(forms.map((form) => read(body, hmac(form, 'new')).kind)).toEqual(['status', 'status', 'status']);
  const shuffled = JSON.stringify(Object.fromEntries(Object.entries(payment()).toReversed()));
  expect(read(shuffled, hmac(forms[0] ?? '', 'new')).kind).toBe('status');
  const changed = JSON.stringify(payment({ actually_paid: 999 }));
  expect(forms.map((form) => read(changed, hmac(form, 'new')).kind)).toEqual(['unsigned', 'unsigned', 'unsigned']);
});

it('gives a second payment to the same address no meaning, so that it alarms', () => {
  const bytes = Buffer.from(JSON.stringify(payment({ payment_id: 2, parent_payment_id: 5_745_459_419 })));
  const reading = read(bytes.toString('utf8'), sign(bytes, 'new')['x-nowpayments-sig'] ?? '');
  expect(reading).toMatchObject({ kind: 'status', status: 'repeated finished', reference: REFERENCE });
  expect(Object.hasOwn(NOWPAYMENTS.statuses, 'repeated finished')).toBe(false);
});

it.each([
  ['in full', {}, { status: 'finished', paidFiat: 'USD', paid: 10_000n, brings: 99_100_000n }],
  [
    'less',
    { payment_status: 'partially_paid', actually_paid: 206.25, outcome_amount: 49.5 },
    { paid: 5_000n, brings: 49_500_000n },
  ],
  ['more', { actually_paid: 825, outcome_amount: 198 }, { paid: 20_000n, brings: 198_000_000n }],
  ['with another outcome', { outcome_currency: 'trx' }, { paid: 10_000n, brings: null }],
  [
    'nothing yet',
    { payment_status: 'waiting', actually_paid: 0, outcome_amount: null },
    { paidFiat: null, paid: null, brings: null },
  ],
])('says what was paid: %s', async (_name, fields, says) => {
  const { calls, sent } = callsAnswered(NOWPAYMENTS, SETTINGS, { look: [payment(fields)] });
  const found = await calls.look({ reference: REFERENCE, theirs: '5745459419' });
  expect(found).toMatchObject({ kind: 'found', theirs: '5745459419', ...says });
  expect(sent[0]).toMatchObject({ path: '/v1/payment/5745459419', headers: { 'x-api-key': 'key' } });
});

it('offers the coins that it takes for the sum, and begins a payment behind its page', async () => {
  const { calls, sent } = callsAnswered(NOWPAYMENTS, SETTINGS, {
    fiats: [{ selectedCurrencies: ['TRX', 'XRP', 'BTC'] }],
    offers: [{ currency_from: 'usd', amount_from: 100, currency_to: 'usdterc20', estimated_amount: '99.95' }],
    least: [
      { currency_from: 'trx', currency_to: 'usdterc20', min_amount: 8, fiat_equivalent: 12.1 },
      { currency_from: 'xrp', currency_to: 'usdterc20', min_amount: 80, fiat_equivalent: 120.5 },
    ],
    create: [
      { id: '4522625843', invoice_url: 'https://nowpayments.io/payment/?iid=4522625843' },
      { payment_id: '5745459419', payment_status: 'waiting' },
    ],
  });
  expect(await calls.fiats()).toMatchObject({ fiats: [{ code: 'USD', min: 2_000n, max: 200_000n }] });
  expect(await calls.offers({ fiat: 'USD', amount: 10_000n, country: null })).toEqual({
    kind: 'found',
    offers: [
      {
        method: 'trx',
        pays: 'coin',
        label: 'NOWPayments · TRX',
        fee: 100n,
        receive: 98_950_500n,
        seconds: 1_200,
        needsId: false,
      },
    ],
  });
  expect(await calls.create(ORDER)).toEqual({
    kind: 'begun',
    theirs: '5745459419',
    url: 'https://nowpayments.io/payment/?iid=4522625843&paymentId=5745459419',
  });
  expect(JSON.parse(String(sent.find(({ path }) => path === '/v1/invoice')?.body))).toMatchObject({
    price_amount: 100,
    price_currency: 'usd',
    order_id: REFERENCE,
    ipn_callback_url: SETTINGS.callbackUrl,
  });
});
