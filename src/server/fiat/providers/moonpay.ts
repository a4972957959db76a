import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { fiatText } from '#domain/fiat/orders.ts';
import { usdt } from '#domain/money.ts';
import { defineProvider, isFresh, isSigned, secretList, type Send } from '#server/providers/index.ts';
import { RAMP_SEAT, type AskedOffer, type Offer, type OrderAsked, type PayMethod, type OrderStands } from '../seat.ts';
import { hundredthsOf, millionthsOf } from './amounts.ts';
import { answered, readMessage } from './messages.ts';
import { together } from './visits.ts';

/**
 * https://dev.moonpay.com: List supported currencies, Get real-time buy quote, Get buy transaction by external id, List buy transactions, signing of
 * the widget's address, webhook signature. An order is a page of their widget under our reference; what it brings goes to an address of the house.
 */
const ORIGIN = 'https://api.moonpay.com';
const SETTINGS = z.object({
  /** `pk_test_` and `sk_test_` of the test system, `pk_live_` and `sk_live_` of the live one. */
  publishableKey: z.string(),
  secretKey: z.string(),
  webhookSecrets: secretList,
  /** Of the house, never a deposit address of a person: there the same money would be credited twice. */
  walletAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is an address, 0x and 40 hexadecimal digits'),
  /** Their code of the coin that is delivered. */
  coin: z.enum(['usdt', 'usdc'], 'is usdt or usdc').default('usdt'),
  url: z.url('is an address').default(ORIGIN),
});
type Settings = z.infer<typeof SETTINGS>;

const CURRENCIES = z.array(
  z.object({
    type: z.string(),
    code: z.string(),
    minBuyAmount: z.number().nullish(),
    maxBuyAmount: z.number().nullish(),
  }),
);
const QUOTE = z.object({
  quoteCurrencyAmount: z.number(),
  feeAmount: z.number(),
  extraFeeAmount: z.number(),
  networkFeeAmount: z.number(),
});
const TRANSACTION = z.object({
  id: z.string(),
  status: z.string(),
  updatedAt: z.string(),
  externalTransactionId: z.string().nullish(),
  baseCurrencyAmount: z.number().nullish(),
  feeAmount: z.number().nullish(),
  extraFeeAmount: z.number().nullish(),
  networkFeeAmount: z.number().nullish(),
  quoteCurrencyAmount: z.number().nullish(),
  baseCurrency: z.object({ code: z.string() }).nullish(),
});
type Transaction = z.infer<typeof TRANSACTION>;
const MESSAGE = z.object({ type: z.string(), data: TRANSACTION });
const ANY_MESSAGE = z.object({ type: z.string() });

/** Events about purchases. */
const FOLLOWED = new Set(['transaction_created', 'transaction_updated', 'transaction_failed']);
const METHODS: Readonly<Record<string, { readonly pays: PayMethod; readonly seconds: number }>> = {
  credit_debit_card: { pays: 'card', seconds: 300 },
  sepa_bank_transfer: { pays: 'bank', seconds: 86_400 },
  gbp_open_banking_payment: { pays: 'bank', seconds: 600 },
};
/** Which method is asked for, for a currency. */
const methodsOf = (fiat: string) => [
  'credit_debit_card',
  ...(fiat === 'EUR' ? ['sepa_bank_transfer'] : fiat === 'GBP' ? ['gbp_open_banking_payment'] : []),
];

export const MOONPAY = defineProvider(RAMP_SEAT, {
  name: 'moonpay',
  isSimulator: false,
  // Chargebacks are theirs, and their messages tell of none.
  capabilities: { firm: false, refunds: false, chargebacks: false, statement: true, freshPage: false },
  settings: SETTINGS,
  statuses: {
    waitingPayment: 'WAITING',
    waitingAuthorization: 'PENDING',
    pending: 'PENDING',
    completed: 'PAID',
    failed: 'FAILED',
  },
  origin: ({ url }) => url,
  isTest: ({ secretKey, publishableKey }) => secretKey.startsWith('sk_test_') || publishableKey.startsWith('pk_test_'),
  calls: ({ settings, send }) => ({
    fiats: async () => {
      const found = answered(await get(settings, send, { name: 'fiats', path: '/v3/currencies' }), CURRENCIES);
      if ('kind' in found) return found;
      const fiats = found.flatMap(({ type, code, minBuyAmount, maxBuyAmount }) =>
        type !== 'fiat' || typeof minBuyAmount !== 'number' || typeof maxBuyAmount !== 'number' || code.length !== 3
          ? []
          : [{ code: code.toUpperCase(), min: hundredthsOf(minBuyAmount), max: hundredthsOf(maxBuyAmount) }],
      );
      return { kind: 'found', fiats };
    },
    offers: async (asked) => {
      const all = await Promise.all(methodsOf(asked.fiat).map((method) => offer(settings, send, { asked, method })));
      const offers = all.flatMap((one) => ('why' in one ? [] : [one]));
      const [first] = all;
      return offers.length === 0 && first !== undefined && 'why' in first
        ? { kind: 'failed', why: first.why }
        : { kind: 'found', offers };
    },
    create: (asked) => Promise.resolve({ kind: 'begun', theirs: null, url: pageOf(settings, asked) }),
    look: async ({ reference }) => {
      const path = `/v1/transactions/ext/${encodeURIComponent(reference)}`;
      const end = await get(settings, send, { name: 'look', path });
      if (end.kind === 'answered' && end.status === 404) return { kind: 'none' };
      const found = answered(end, z.array(TRANSACTION));
      if ('kind' in found) return found;
      const one = together(newestFirst(found).map(standing), 'completed');
      return one === null ? { kind: 'none' } : { kind: 'found', ...one };
    },
    statement: async (since) => {
      const path = `/v1/transactions?startDate=${encodeURIComponent(new Date(since).toISOString())}&limit=50`;
      const found = answered(await get(settings, send, { name: 'statement', path }), z.array(TRANSACTION));
      if ('kind' in found) return found;
      const ours = found.filter(({ externalTransactionId }) => typeof externalTransactionId === 'string');
      const lines = ours.map((one) => ({ reference: one.externalTransactionId ?? '', ...standing(one) }));
      return { kind: 'found', lines };
    },
  }),
  // `t=<seconds>,s=<hex>`: HMAC-SHA256 of the time, a point and the bytes.
  readDelivery: ({ headers, body }, { settings, now }) => {
    const parts = new Map(
      String(headers['moonpay-signature-v2'] ?? '')
        .split(',')
        .map((part) => part.split('=', 2) as [string, string]),
    );
    const [at = '', signature] = [parts.get('t'), parts.get('s')];
    const bytes = Buffer.concat([Buffer.from(`${at}.`), body]);
    if (!isSigned(bytes, { signature, secrets: settings.webhookSecrets }) || !isFresh(Number(at) * 1_000, now))
      return { kind: 'unsigned' };
    const any = readMessage(ANY_MESSAGE, body);
    if (any === null) return { kind: 'unreadable' };
    if (!FOLLOWED.has(any.type)) return { kind: 'other' };
    const message = readMessage(MESSAGE, body);
    const updated = message === null ? Number.NaN : Date.parse(message.data.updatedAt);
    if (message === null || Number.isNaN(updated)) return { kind: 'unreadable' };
    const { id, status, externalTransactionId, updatedAt } = message.data;
    // Begun elsewhere than here.
    if (typeof externalTransactionId !== 'string') return { kind: 'other' };
    const eventId = `${id} ${message.type} ${status} ${updatedAt}`;
    return { kind: 'status', eventId, reference: externalTransactionId, status, at: updated };
  },
});

function get(
  { publishableKey, secretKey }: Settings,
  send: Send,
  { name, path }: { readonly name: string; readonly path: string },
) {
  const key = `${path.includes('?') ? '&' : '?'}apiKey=${encodeURIComponent(publishableKey)}`;
  const headers = { authorization: `Api-Key ${secretKey}` };
  return send({ name, method: 'GET', path: `${path}${key}`, headers, repeatable: true });
}

async function offer(
  settings: Settings,
  send: Send,
  { asked, method }: { readonly asked: AskedOffer; readonly method: string },
): Promise<Offer | { readonly kind: 'failed'; readonly why: string }> {
  const query = new URLSearchParams({
    baseCurrencyCode: asked.fiat.toLowerCase(),
    baseCurrencyAmount: fiatText(asked.amount),
    paymentMethod: method,
    areFeesIncluded: 'true',
  });
  const path = `/v3/currencies/${settings.coin}/buy_quote?${query.toString()}`;
  const quote = answered(await get(settings, send, { name: 'offers', path }), QUOTE);
  if ('kind' in quote) return quote;
  const fee = hundredthsOf(quote.feeAmount + quote.extraFeeAmount + quote.networkFeeAmount);
  const receive = usdt(millionthsOf(quote.quoteCurrencyAmount));
  return { method, label: 'MoonPay', fee, receive, needsId: true, ...METHODS[method]! };
}

/** The page of their widget, signed so that nobody changes where it delivers. */
function pageOf(settings: Settings, { reference, fiat, amount, method, back }: OrderAsked): string {
  const query = new URLSearchParams({
    apiKey: settings.publishableKey,
    currencyCode: settings.coin,
    walletAddress: settings.walletAddress,
    baseCurrencyCode: fiat.toLowerCase(),
    baseCurrencyAmount: fiatText(amount),
    paymentMethod: method,
    lockAmount: 'true',
    areFeesIncluded: 'true',
    externalTransactionId: reference,
    redirectURL: back,
  });
  const search = `?${query.toString()}`;
  const signature = createHmac('sha256', settings.secretKey).update(search).digest('base64');
  const isTest = settings.publishableKey.startsWith('pk_test_');
  return `https://${isTest ? 'buy-sandbox' : 'buy'}.moonpay.com${search}&signature=${encodeURIComponent(signature)}`;
}

/** What was charged is the sum with its fees; none of it is known before somebody pays. */
function standing(one: Transaction): OrderStands {
  const { id, status, baseCurrency, baseCurrencyAmount, quoteCurrencyAmount } = one;
  const isPaid = status === 'completed';
  const fees = (one.feeAmount ?? 0) + (one.extraFeeAmount ?? 0) + (one.networkFeeAmount ?? 0);
  return {
    theirs: id,
    status,
    paidFiat: isPaid && baseCurrency ? baseCurrency.code.toUpperCase() : null,
    paid: isPaid && typeof baseCurrencyAmount === 'number' ? hundredthsOf(baseCurrencyAmount + fees) : null,
    brings: isPaid && typeof quoteCurrencyAmount === 'number' ? usdt(millionthsOf(quoteCurrencyAmount)) : null,
  };
}

const newestFirst = (all: readonly Transaction[]) => all.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
