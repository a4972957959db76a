import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { callsAnswered } from '#tests/provider-calls.ts';
import { keepsContract } from '#tests/provider-contract.ts';
import { TRANSAK } from './transak.ts';

const NOW = Date.UTC(2026, 10, 26, 21);
const REFERENCE = '0198f0a0-0000-7000-8000-000000000000';
const BASE = {
  apiKey: 'key',
  apiSecret: 'secret',
  environment: 'staging' as const,
  walletAddress: `0x${'ab'.repeat(20)}`,
  coin: 'USDT' as const,
  domain: 'tikvo.example',
  url: 'http://127.0.0.1:1',
  gatewayUrl: 'http://127.0.0.1:2',
};
const token = (accessToken: string, expiresAt = 4_102_444_800) => ({ data: { accessToken, expiresAt } });
/** As https://docs.transak.com/api/public/get-webhooks shows it, with a coin of ours. */
const order = (fields: object = {}) => ({
  id: '322dc79c-fad2-4df1-bf50-b292191fc953',
  walletAddress: BASE.walletAddress,
  createdAt: '2026-11-26T20:50:11.104Z',
  status: 'COMPLETED',
  fiatCurrency: 'EUR',
  userId: '243a8ce2-9cc6-41a9-aaeb-b0deeb0b19a3',
  cryptoCurrency: 'USDT',
  isBuyOrSell: 'BUY',
  fiatAmount: 100,
  amountPaid: 100,
  paymentOptionId: 'sepa_bank_transfer',
  network: 'ethereum',
  conversionPrice: 1.0479,
  cryptoAmount: 103.12,
  totalFeeInFiat: 1.61,
  partnerOrderId: REFERENCE,
  ...fields,
});
const message = (eventID: string, fields: object = {}) =>
  JSON.stringify({ webhookData: order(fields), eventID, createdAt: '2026-11-26T20:55:31.251Z' });
const recorded = (eventID: string, status: string) => ({
  name: `one that is ${status}`,
  body: message(eventID, { status }),
  reads: {
    kind: 'status' as const,
    eventId: `322dc79c-fad2-4df1-bf50-b292191fc953 ${eventID} ${status}`,
    reference: REFERENCE,
    status,
    at: Date.parse('2026-11-26T20:55:31.251Z'),
  },
});
/** https://docs.transak.com/guides/how-to-decrypt-webhook-payload: a token (HS256) of the access token, in `data`. */
function wrap(content: Buffer, secret: string, alg = 'HS256'): Buffer {
  const head = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
  const signed = `${head}.${content.toString('base64url')}`;
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  return Buffer.from(JSON.stringify({ data: `${signed}.${signature}` }));
}
const ORDER = {
  reference: REFERENCE,
  fiat: 'EUR',
  amount: 10_000n,
  method: 'credit_debit_card',
  receive: usdt(103_000_000n),
  back: 'https://tikvo.example/en/deposit?way=fiat',
};
const look = { reference: REFERENCE, theirs: null };

/** Settings with which the access tokens `new` and `old` were given out. */
const SETTINGS = { ...BASE };
const { calls: before } = callsAnswered(TRANSAK, SETTINGS, {
  token: [token('old', 1), token('new')],
  look: [{ data: [] }],
});
await before.look(look);
await before.look(look);

keepsContract(TRANSAK, {
  settings: SETTINGS,
  now: NOW,
  secrets: ['new', 'old'],
  sign: () => ({}),
  wrap,
  covers: 'content',
  recorded: [
    recorded('ORDER_CREATED', 'AWAITING_PAYMENT_FROM_USER'),
    recorded('ORDER_PAYMENT_VERIFYING', 'PAYMENT_DONE_MARKED_BY_USER'),
    recorded('ORDER_PROCESSING', 'PROCESSING'),
    recorded('ORDER_PROCESSING', 'PENDING_DELIVERY_FROM_TRANSAK'),
    recorded('ORDER_COMPLETED', 'COMPLETED'),
    recorded('ORDER_FAILED', 'CANCELLED'),
    recorded('ORDER_FAILED', 'FAILED'),
    recorded('ORDER_FAILED', 'EXPIRED'),
    recorded('ORDER_REFUNDED', 'REFUNDED'),
    {
      name: 'one that was begun elsewhere',
      body: message('ORDER_COMPLETED', { partnerOrderId: null }),
      reads: { kind: 'other' },
    },
    { name: 'one of identity', body: JSON.stringify({ eventID: 'KYC_APPROVED' }), reads: { kind: 'other' } },
  ],
  asks: {
    fiats: (calls) => calls.fiats(),
    offers: (calls) => calls.offers({ fiat: 'EUR', amount: 10_000n, country: null }),
    create: (calls) => calls.create(ORDER),
    look: (calls) => calls.look(look),
    statement: (calls) => calls.statement(NOW),
  },
});

it('takes no message before it has a token, and none whose header says that it is signed otherwise', () => {
  const bytes = Buffer.from(message('ORDER_COMPLETED'));
  const kind = (body: Buffer, settings = SETTINGS) =>
    TRANSAK.readDelivery!({ headers: {}, body }, { settings, now: NOW }).kind;
  expect([kind(wrap(bytes, 'new')), kind(wrap(bytes, 'new'), { ...BASE })]).toEqual(['status', 'unsigned']);
  expect([kind(wrap(bytes, 'new', 'none')), kind(wrap(bytes, 'new', 'HS512'))]).toEqual(['unsigned', 'unsigned']);
});

it('asks for one token however many want it, and for another where it is not taken any more', async () => {
  const { calls, sent } = callsAnswered(
    TRANSAK,
    { ...BASE },
    {
      token: [token('one'), token('two')],
      look: [401, 401, { data: [order()] }],
    },
  );
  expect(await Promise.all([calls.look(look), calls.look(look)])).toMatchObject([{ kind: 'found' }, { kind: 'found' }]);
  expect(sent.filter(({ name }) => name === 'token')).toHaveLength(2);
  expect(sent.findLast(({ name }) => name === 'look')?.headers).toMatchObject({ 'access-token': 'two' });
});

it('counts what was charged with its fees, and of several visits the one that was paid', async () => {
  const { calls } = callsAnswered(
    TRANSAK,
    { ...BASE },
    {
      token: [token('one')],
      look: [
        {
          data: [
            order({ id: 'later', status: 'FAILED', createdAt: '2026-11-26T20:59:00.000Z' }),
            order(),
            order({ id: 'another', partnerOrderId: 'another' }),
          ],
        },
        { data: [] },
      ],
    },
  );
  expect(await calls.look(look)).toEqual({
    kind: 'found',
    theirs: '322dc79c-fad2-4df1-bf50-b292191fc953',
    status: 'COMPLETED',
    paidFiat: 'EUR',
    paid: 10_000n,
    brings: 103_120_000n,
  });
  expect(await calls.look(look)).toEqual({ kind: 'none' });
});

it('offers what a quote brings, and has its page made at its gateway for our reference and address', async () => {
  const { calls, sent } = callsAnswered(
    TRANSAK,
    { ...BASE },
    {
      token: [token('one')],
      fiats: [
        {
          response: [
            {
              symbol: 'EUR',
              paymentOptions: [
                { id: 'credit_debit_card', isActive: true, minAmount: 30, maxAmount: 3_000 },
                { id: 'sepa_bank_transfer', isActive: false, minAmount: 5, maxAmount: 9_000 },
              ],
            },
          ],
        },
      ],
      offers: [{ response: { cryptoAmount: 103.12, totalFee: 1.61, fiatAmount: 100 } }, 400],
      create: [{ data: { widgetUrl: 'https://global-stg.transak.com?apiKey=key&sessionId=s1' } }],
    },
  );
  expect(await calls.fiats()).toMatchObject({ fiats: [{ code: 'EUR', min: 3_000n, max: 300_000n }] });
  const found = await calls.offers({ fiat: 'EUR', amount: 10_000n, country: null });
  expect(found).toMatchObject({
    offers: [{ method: 'credit_debit_card', pays: 'card', fee: 161n, receive: 103_120_000n }],
  });
  expect(await calls.create(ORDER)).toEqual({
    kind: 'begun',
    theirs: null,
    url: 'https://global-stg.transak.com?apiKey=key&sessionId=s1',
  });
  const create = sent.find(({ name }) => name === 'create');
  expect(create?.path).toBe('http://127.0.0.1:2/api/v2/auth/session');
  expect(JSON.parse(String(create?.body))).toMatchObject({
    widgetParams: { partnerOrderId: REFERENCE, walletAddress: BASE.walletAddress, fiatAmount: '100.00' },
  });
});
