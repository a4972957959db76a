import { z } from 'zod';
import { fiatText } from '#domain/fiat/orders.ts';
import { usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import { defineProvider, isSigned, type CallEnd, type Send } from '#server/providers/index.ts';
import {
  RAMP_SEAT,
  type AskedOffer,
  type Begun,
  type Offer,
  type OrderAsked,
  type OrderStands,
  type PayMethod,
} from '../seat.ts';
import { hundredthsOf, millionthsOf } from './amounts.ts';
import { answered, readMessage } from './messages.ts';
import { together } from './visits.ts';
import { createTokens, type Tokens } from './transak-tokens.ts';

/**
 * https://docs.transak.com: Get fiat currencies, Get price, Create widget URL, Get orders, Refresh access token, order webhooks. An order is a
 * page of their widget under our reference (`partnerOrderId`); what it brings goes to an address of the house. A message is a token (JWT,
 * HS256) signed with the access token that we were given last.
 */
const SETTINGS = z.object({
  apiKey: z.string(),
  apiSecret: z.string(),
  /** `staging` is their test system. */
  environment: z.enum(['production', 'staging'], 'is production or staging').default('production'),
  /** Of the house, never a deposit address of a person: there the same money would be credited twice. */
  walletAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is an address, 0x and 40 hexadecimal digits'),
  coin: z.enum(['USDT', 'USDC'], 'is USDT or USDC').default('USDT'),
  /** The domain that they know us by. */
  domain: z.string().regex(/^[\w.-]+$/, 'is a domain'),
  url: z.url('is an address').optional(),
  gatewayUrl: z.url('is an address').optional(),
});
type Settings = z.infer<typeof SETTINGS>;

const FIATS = z.object({
  response: z.array(
    z.object({
      symbol: z.string(),
      paymentOptions: z.array(
        z.object({
          id: z.string(),
          isActive: z.boolean().nullish(),
          minAmount: z.number().nullish(),
          maxAmount: z.number().nullish(),
        }),
      ),
    }),
  ),
});
const QUOTE = z.object({ response: z.object({ cryptoAmount: z.number(), totalFee: z.number() }) });
const SESSION = z.object({ data: z.object({ widgetUrl: z.url() }) });
const ORDER = z.object({
  id: z.string(),
  status: z.string(),
  createdAt: z.string().nullish(),
  partnerOrderId: z.string().nullish(),
  fiatCurrency: z.string().nullish(),
  fiatAmount: z.number().nullish(),
  amountPaid: z.number().nullish(),
  cryptoCurrency: z.string().nullish(),
  cryptoAmount: z.number().nullish(),
});
type Order = z.infer<typeof ORDER>;
const ORDERS = z.object({ data: z.array(ORDER) });
const ENVELOPE = z.object({ data: z.string() });
const HEADER = z.object({ alg: z.literal('HS256') });
const MESSAGE = z.object({ eventID: z.string(), createdAt: z.string().nullish(), webhookData: ORDER });
const ANY_MESSAGE = z.object({ eventID: z.string() });

const METHODS: Readonly<Record<string, { readonly pays: PayMethod; readonly seconds: number }>> = {
  credit_debit_card: { pays: 'card', seconds: 300 },
  apple_pay: { pays: 'apple_pay', seconds: 300 },
  google_pay: { pays: 'google_pay', seconds: 300 },
  sepa_bank_transfer: { pays: 'bank', seconds: 86_400 },
  gbp_bank_transfer: { pays: 'bank', seconds: 3_600 },
};
const NETWORK = 'ethereum';

/** Their access tokens, by the settings that they were asked with. */
const held = new WeakMap<Settings, Tokens>();
function tokensOf(settings: Settings): Tokens {
  const known = held.get(settings) ?? createTokens(settings);
  held.set(settings, known);
  return known;
}

export const TRANSAK = defineProvider(RAMP_SEAT, {
  name: 'transak',
  isSimulator: false,
  capabilities: { firm: false, refunds: true, chargebacks: false, statement: true, freshPage: true },
  settings: SETTINGS,
  statuses: {
    AWAITING_PAYMENT_FROM_USER: 'WAITING',
    PAYMENT_DONE_MARKED_BY_USER: 'PENDING',
    PROCESSING: 'PENDING',
    PENDING_DELIVERY_FROM_TRANSAK: 'PENDING',
    ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK: 'PENDING',
    COMPLETED: 'PAID',
    CANCELLED: 'FAILED',
    FAILED: 'FAILED',
    EXPIRED: 'FAILED',
    REFUNDED: 'REFUNDED',
  },
  origin: ({ url, environment }) => url ?? `https://api${environment === 'staging' ? '-stg' : ''}.transak.com`,
  moreOrigins: (settings) => [gatewayOf(settings)],
  isTest: ({ environment }) => environment === 'staging',
  calls: ({ settings, send }) => ({
    fiats: async () => {
      const path = `/fiat/public/v1/currencies/fiat-currencies?apiKey=${encodeURIComponent(settings.apiKey)}`;
      const found = answered(await send({ name: 'fiats', method: 'GET', path, repeatable: true }), FIATS);
      if ('kind' in found) return found;
      const fiats = found.response.flatMap(({ symbol, paymentOptions }) => {
        const open = paymentOptions.filter((one) => one.isActive !== false && Object.hasOwn(METHODS, one.id));
        const bounds = open.flatMap(({ minAmount, maxAmount }) =>
          typeof minAmount === 'number' && typeof maxAmount === 'number' ? [{ minAmount, maxAmount }] : [],
        );
        if (bounds.length === 0 || !/^[A-Z]{3}$/.test(symbol)) return [];
        const min = hundredthsOf(Math.min(...bounds.map((one) => one.minAmount)));
        return [{ code: symbol, min, max: hundredthsOf(Math.max(...bounds.map((one) => one.maxAmount))) }];
      });
      return { kind: 'found', fiats };
    },
    offers: async (asked) => {
      const methods = Object.keys(METHODS).filter(
        (one) =>
          (one !== 'sepa_bank_transfer' || asked.fiat === 'EUR') &&
          (one !== 'gbp_bank_transfer' || asked.fiat === 'GBP'),
      );
      const all = await Promise.all(methods.map((method) => offer(settings, send, { asked, method })));
      const offers = all.flatMap((one) => (one === null || 'why' in one ? [] : [one]));
      const failed = all.find((one) => one !== null && 'why' in one);
      return offers.length === 0 && failed && 'why' in failed ? failed : { kind: 'found', offers };
    },
    create: (asked) => begin(settings, send, asked),
    look: async ({ reference }) => {
      const path = `/partners/api/v2/orders?${new URLSearchParams({ 'filter[partnerOrderId]': reference }).toString()}`;
      const found = answered(
        await authorised(settings, send, { name: 'look', method: 'GET', path, repeatable: true }),
        ORDERS,
      );
      if ('kind' in found) return found;
      // Never another's, whatever the filter did.
      const ours = found.data.filter(({ partnerOrderId }) => partnerOrderId === reference);
      const one = together(
        newestFirst(ours).map((one) => standing(settings, one)),
        'COMPLETED',
      );
      return one === null ? { kind: 'none' } : { kind: 'found', ...one };
    },
    statement: async (since) => {
      const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      const until = Math.min(Date.now(), since + 30 * DAY_MS);
      const query = new URLSearchParams({ startDate: day(since), endDate: day(until), limit: '500' });
      const path = `/partners/api/v2/orders?${query.toString()}`;
      const call = { name: 'statement', method: 'GET', path, repeatable: true } as const;
      const found = answered(await authorised(settings, send, call), ORDERS);
      if ('kind' in found) return found;
      const lines = found.data.flatMap((one) =>
        one.partnerOrderId ? [{ reference: one.partnerOrderId, ...standing(settings, one) }] : [],
      );
      return { kind: 'found', lines };
    },
  }),
  readDelivery: ({ body }, { settings }) => {
    const [header = '', payload = '', signature, ...more] = (readMessage(ENVELOPE, body)?.data ?? '').split('.');
    const secrets = tokensOf(settings).known();
    const isOurs =
      more.length === 0 &&
      readMessage(HEADER, Buffer.from(header, 'base64url')) !== null &&
      isSigned(`${header}.${payload}`, { signature, secrets, encoding: 'base64' });
    if (!isOurs) return { kind: 'unsigned' };
    const bytes = Buffer.from(payload, 'base64url');
    const any = readMessage(ANY_MESSAGE, bytes);
    if (any === null) return { kind: 'unreadable' };
    if (!any.eventID.startsWith('ORDER_')) return { kind: 'other' };
    const message = readMessage(MESSAGE, bytes);
    if (message === null) return { kind: 'unreadable' };
    const { id, status, partnerOrderId } = message.webhookData;
    // Begun elsewhere than here.
    if (!partnerOrderId) return { kind: 'other' };
    const at = Date.parse(message.createdAt ?? '');
    // An order comes into each status once.
    const eventId = `${id} ${message.eventID} ${status}`;
    return { kind: 'status', eventId, reference: partnerOrderId, status, at: Number.isNaN(at) ? null : at };
  },
});

function gatewayOf({ gatewayUrl, environment }: Settings): string {
  return gatewayUrl ?? `https://api-gateway${environment === 'staging' ? '-stg' : ''}.transak.com`;
}

/** A request with our access token; with a new one where they have taken it back. */
async function authorised(settings: Settings, send: Send, call: Parameters<Send>[0]): Promise<CallEnd> {
  const tokens = tokensOf(settings);
  for (let attempt = 1; ; attempt += 1) {
    const token = await tokens.current(send);
    if (token.kind !== 'found') return { kind: 'unreached', why: token.why };
    const end = await send({ ...call, headers: { ...call.headers, 'access-token': token.token } });
    if (end.kind !== 'answered' || end.status !== 401 || attempt === 2) return end;
    tokens.drop(token.token);
  }
}

async function offer(
  { apiKey, coin }: Settings,
  send: Send,
  { asked, method }: { readonly asked: AskedOffer; readonly method: string },
): Promise<Offer | { readonly kind: 'failed'; readonly why: string } | null> {
  const query = new URLSearchParams({
    partnerApiKey: apiKey,
    fiatCurrency: asked.fiat,
    cryptoCurrency: coin,
    isBuyOrSell: 'BUY',
    network: NETWORK,
    paymentMethod: method,
    fiatAmount: fiatText(asked.amount),
  });
  if (asked.country !== null) query.set('quoteCountryCode', asked.country);
  const path = `/api/v1/pricing/public/quotes?${query.toString()}`;
  const end = await send({ name: 'offers', method: 'GET', path, repeatable: true });
  // They do not take it that way, or not this sum.
  if (end.kind === 'answered' && end.status === 400) return null;
  const quote = answered(end, QUOTE);
  if ('kind' in quote) return quote;
  const { cryptoAmount, totalFee } = quote.response;
  const fee = hundredthsOf(totalFee);
  return {
    method,
    label: 'Transak',
    fee,
    receive: usdt(millionthsOf(cryptoAmount)),
    needsId: true,
    ...METHODS[method]!,
  };
}

/** Their page: made by them, good once and for five minutes. */
async function begin(settings: Settings, send: Send, asked: OrderAsked): Promise<Begun> {
  const { reference, fiat, amount, method, back } = asked;
  const widgetParams = {
    apiKey: settings.apiKey,
    referrerDomain: settings.domain,
    productsAvailed: 'BUY',
    partnerOrderId: reference,
    cryptoCurrencyCode: settings.coin,
    network: NETWORK,
    walletAddress: settings.walletAddress,
    disableWalletAddressForm: true,
    fiatCurrency: fiat,
    fiatAmount: fiatText(amount),
    paymentMethod: method,
    hideExchangeScreen: true,
    redirectURL: back,
  };
  const end = await authorised(settings, send, {
    name: 'create',
    method: 'POST',
    path: `${gatewayOf(settings)}/api/v2/auth/session`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ widgetParams }),
    // A page that nobody opens is none.
    repeatable: true,
  });
  const made = answered(end, SESSION);
  return 'kind' in made ? made : { kind: 'begun', theirs: null, url: made.data.widgetUrl };
}

const newestFirst = (all: readonly Order[]) =>
  all.toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? 1 : -1));

/** What was charged is with its fees. */
function standing({ coin }: Settings, one: Order): OrderStands {
  const isPaid = one.status === 'COMPLETED';
  const charged = one.amountPaid ?? one.fiatAmount;
  const { cryptoAmount, cryptoCurrency, fiatCurrency } = one;
  return {
    theirs: one.id,
    status: one.status,
    paidFiat: isPaid && fiatCurrency ? fiatCurrency.toUpperCase() : null,
    paid: isPaid && typeof charged === 'number' ? hundredthsOf(charged) : null,
    // Another coin than ours is for people.
    brings:
      isPaid && typeof cryptoAmount === 'number' && cryptoCurrency === coin ? usdt(millionthsOf(cryptoAmount)) : null,
  };
}
