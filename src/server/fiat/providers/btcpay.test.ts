import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { callsAnswered } from '#tests/provider-calls.ts';
import { keepsContract } from '#tests/provider-contract.ts';
import { BTCPAY } from './btcpay.ts';

const NOW = Date.UTC(2026, 10, 26, 21);
const REFERENCE = '0198f0a0-0000-7000-8000-000000000000';
const SETTINGS = {
  url: 'http://127.0.0.1:1',
  apiKey: 'key',
  storeId: 'store1',
  webhookSecrets: ['new', 'old'],
  least: 20,
  most: 5_000,
};
/** As https://docs.btcpayserver.org/API/Greenfield/v1/#tag/Webhooks shows them. */
const event = (type: string, fields: object = {}) => ({
  deliveryId: 'delivery-2',
  webhookId: 'hook-1',
  originalDeliveryId: 'delivery-1',
  isRedelivery: true,
  type,
  timestamp: 1_795_726_531,
  storeId: 'store1',
  invoiceId: 'invoice1',
  metadata: { orderId: REFERENCE },
  ...fields,
});
const recorded = (type: string, fields: object = {}) => ({
  name: type,
  body: JSON.stringify(event(type, fields)),
  reads: {
    kind: 'status' as const,
    eventId: 'delivery-1',
    reference: REFERENCE,
    status: type,
    at: 1_795_726_531_000,
  },
});
const invoice = (fields: object = {}) => ({
  id: 'invoice1',
  storeId: 'store1',
  amount: '100.00',
  currency: 'USD',
  type: 'Standard',
  checkoutLink: 'https://pay.tikvo.example/i/invoice1',
  createdTime: 1_795_726_000,
  expirationTime: 1_795_729_600,
  status: 'Settled',
  additionalStatus: 'None',
  metadata: { orderId: REFERENCE },
  ...fields,
});
const paid = (value: string, status = 'Settled') => ({
  rate: '80000.0',
  paymentMethodId: 'BTC-CHAIN',
  payments: [{ id: 'a', receivedDate: 1, value, fee: '0', status, destination: 'bc1q' }],
});
const ORDER = {
  reference: REFERENCE,
  fiat: 'USD',
  amount: 10_000n,
  method: 'coin',
  receive: usdt(100_000_000n),
  back: 'https://tikvo.example/en/deposit?way=fiat',
};

keepsContract(BTCPAY, {
  settings: SETTINGS,
  now: NOW,
  secrets: ['new', 'old'],
  sign: (bytes, secret) => ({ 'btcpay-sig': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}` }),
  recorded: [
    recorded('InvoiceCreated'),
    recorded('InvoiceReceivedPayment', { afterExpiration: true }),
    recorded('InvoicePaymentSettled'),
    recorded('InvoiceProcessing', { overPaid: true }),
    recorded('InvoiceExpired', { partiallyPaid: true }),
    recorded('InvoiceSettled', { manuallyMarked: false }),
    recorded('InvoiceInvalid'),
    {
      name: 'one that was begun elsewhere',
      body: JSON.stringify(event('InvoiceSettled', { metadata: {} })),
      reads: { kind: 'other' },
    },
    { name: 'one of a payout', body: JSON.stringify({ type: 'PayoutCreated' }), reads: { kind: 'other' } },
  ],
  asks: {
    fiats: (calls) => calls.fiats(),
    offers: (calls) => calls.offers({ fiat: 'USD', amount: 10_000n, country: null }),
    create: (calls) => calls.create(ORDER),
    look: (calls) => calls.look({ reference: REFERENCE, theirs: null }),
    statement: (calls) => calls.statement(NOW),
  },
});

it.each([
  ['just as ordered', {}, [], { status: 'Settled', paidFiat: 'USD', paid: 10_000n, brings: 100_000_000n }],
  ['more', { additionalStatus: 'PaidOver' }, [paid('0.0025')], { status: 'Settled PaidOver', paid: 20_000n }],
  [
    'less, and it is over',
    { status: 'Expired', additionalStatus: 'PaidPartial' },
    [paid('0.000625')],
    { paid: 5_000n, brings: 50_000_000n },
  ],
  [
    'late',
    { status: 'Expired', additionalStatus: 'PaidLate' },
    [paid('0.00125001')],
    { status: 'Expired PaidLate', paid: 10_000n },
  ],
  [
    'less, not yet final',
    { status: 'Expired', additionalStatus: 'PaidPartial' },
    [paid('0.000625', 'Processing')],
    { status: 'Expired PaidPartial Waiting', paid: null },
  ],
  [
    'by hand, without a payment',
    { additionalStatus: 'Marked' },
    [{ rate: '80000', payments: [] }],
    { status: 'Settled Marked', paid: 0n },
  ],
  ['nothing', { status: 'Expired' }, [], { status: 'Expired', paid: null, brings: null }],
] as const)('says what was paid: %s', async (...[, fields, payments, says]) => {
  const { calls } = callsAnswered(BTCPAY, SETTINGS, { look: [[invoice(fields)]], payments: [payments] });
  const found = await calls.look({ reference: REFERENCE, theirs: null });
  expect(found).toMatchObject({ kind: 'found', theirs: 'invoice1', ...says });
  expect(Object.keys(BTCPAY.statuses)).toContain(found.kind === 'found' ? found.status : '');
});

it('finds the invoice that somebody paid, and never one of another order', async () => {
  const { calls, sent } = callsAnswered(BTCPAY, SETTINGS, {
    look: [
      [
        invoice({ id: 'other', metadata: { orderId: 'other' } }),
        invoice({ id: 'newer', status: 'New', createdTime: 1_795_726_001 }),
        invoice({ status: 'Processing' }),
      ],
      [],
    ],
  });
  const asked = { reference: REFERENCE, theirs: null };
  expect(await calls.look(asked)).toMatchObject({ theirs: 'invoice1', status: 'Processing' });
  expect(await calls.look(asked)).toEqual({ kind: 'none' });
  expect(sent[0]).toMatchObject({
    path: `/api/v1/stores/store1/invoices?orderId=${REFERENCE}&take=500`,
    headers: { authorization: 'token key' },
  });
});

it('offers a price that it keeps, and begins an invoice under our reference', async () => {
  const { calls, sent } = callsAnswered(BTCPAY, SETTINGS, {
    fiats: [{ id: 'store1' }],
    create: [invoice({ status: 'New' })],
  });
  expect(await calls.fiats()).toMatchObject({ fiats: [{ code: 'USD', min: 2_000n, max: 500_000n }] });
  expect(await calls.offers({ fiat: 'USD', amount: 10_000n, country: null })).toMatchObject({
    offers: [{ method: 'coin', pays: 'coin', fee: 0n, receive: 100_000_000n }],
  });
  expect(await calls.create(ORDER)).toEqual({
    kind: 'begun',
    theirs: 'invoice1',
    url: 'https://pay.tikvo.example/i/invoice1',
  });
  expect(JSON.parse(String(sent.find(({ name }) => name === 'create')?.body))).toMatchObject({
    amount: '100.00',
    currency: 'USD',
    metadata: { orderId: REFERENCE },
  });
});
