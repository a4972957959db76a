import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { z } from 'zod';
import { fiatText } from '#domain/fiat/orders.ts';
import { usdt } from '#domain/money.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { defineProvider, isSigned, secretList, type Send } from '#server/providers/index.ts';
import { RAMP_SEAT, type AskedOffer, type Offer, type OrderAsked, type OrderStands, type PayMethod } from '../seat.ts';
import { hundredthsOf, millionthsOf } from './amounts.ts';
import { answered, readMessage } from './messages.ts';
import { together } from './visits.ts';

/**
 * https://docs.onramper.com: Payments by source, Get buy quotes, Get transaction, List transactions, Widget: Sign a URL (V2), webhooks. An order
 * is a page of their widget under our reference (`partnerContext`); what it brings goes to an address of the house.
 */
const SETTINGS = z.object({
  /** `pk_test_` of the test system, `pk_prod_` of the live one. */
  apiKey: z.string(),
  webhookSecrets: secretList,
  /** Base64 of a private Ed25519 key (PEM) of which they have the public one. */
  signingKey: z.string().refine(isKey, 'is the Base64 of a private Ed25519 key in PEM'),
  /** Of the house, never a deposit address of a person: there the same money would be credited twice. */
  walletAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is an address, 0x and 40 hexadecimal digits'),
  /** Their code of the coin that is delivered. */
  coin: z.enum(['usdt_ethereum', 'usdc_ethereum'], 'is usdt_ethereum or usdc_ethereum').default('usdt_ethereum'),
  fiats: z
    .string()
    .regex(/^[A-Z]{3}(,[A-Z]{3})*$/, 'is a list of currencies with commas')
    .default('EUR,USD,GBP'),
  url: z.url('is an address').optional(),
});
type Settings = z.infer<typeof SETTINGS>;

const LIMIT = z.object({ min: z.number(), max: z.number() });
const PAYMENT_TYPES = z.object({
  message: z.array(
    z.object({
      paymentTypeId: z.string(),
      details: z.object({ limits: z.object({ aggregatedLimit: LIMIT.nullish() }).nullish() }).nullish(),
    }),
  ),
});
const QUOTES = z.array(
  z.object({
    ramp: z.string(),
    payout: z.number().nullish(),
    networkFee: z.number().nullish(),
    transactionFee: z.number().nullish(),
  }),
);
const TRANSACTION = z.object({
  transactionId: z.string(),
  status: z.string(),
  statusDate: z.string(),
  partnerContext: z.string().nullish(),
  inAmount: z.number().nullish(),
  outAmount: z.number().nullish(),
  sourceCurrency: z.string().nullish(),
  targetCurrency: z.string().nullish(),
});
type Transaction = z.infer<typeof TRANSACTION>;
const PAGE = z.object({ transactions: z.array(TRANSACTION), cursor: z.string().nullish() });
const ANY_MESSAGE = z.object({ transactionType: z.string() });

const METHODS: Readonly<Record<string, { readonly pays: PayMethod; readonly seconds: number }>> = {
  creditcard: { pays: 'card', seconds: 300 },
  applepay: { pays: 'apple_pay', seconds: 300 },
  googlepay: { pays: 'google_pay', seconds: 300 },
  sepabanktransfer: { pays: 'bank', seconds: 86_400 },
  fasterpaybank: { pays: 'bank', seconds: 600 },
};
/** Which ways of paying are asked about. */
const methodsOf = (fiat: string) =>
  Object.keys(METHODS).filter(
    (one) => (one !== 'sepabanktransfer' || fiat === 'EUR') && (one !== 'fasterpaybank' || fiat === 'GBP'),
  );
/** A transaction begins within this time of its order: the page is good for half an hour, the order for one (`fiat.open_minutes`). */
const BEGINS_WITHIN_MS = 3 * HOUR_MS;
const PAGE_GOOD_MS = 30 * MINUTE_MS;
/** Pages of a list; more are another reading. */
const MOST_PAGES = 20;

export const ONRAMPER = defineProvider(RAMP_SEAT, {
  name: 'onramper',
  isSimulator: false,
  // Who takes the money is one of several companies behind them; of what these pay back nothing is told.
  capabilities: { firm: false, refunds: false, chargebacks: false, statement: true, freshPage: true },
  settings: SETTINGS,
  statuses: {
    new: 'WAITING',
    pending: 'PENDING',
    paid: 'PENDING',
    completed: 'PAID',
    canceled: 'FAILED',
    failed: 'FAILED',
  },
  origin: (settings) =>
    settings.url ?? (isTest(settings) ? 'https://api-stg.onramper.com' : 'https://api.onramper.com'),
  isTest,
  calls: ({ settings, send }) => ({
    fiats: async () => {
      const all = await Promise.all(settings.fiats.split(',').map((fiat) => boundsOf(settings, send, fiat)));
      const fiats = all.flatMap((one) => ('why' in one || one.max < one.min ? [] : [one]));
      const failed = all.find((one) => 'why' in one);
      return fiats.length === 0 && failed !== undefined ? failed : { kind: 'found', fiats };
    },
    offers: async (asked) => {
      const all = await Promise.all(methodsOf(asked.fiat).map((method) => offer(settings, send, { asked, method })));
      const offers = all.flatMap((one) => (one === null || 'why' in one ? [] : [one]));
      const failed = all.find((one) => one !== null && 'why' in one);
      return offers.length === 0 && failed && 'why' in failed ? failed : { kind: 'found', offers };
    },
    create: (asked) => Promise.resolve({ kind: 'begun', theirs: null, url: pageOf(settings, asked) }),
    look: async ({ reference }) => {
      const since = timeOf(reference);
      const found = await list(settings, send, { since, until: since + BEGINS_WITHIN_MS });
      if ('why' in found) return found;
      const ours = found.transactions.filter(({ partnerContext }) => partnerContext === reference);
      const one = together(
        newestFirst(ours).map((one) => standing(settings, one)),
        'completed',
      );
      return one === null ? { kind: 'none' } : { kind: 'found', ...one };
    },
    statement: async (since) => {
      const found = await list(settings, send, { since, until: null });
      if ('why' in found) return found;
      const lines = found.transactions.flatMap((one) =>
        one.partnerContext ? [{ reference: one.partnerContext, ...standing(settings, one) }] : [],
      );
      return { kind: 'found', lines };
    },
  }),
  // HMAC-SHA256 of the bytes, hexadecimal. No time is signed: a message that comes again has the same event id.
  readDelivery: ({ headers, body }, { settings }) => {
    const signature = headers['x-onramper-webhook-signature'];
    if (!isSigned(body, { signature, secrets: settings.webhookSecrets })) return { kind: 'unsigned' };
    const any = readMessage(ANY_MESSAGE, body);
    if (any === null) return { kind: 'unreadable' };
    if (any.transactionType !== 'buy') return { kind: 'other' };
    const message = readMessage(TRANSACTION, body);
    const at = message === null ? Number.NaN : Date.parse(message.statusDate);
    if (message === null || Number.isNaN(at)) return { kind: 'unreadable' };
    const { transactionId, status, statusDate, partnerContext } = message;
    // Begun elsewhere than here.
    if (!partnerContext) return { kind: 'other' };
    return {
      kind: 'status',
      eventId: `${transactionId} ${status} ${statusDate}`,
      reference: partnerContext,
      status,
      at,
    };
  },
});

function isTest({ apiKey }: Settings): boolean {
  return apiKey.startsWith('pk_test_');
}

function isKey(text: string): boolean {
  try {
    return keyOf(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

function keyOf(text: string) {
  return createPrivateKey(Buffer.from(text, 'base64').toString('utf8'));
}

function get({ apiKey, webhookSecrets }: Settings, send: Send, { name, path }: { name: string; path: string }) {
  const headers = { authorization: apiKey, 'x-onramper-secret': webhookSecrets[0] ?? '' };
  return send({ name, method: 'GET', path, headers, repeatable: true });
}

async function boundsOf(settings: Settings, send: Send, fiat: string) {
  const path = `/supported/payment-types/${fiat.toLowerCase()}?type=buy&destination=${settings.coin}`;
  const found = answered(await get(settings, send, { name: 'fiats', path }), PAYMENT_TYPES);
  if ('kind' in found) return found;
  const limits = found.message.flatMap(({ paymentTypeId, details }) =>
    methodsOf(fiat).includes(paymentTypeId) && details?.limits?.aggregatedLimit ? [details.limits.aggregatedLimit] : [],
  );
  const min = Math.min(...limits.map((one) => one.min), Number.MAX_SAFE_INTEGER / 1_000);
  return { code: fiat, min: hundredthsOf(min), max: hundredthsOf(Math.max(0, ...limits.map((one) => one.max))) };
}

/** The best of those who offer it for a way of paying; null: nobody does. */
async function offer(
  settings: Settings,
  send: Send,
  { asked, method }: { readonly asked: AskedOffer; readonly method: string },
): Promise<Offer | { readonly kind: 'failed'; readonly why: string } | null> {
  const query = new URLSearchParams({ amount: fiatText(asked.amount), paymentMethod: method, type: 'buy' });
  if (asked.country !== null) query.set('country', asked.country);
  const path = `/quotes/${asked.fiat.toLowerCase()}/${settings.coin}?${query.toString()}`;
  const end = await get(settings, send, { name: 'offers', path });
  // Nobody offers it for this sum.
  if (end.kind === 'answered' && (end.status === 400 || end.status === 404)) return null;
  const quotes = answered(end, QUOTES);
  if ('kind' in quotes) return quotes;
  const best = quotes
    .filter(({ payout, ramp }) => typeof payout === 'number' && payout > 0 && /^[\w-]{1,30}$/.test(ramp))
    .toSorted((a, b) => (b.payout ?? 0) - (a.payout ?? 0))[0];
  if (best === undefined) return null;
  const fee = hundredthsOf((best.networkFee ?? 0) + (best.transactionFee ?? 0));
  const receive = usdt(millionthsOf(best.payout ?? 0));
  const label = `Onramper · ${best.ramp}`;
  return { method: `${method}-${best.ramp}`, label, fee, receive, needsId: true, ...METHODS[method]! };
}

/** The page of their widget. Signed with what it says, so that nobody changes where it delivers; good once, for half an hour. */
function pageOf(settings: Settings, { reference, fiat, amount, method, back }: OrderAsked): string {
  const [pays = '', ...ramp] = method.split('-');
  const fields = new URLSearchParams({
    apiKey: settings.apiKey,
    mode: 'buy',
    partnerContext: reference,
    wallets: `${settings.coin}:${settings.walletAddress}`,
    onlyCryptos: settings.coin,
    defaultCrypto: settings.coin,
    onlyFiats: fiat.toLowerCase(),
    defaultFiat: fiat.toLowerCase(),
    defaultAmount: fiatText(amount),
    defaultPaymentMethod: pays,
    onlyOnramps: ramp.join('-'),
    isAddressEditable: 'false',
    isAmountEditable: 'false',
    successRedirectUrl: back,
    failureRedirectUrl: back,
  });
  fields.sort();
  const now = Date.now();
  const [timestamp, expiry] = [new Date(now).toISOString(), new Date(now + PAGE_GOOD_MS).toISOString()];
  const nonce = randomUUID();
  const nothing = createHash('sha256').update('').digest('hex');
  const content = ['ONRAMPER-SIG-V2', timestamp, nonce, 'GET', '/', fields.toString(), '', nothing].join('\n');
  const signature = sign(null, Buffer.from(content), keyOf(settings.signingKey)).toString('base64');
  const names = [...fields.keys()].join(',');
  const query = new URLSearchParams(fields);
  query.set('sigV2', `v2:${signature}`);
  query.set('sigV2Timestamp', timestamp);
  query.set('sigV2Nonce', nonce);
  query.set('sigV2Expiry', expiry);
  query.set('sigV2Fields', names);
  return `https://buy.onramper.${isTest(settings) ? 'dev' : 'com'}/?${query.toString()}`;
}

async function list(
  settings: Settings,
  send: Send,
  { since, until }: { readonly since: number; readonly until: number | null },
): Promise<{ readonly transactions: readonly Transaction[] } | { readonly kind: 'failed'; readonly why: string }> {
  const transactions: Transaction[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ startDateTime: new Date(since).toISOString(), limit: '50' });
    if (until !== null) query.set('endDateTime', new Date(until).toISOString());
    if (cursor !== null) query.set('cursor', cursor);
    const found = answered(
      await get(settings, send, { name: 'list', path: `/transactions?${query.toString()}` }),
      PAGE,
    );
    if ('kind' in found) return found;
    transactions.push(...found.transactions);
    cursor = found.cursor ?? null;
    if (cursor === null || found.transactions.length === 0) return { transactions };
  }
  return { kind: 'failed', why: 'too many pages' };
}

const newestFirst = (all: readonly Transaction[]) => all.toSorted((a, b) => (a.statusDate < b.statusDate ? 1 : -1));

function standing({ coin }: Settings, one: Transaction): OrderStands {
  const { transactionId: theirs, status, sourceCurrency, targetCurrency, inAmount, outAmount } = one;
  const isPaid = status === 'completed';
  return {
    theirs,
    status,
    paidFiat: isPaid && sourceCurrency ? sourceCurrency.toUpperCase() : null,
    paid: isPaid && typeof inAmount === 'number' ? hundredthsOf(inAmount) : null,
    // Another coin than ours is for people.
    brings: isPaid && typeof outAmount === 'number' && targetCurrency === coin ? usdt(millionthsOf(outAmount)) : null,
  };
}

/** When a reference of ours was made (UUID version 7), ms. */
function timeOf(reference: string): number {
  return Number.parseInt(reference.replaceAll('-', '').slice(0, 12), 16);
}
