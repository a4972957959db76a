import { z } from 'zod';
import { fiatText } from '#domain/fiat/orders.ts';
import { usdt } from '#domain/money.ts';
import { defineProvider, isSigned, secretList, type Send } from '#server/providers/index.ts';
import { RAMP_SEAT, type AskedOffer, type Begun, type Looked, type Offer, type OrderAsked } from '../seat.ts';
import { hundredthsOf, millionthsOf } from './amounts.ts';
import { answered, readMessage } from './messages.ts';

/**
 * https://documenter.getpostman.com/view/7907941/2s93JusNJt: checked currencies, minimum payment amount, estimated price, invoice, payment by
 * invoice, payment status, instant payment notifications. It takes coins that we have no network for and owes us a dollar coin.
 */
const SETTINGS = z.object({
  apiKey: z.string(),
  webhookSecrets: secretList,
  /** `https://<host>/webhooks/nowpayments`: where it tells of payments. */
  callbackUrl: z.url('is an address'),
  /** Their codes, with commas. */
  coins: z
    .string()
    .regex(/^[a-z0-9]{2,20}(,[a-z0-9]{2,20})*$/, 'is a list of codes with commas')
    .default('trx,ton,sol,xrp'),
  /** What it brings: their code of a dollar coin. */
  outcome: z
    .string()
    .regex(/^usd[tc][a-z0-9]*$/, 'is their code of USDT or USDC')
    .default('usdterc20'),
  /** What it takes of a payment, in hundredths of a percent. */
  fee: z.coerce.number('is a number').int('is a whole number').min(0).max(1_000).default(100),
  /** Bounds of one payment, in dollars. */
  least: z.coerce.number('is a number').int('is a whole number').min(1).default(20),
  most: z.coerce.number('is a number').int('is a whole number').min(1).default(2_000),
  url: z.url('is an address').default('https://api.nowpayments.io'),
});
type Settings = z.infer<typeof SETTINGS>;

/** Numbers of theirs come as numbers and as text. */
const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?(e-?\d+)?$/i)
    .transform((text) => Number(text)),
]);
const id = z.union([z.number().transform((no) => String(no)), z.string()]);
const COINS = z.object({ selectedCurrencies: z.array(z.string()) });
const LEAST = z.object({ fiat_equivalent: amount });
const ESTIMATE = z.object({ estimated_amount: amount });
const INVOICE = z.object({ id, invoice_url: z.url() });
const BEGUN = z.object({ payment_id: id });
const PAYMENT = z.object({
  payment_id: id,
  payment_status: z.string(),
  order_id: z.string().nullish(),
  /** Another payment to the address of that one. */
  parent_payment_id: id.nullish(),
  price_amount: amount.nullish(),
  price_currency: z.string().nullish(),
  pay_amount: amount.nullish(),
  actually_paid: amount.nullish(),
  outcome_amount: amount.nullish(),
  outcome_currency: z.string().nullish(),
  updated_at: z.union([z.number(), z.string()]).nullish(),
});
type Payment = z.infer<typeof PAYMENT>;

const FIAT = 'USD';
/** Money of theirs arrived: in full, or not. */
const CAME = new Set(['finished', 'partially_paid']);

export const NOWPAYMENTS = defineProvider(RAMP_SEAT, {
  name: 'nowpayments',
  isSimulator: false,
  // Its list of payments wants the password of its account.
  capabilities: { firm: false, refunds: true, chargebacks: false, statement: false, freshPage: false },
  settings: SETTINGS,
  statuses: {
    waiting: 'WAITING',
    confirming: 'PENDING',
    confirmed: 'PENDING',
    sending: 'PENDING',
    finished: 'PAID',
    // Less than the order: the sums differ, and people decide.
    partially_paid: 'PAID',
    failed: 'FAILED',
    expired: 'FAILED',
    refunded: 'REFUNDED',
    wrong_asset_confirmed: 'CHECK',
  },
  origin: ({ url }) => url,
  isTest: ({ url }) => url.includes('sandbox'),
  calls: ({ settings, send }) => ({
    fiats: async () => {
      const coins = await coinsOf(settings, send);
      if ('why' in coins) return coins;
      const [min, max] = [BigInt(settings.least) * 100n, BigInt(settings.most) * 100n];
      return { kind: 'found', fiats: coins.coins.length === 0 ? [] : [{ code: FIAT, min, max }] };
    },
    offers: (asked) => offersOf(settings, send, asked),
    create: (asked) => begin(settings, send, asked),
    look: async ({ theirs }): Promise<Looked> => {
      // Its answer was lost, and nobody has seen its page.
      if (theirs === null) return { kind: 'none' };
      const end = await get(settings, send, { name: 'look', path: `/v1/payment/${encodeURIComponent(theirs)}` });
      if (end.kind === 'answered' && end.status === 404) return { kind: 'none' };
      const found = answered(end, PAYMENT);
      return 'kind' in found ? found : { kind: 'found', ...standing(settings, found) };
    },
    statement: () => Promise.resolve({ kind: 'failed', why: 'it gives none' }),
  }),
  readDelivery: ({ headers, body }, { settings }) => {
    const signature = headers['x-nowpayments-sig'];
    const isOurs = signedForms(body).some((form) =>
      isSigned(form, { signature, secrets: settings.webhookSecrets, algorithm: 'sha512' }),
    );
    if (!isOurs) return { kind: 'unsigned' };
    const message = readMessage(PAYMENT, body);
    if (message === null) return { kind: 'unreadable' };
    const { payment_id, payment_status, order_id, parent_payment_id, actually_paid, updated_at } = message;
    // Begun elsewhere than here.
    if (!order_id) return { kind: 'other' };
    const at = typeof updated_at === 'string' ? Date.parse(updated_at) : (updated_at ?? Number.NaN);
    // A second payment to the address of an order is money that no look at the order would show: without a row, so that it alarms.
    const status = parent_payment_id ? `repeated ${payment_status}` : payment_status;
    const eventId = `${payment_id} ${payment_status} ${String(actually_paid ?? '')} ${String(updated_at ?? '')}`;
    return { kind: 'status', eventId, reference: order_id, status, at: Number.isNaN(at) ? null : at };
  },
});

function get({ apiKey }: Settings, send: Send, { name, path }: { readonly name: string; readonly path: string }) {
  return send({ name, method: 'GET', path, headers: { 'x-api-key': apiKey }, repeatable: true });
}

async function coinsOf(settings: Settings, send: Send) {
  const found = answered(await get(settings, send, { name: 'fiats', path: '/v1/merchant/coins' }), COINS);
  if ('kind' in found) return found;
  const taken = new Set(found.selectedCurrencies.map((code) => code.toLowerCase()));
  return { coins: settings.coins.split(',').filter((code) => taken.has(code)) };
}

async function offersOf(settings: Settings, send: Send, asked: AskedOffer) {
  const coins = await coinsOf(settings, send);
  if ('why' in coins) return coins;
  const query = new URLSearchParams({
    amount: fiatText(asked.amount),
    currency_from: asked.fiat.toLowerCase(),
    currency_to: settings.outcome,
  });
  const path = `/v1/estimate?${query.toString()}`;
  const estimate = answered(await get(settings, send, { name: 'offers', path }), ESTIMATE);
  if ('kind' in estimate) return estimate;
  const share = BigInt(settings.fee);
  const receive = usdt((millionthsOf(estimate.estimated_amount) * (10_000n - share)) / 10_000n);
  const fee = (asked.amount * share + 9_999n) / 10_000n;
  const taken = await Promise.all(coins.coins.map((coin) => takes(settings, send, { coin, asked })));
  const offers = coins.coins.flatMap((coin, at): readonly Offer[] =>
    taken[at] === true
      ? [
          {
            method: coin,
            pays: 'coin',
            label: `NOWPayments · ${coin.toUpperCase()}`,
            fee,
            receive,
            seconds: 1_200,
            needsId: false,
          },
        ]
      : [],
  );
  return { kind: 'found', offers } as const;
}

/** Is the sum at least what they take of a coin? */
async function takes(
  settings: Settings,
  send: Send,
  { coin, asked }: { readonly coin: string; readonly asked: AskedOffer },
): Promise<boolean> {
  const query = new URLSearchParams({
    currency_from: coin,
    currency_to: settings.outcome,
    fiat_equivalent: asked.fiat.toLowerCase(),
  });
  const found = answered(
    await get(settings, send, { name: 'least', path: `/v1/min-amount?${query.toString()}` }),
    LEAST,
  );
  return !('kind' in found) && asked.amount >= hundredthsOf(found.fiat_equivalent);
}

/** A payment of theirs behind a page of theirs. What is not paid is none, so that a second one does no harm. */
async function begin(settings: Settings, send: Send, asked: OrderAsked): Promise<Begun> {
  const post = (name: string, { path, says }: { readonly path: string; readonly says: object }) =>
    send({
      name,
      method: 'POST',
      path,
      headers: { 'x-api-key': settings.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(says),
      repeatable: true,
    });
  const says = {
    price_amount: Number(fiatText(asked.amount)),
    price_currency: asked.fiat.toLowerCase(),
    pay_currency: asked.method,
    order_id: asked.reference,
    ipn_callback_url: settings.callbackUrl,
    success_url: asked.back,
    cancel_url: asked.back,
    is_fixed_rate: true,
    is_fee_paid_by_user: false,
  };
  const invoice = answered(await post('create', { path: '/v1/invoice', says }), INVOICE);
  if ('kind' in invoice) return invoice;
  const payment = answered(
    await post('create', { path: '/v1/invoice-payment', says: { iid: invoice.id, pay_currency: asked.method } }),
    BEGUN,
  );
  if ('kind' in payment) return payment;
  const url = new URL(invoice.invoice_url);
  url.searchParams.set('paymentId', payment.payment_id);
  return { kind: 'begun', theirs: payment.payment_id, url: url.toString() };
}

function standing({ outcome }: Settings, one: Payment) {
  const { payment_status: status, price_currency, price_amount, pay_amount, actually_paid } = one;
  const came = CAME.has(status);
  const share = actually_paid && pay_amount ? actually_paid / pay_amount : null;
  const isOurs = one.outcome_currency?.toLowerCase() === outcome;
  return {
    theirs: one.payment_id,
    status,
    paidFiat: came && price_currency ? price_currency.toUpperCase() : null,
    // As much of the price as of the coin: less, exact, or more.
    paid: came && share !== null && typeof price_amount === 'number' ? hundredthsOf(price_amount * share) : null,
    brings: came && isOurs && typeof one.outcome_amount === 'number' ? usdt(millionthsOf(one.outcome_amount)) : null,
  };
}

/**
 * What they may have signed: the message with its keys in order, also those within (as their examples do it now), only the outer ones, or with
 * the outer names as a list for `JSON.stringify`, which leaves out what is within (as they did it before).
 */
function signedForms(body: Buffer): readonly string[] {
  const message = readMessage(z.record(z.string(), z.unknown()), body);
  if (message === null) return [];
  const outer = Object.fromEntries(Object.entries(message).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return [JSON.stringify(sorted(message)), JSON.stringify(outer), JSON.stringify(message, Object.keys(outer))];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
