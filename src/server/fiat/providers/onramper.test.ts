import { createHash, createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { callsAnswered } from '#tests/provider-calls.ts';
import { keepsContract } from '#tests/provider-contract.ts';
import { ONRAMPER } from './onramper.ts';

const NOW = Date.UTC(2026, 10, 26, 21);
const REFERENCE = '0198f0a0-0000-7000-8000-000000000000';
const PAIR = generateKeyPairSync('ed25519');
const PEM = PAIR.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const SETTINGS = {
  apiKey: 'pk_test_1',
  webhookSecrets: ['new', 'old'],
  signingKey: Buffer.from(PEM).toString('base64'),
  walletAddress: `0x${'ab'.repeat(20)}`,
  coin: 'usdt_ethereum' as const,
  fiats: 'EUR,USD',
  url: 'http://127.0.0.1:1',
};
/** As https://docs.onramper.com/docs/optional-webhook-setup shows it, with a coin of ours. */
const transaction = (fields: object = {}) => ({
  apiKey: 'pk_test_1',
  country: 'de',
  inAmount: 100,
  onramp: 'banxa',
  onrampTransactionId: '8bf94c80-test-aabb-851-143835984d1d',
  outAmount: 103.123456,
  paymentMethod: 'creditcard',
  partnerContext: REFERENCE,
  sourceCurrency: 'eur',
  status: 'completed',
  statusDate: '2026-11-26T20:55:31.251Z',
  targetCurrency: 'usdt_ethereum',
  transactionId: '01H7D547TESTV2RQJ52ZAB7WF7',
  transactionType: 'buy',
  transactionHash: '',
  walletAddress: SETTINGS.walletAddress,
  ...fields,
});
const AT = Date.parse('2026-11-26T20:55:31.251Z');
const reads = (status: string) => ({
  kind: 'status' as const,
  eventId: `01H7D547TESTV2RQJ52ZAB7WF7 ${status} 2026-11-26T20:55:31.251Z`,
  reference: REFERENCE,
  status,
  at: AT,
});
const recorded = (status: string) => ({
  name: `one that is ${status}`,
  body: JSON.stringify(transaction({ status })),
  reads: reads(status),
});
const ORDER = {
  reference: REFERENCE,
  fiat: 'EUR',
  amount: 10_000n,
  method: 'creditcard-banxa',
  receive: usdt(103_000_000n),
  back: 'https://tikvo.example/en/deposit?way=fiat',
};

keepsContract(ONRAMPER, {
  settings: SETTINGS,
  now: NOW,
  secrets: ['new', 'old'],
  sign: (bytes, secret) => ({
    'x-onramper-webhook-signature': createHmac('sha256', secret).update(bytes).digest('hex'),
  }),
  recorded: [
    ...['new', 'pending', 'paid', 'completed', 'canceled', 'failed'].map(recorded),
    {
      name: 'one that was begun elsewhere',
      body: JSON.stringify(transaction({ partnerContext: '' })),
      reads: { kind: 'other' },
    },
    { name: 'a sale', body: JSON.stringify(transaction({ transactionType: 'sell' })), reads: { kind: 'other' } },
  ],
  asks: {
    fiats: (calls) => calls.fiats(),
    offers: (calls) => calls.offers({ fiat: 'EUR', amount: 10_000n, country: null }),
    create: (calls) => calls.create(ORDER),
    look: (calls) => calls.look({ reference: REFERENCE, theirs: null }),
    statement: (calls) => calls.statement(NOW),
  },
});

it('finds an order by our reference among those that began after it, on all pages of the list', async () => {
  const { calls, sent } = callsAnswered(ONRAMPER, SETTINGS, {
    list: [
      { transactions: [transaction({ partnerContext: 'another' })], cursor: 'next' },
      { transactions: [transaction({ status: 'failed', statusDate: '2026-11-26T20:59:00.000Z' }), transaction()] },
    ],
  });
  expect(await calls.look({ reference: REFERENCE, theirs: null })).toEqual({
    kind: 'found',
    theirs: '01H7D547TESTV2RQJ52ZAB7WF7',
    status: 'completed',
    paidFiat: 'EUR',
    paid: 10_000n,
    brings: 103_123_456n,
  });
  expect(sent.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('cursor'))).toEqual([null, 'next']);
  expect(sent[0]?.headers).toMatchObject({ authorization: 'pk_test_1', 'x-onramper-secret': 'new' });
  const none = callsAnswered(ONRAMPER, SETTINGS, { list: [{ transactions: [] }] });
  expect(await none.calls.look({ reference: REFERENCE, theirs: null })).toEqual({ kind: 'none' });
});

it('says of a sum that was paid twice what both are, and of another coin not what it brings', async () => {
  const twice = callsAnswered(ONRAMPER, SETTINGS, {
    list: [{ transactions: [transaction(), transaction({ transactionId: 'second' })] }],
  });
  expect(await twice.calls.look({ reference: REFERENCE, theirs: null })).toMatchObject({
    paid: 20_000n,
    brings: 206_246_912n,
  });
  const other = callsAnswered(ONRAMPER, SETTINGS, {
    list: [{ transactions: [transaction({ targetCurrency: 'btc' })] }],
  });
  expect(await other.calls.look({ reference: REFERENCE, theirs: null })).toMatchObject({ paid: 10_000n, brings: null });
});

it('offers what the best of them brings', async () => {
  const { calls } = callsAnswered(ONRAMPER, SETTINGS, {
    fiats: [
      {
        message: [
          { paymentTypeId: 'creditcard', details: { limits: { aggregatedLimit: { min: 20, max: 10_000 } } } },
          { paymentTypeId: 'sepabanktransfer', details: { limits: { aggregatedLimit: { min: 15, max: 5_000 } } } },
          { paymentTypeId: 'ideal' },
        ],
      },
    ],
    // As https://docs.onramper.com/reference/get_quotes-fiat-crypto shows them.
    offers: [
      [
        {
          rate: 1.02,
          networkFee: 0.12,
          transactionFee: 3.99,
          payout: 92.1,
          ramp: 'moonpay',
          paymentMethod: 'creditcard',
        },
        { rate: 1.02, networkFee: 0.05, transactionFee: 2.5, payout: 95.4, ramp: 'banxa', paymentMethod: 'creditcard' },
        { ramp: 'transak', errors: [{ type: 'NoSupportedPaymentFound', errorId: 6103, message: 'none' }] },
      ],
    ],
  });
  expect(await calls.fiats()).toMatchObject({
    fiats: [
      { code: 'EUR', min: 1_500n, max: 1_000_000n },
      { code: 'USD', min: 2_000n, max: 1_000_000n },
    ],
  });
  const found = await calls.offers({ fiat: 'USD', amount: 10_000n, country: null });
  expect(found).toMatchObject({
    offers: [
      { method: 'creditcard-banxa', pays: 'card', label: 'Onramper · banxa', fee: 255n, receive: 95_400_000n },
      { method: 'applepay-banxa' },
      { method: 'googlepay-banxa' },
    ],
  });
});

it('signs its page with all that it says, so that nobody changes where it delivers', async () => {
  const { calls } = callsAnswered(ONRAMPER, SETTINGS, {});
  const begun = await calls.create(ORDER);
  const url = new URL(begun.kind === 'begun' ? begun.url : '');
  expect(url.origin).toBe('https://buy.onramper.dev');
  const query = url.searchParams;
  expect(query.get('wallets')).toBe(`usdt_ethereum:${SETTINGS.walletAddress}`);
  expect([query.get('defaultPaymentMethod'), query.get('onlyOnramps')]).toEqual(['creditcard', 'banxa']);
  // https://docs.onramper.com/docs/widget-sign-a-url-v2: eight lines, of a GET of / without headers and body.
  const signed = new URLSearchParams(
    (query.get('sigV2Fields') ?? '').split(',').map((name) => [name, query.get(name) ?? '']),
  );
  signed.sort();
  const nothing = createHash('sha256').update('').digest('hex');
  const content = ['ONRAMPER-SIG-V2', query.get('sigV2Timestamp'), query.get('sigV2Nonce'), 'GET', '/'];
  const text = [...content, signed.toString(), '', nothing].join('\n');
  const signature = Buffer.from((query.get('sigV2') ?? '').slice('v2:'.length), 'base64');
  const key = createPublicKey(PAIR.publicKey.export({ format: 'pem', type: 'spki' }));
  expect(verify(null, Buffer.from(text), key, signature)).toBe(true);
  expect(verify(null, Buffer.from(text.replace('abab', 'abac')), key, signature)).toBe(false);
  expect([...signed.keys()]).toEqual(expect.arrayContaining(['apiKey', 'wallets', 'partnerContext', 'defaultAmount']));
});

it('knows a key that is none', () => {
  const says = (signingKey: string) =>
    ONRAMPER.settings.safeParse({ ...SETTINGS, webhookSecrets: 'new,old', signingKey }).success;
  expect([says(SETTINGS.signingKey), says('x'), says(PEM)]).toEqual([true, false, false]);
});
