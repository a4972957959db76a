import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { OutgoingCall } from '#server/providers/contract.ts';
import { keepsContract } from '#tests/provider-contract.ts';
import { MOONPAY } from './moonpay.ts';

const NOW = Date.UTC(2026, 10, 26, 21);
const REFERENCE = '0198f0a0-0000-7000-8000-000000000000';
const SETTINGS = {
  publishableKey: 'pk_test_1',
  secretKey: 'sk_test_1',
  webhookSecrets: ['new', 'old'],
  walletAddress: `0x${'ab'.repeat(20)}`,
  coin: 'usdt' as const,
  url: 'http://127.0.0.1:1',
};
/** As https://dev.moonpay.com/api-reference/widget/webhooks/buy shows it, with a coin of ours. */
const transaction = (fields: object = {}) => ({
  isFromQuote: true,
  id: 'bda09e91-559f-4e7a-807a-cdec1a903d9d',
  createdAt: '2026-11-26T20:50:03.640Z',
  updatedAt: '2026-11-26T20:55:31.251Z',
  baseCurrencyAmount: 95.45,
  quoteCurrencyAmount: 103.123456,
  feeAmount: 3.99,
  extraFeeAmount: 0,
  networkFeeAmount: 0.56,
  areFeesIncluded: true,
  status: 'completed',
  externalTransactionId: REFERENCE,
  baseCurrency: { type: 'fiat', code: 'eur' },
  ...fields,
});
const body = (type: string, fields: object = {}) => JSON.stringify({ type, data: transaction(fields) });
const AT = Date.parse('2026-11-26T20:55:31.251Z');
const eventOf = (type: string, status: string) =>
  `bda09e91-559f-4e7a-807a-cdec1a903d9d ${type} ${status} 2026-11-26T20:55:31.251Z`;
const reads = (type: string, status: string) =>
  ({ kind: 'status', eventId: eventOf(type, status), reference: REFERENCE, status, at: AT }) as const;

keepsContract(MOONPAY, {
  settings: SETTINGS,
  now: NOW,
  secrets: ['new', 'old'],
  sign: (bytes, secret) => {
    const t = NOW / 1_000;
    const s = createHmac('sha256', secret).update(`${t}.`).update(bytes).digest('hex');
    return { 'moonpay-signature-v2': `t=${t},s=${s}` };
  },
  recorded: [
    {
      name: 'one that waits',
      body: body('transaction_created', { status: 'waitingPayment' }),
      reads: reads('transaction_created', 'waitingPayment'),
    },
    {
      name: 'one that was paid',
      body: body('transaction_updated'),
      reads: reads('transaction_updated', 'completed'),
    },
    {
      name: 'one that failed',
      body: body('transaction_failed', { status: 'failed' }),
      reads: reads('transaction_failed', 'failed'),
    },
    {
      name: 'one that was begun elsewhere',
      body: body('transaction_updated', { externalTransactionId: null }),
      reads: { kind: 'other' },
    },
    { name: 'a sale', body: JSON.stringify({ type: 'sell_transaction_created', data: {} }), reads: { kind: 'other' } },
  ],
  asks: {
    fiats: (calls) => calls.fiats(),
    offers: (calls) => calls.offers({ fiat: 'EUR', amount: 10_000n, country: null }),
    create: (calls) => calls.create(ORDER),
    look: (calls) => calls.look({ reference: REFERENCE, theirs: null }),
    statement: (calls) => calls.statement(NOW),
  },
});

const ORDER = {
  reference: REFERENCE,
  fiat: 'EUR',
  amount: 10_000n,
  method: 'credit_debit_card',
  receive: usdt(103_000_000n),
  back: 'https://tikvo.example/en/deposit?way=fiat',
};

function callsWith(answers: Readonly<Record<string, unknown>>) {
  const sent: OutgoingCall[] = [];
  const calls = MOONPAY.calls({
    settings: SETTINGS,
    send: (call) => {
      sent.push(call);
      const json = answers[call.name];
      return Promise.resolve({
        kind: 'answered',
        status: json === undefined ? 404 : 200,
        body: Buffer.from(JSON.stringify(json ?? {})),
      });
    },
    outcomeOf: () => null,
    deliver: () => Promise.resolve('other'),
    db: { query: () => Promise.reject(new Error('none')) } as never,
  });
  return { calls, sent };
}

it('takes no message that was signed long ago', () => {
  const bytes = Buffer.from(body('transaction_updated'));
  const kind = (t: number) => {
    const s = createHmac('sha256', 'new').update(`${t}.`).update(bytes).digest('hex');
    return MOONPAY.readDelivery!(
      { headers: { 'moonpay-signature-v2': `t=${t},s=${s}` }, body: bytes },
      { settings: SETTINGS, now: NOW },
    ).kind;
  };
  expect([kind(NOW / 1_000 - 300), kind(NOW / 1_000 - 301)]).toEqual(['status', 'unsigned']);
});

it('counts what was charged with its fees, and of several visits the one that was paid', async () => {
  const { calls } = callsWith({
    look: [transaction({ id: 'later', status: 'failed', updatedAt: '2026-11-26T20:59:00.000Z' }), transaction()],
  });
  expect(await calls.look({ reference: REFERENCE, theirs: null })).toEqual({
    kind: 'found',
    theirs: 'bda09e91-559f-4e7a-807a-cdec1a903d9d',
    status: 'completed',
    paidFiat: 'EUR',
    paid: 10_000n,
    brings: 103_123_456n,
  });
  expect(await callsWith({}).calls.look({ reference: REFERENCE, theirs: null })).toEqual({ kind: 'none' });
});

it('offers what a quote brings, and signs the page so that nobody changes where it delivers', async () => {
  const quote = { quoteCurrencyAmount: 103.12, feeAmount: 3.99, extraFeeAmount: 0, networkFeeAmount: 0.56 };
  const { calls, sent } = callsWith({ offers: quote });
  const found = await calls.offers({ fiat: 'EUR', amount: 10_000n, country: null });
  expect(found).toMatchObject({ offers: [{ method: 'credit_debit_card', fee: 455n, receive: 103_120_000n }, {}] });
  expect(sent[0]?.path).toContain('baseCurrencyAmount=100.00&paymentMethod=credit_debit_card&areFeesIncluded=true');
  const begun = await calls.create(ORDER);
  const url = new URL(begun.kind === 'begun' ? begun.url : '');
  const [search = '', signature = ''] = url.search.split('&signature=');
  expect(url.origin).toBe('https://buy-sandbox.moonpay.com');
  expect(url.searchParams.get('walletAddress')).toBe(SETTINGS.walletAddress);
  expect(decodeURIComponent(signature)).toBe(createHmac('sha256', 'sk_test_1').update(search).digest('base64'));
});
