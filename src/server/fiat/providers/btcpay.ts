import { z } from 'zod';
import { fiatText } from '#domain/fiat/orders.ts';
import { usdt } from '#domain/money.ts';
import { defineProvider, isSigned, secretList, type Send } from '#server/providers/index.ts';
import { RAMP_SEAT, type Begun, type Offer, type OrderAsked, type OrderStands } from '../seat.ts';
import { unitsOf } from './amounts.ts';
import { answered, readMessage } from './messages.ts';

/**
 * https://docs.btcpayserver.org/API/Greenfield/v1: invoices of a store, their payment methods, webhooks. A server of the operator's own: what
 * it takes lies in the wallets of the store, and is owed to the books like that of any provider until it is booked as paid.
 */
const SETTINGS = z.object({
  url: z.url('is an address'),
  /** With the rights to see and create invoices of the store. */
  apiKey: z.string(),
  storeId: z.string().regex(/^\w+$/, 'is the id of a store'),
  webhookSecrets: secretList,
  /** Bounds of one payment, in dollars. */
  least: z.coerce.number('is a number').int('is a whole number').min(1).default(20),
  most: z.coerce.number('is a number').int('is a whole number').min(1).default(5_000),
});
type Settings = z.infer<typeof SETTINGS>;

const INVOICE = z.object({
  id: z.string(),
  status: z.string(),
  additionalStatus: z.string(),
  amount: z.string(),
  currency: z.string(),
  createdTime: z.number(),
  checkoutLink: z.string(),
  metadata: z.object({ orderId: z.string().nullish() }).nullish(),
});
type Invoice = z.infer<typeof INVOICE>;
const WAYS = z.array(
  z.object({ rate: z.string(), payments: z.array(z.object({ value: z.string(), status: z.string() })) }),
);
const STORE = z.object({ id: z.string() });
const MESSAGE = z.object({
  type: z.string(),
  deliveryId: z.string(),
  originalDeliveryId: z.string().nullish(),
  timestamp: z.number(),
  metadata: z.object({ orderId: z.string().nullish() }).nullish(),
});
const ANY_MESSAGE = z.object({ type: z.string() });
const FOLLOWED = new Set(
  'InvoiceCreated InvoiceReceivedPayment InvoicePaymentSettled InvoiceProcessing InvoiceExpired InvoiceSettled InvoiceInvalid'.split(
    ' ',
  ),
);

const FIAT = 'USD';
/** Digits of a coin and of a rate that are counted by. */
const DIGITS = 18;
const RATE_DIGITS = 8;
/** Invoices of a list; more are another reading. */
const MOST = 500;

export const BTCPAY = defineProvider(RAMP_SEAT, {
  name: 'btcpay',
  isSimulator: false,
  // An invoice keeps its rate: what is paid in full brings its price.
  capabilities: { firm: true, refunds: false, chargebacks: false, statement: true, freshPage: false },
  settings: SETTINGS,
  // Of an invoice its status with what is said beside it; `Waiting`: not all that came is final yet. Of a message its type.
  statuses: {
    New: 'WAITING',
    'New PaidPartial': 'PENDING',
    Processing: 'PENDING',
    'Processing PaidOver': 'PENDING',
    'Processing PaidLate': 'PENDING',
    Settled: 'PAID',
    'Settled PaidOver': 'PAID',
    'Settled PaidLate': 'PAID',
    'Settled Marked': 'PAID',
    Expired: 'FAILED',
    'Expired PaidPartial': 'PAID',
    'Expired PaidPartial Waiting': 'PENDING',
    'Expired PaidLate': 'PAID',
    'Expired PaidLate Waiting': 'PENDING',
    Invalid: 'FAILED',
    'Invalid Marked': 'FAILED',
    InvoiceCreated: 'IGNORE',
    InvoiceReceivedPayment: 'PENDING',
    InvoicePaymentSettled: 'PENDING',
    InvoiceProcessing: 'PENDING',
    InvoiceExpired: 'FAILED',
    InvoiceSettled: 'PAID',
    InvoiceInvalid: 'FAILED',
  },
  origin: ({ url }) => url,
  isTest: () => false,
  calls: ({ settings, send }) => ({
    fiats: async () => {
      const found = answered(await get(settings, send, { name: 'fiats', path: '' }), STORE);
      if ('kind' in found) return found;
      const [min, max] = [BigInt(settings.least) * 100n, BigInt(settings.most) * 100n];
      return { kind: 'found', fiats: [{ code: FIAT, min, max }] };
    },
    offers: ({ fiat, amount }) => Promise.resolve({ kind: 'found', offers: offersOf(fiat, amount) }),
    create: (asked) => begin(settings, send, asked),
    look: async ({ reference }) => {
      const all = await invoicesOf(settings, send, { orderId: reference });
      if ('why' in all) return all;
      // A lost answer may have made two: the one that somebody paid counts, and only one has been shown.
      const ours = all.invoices.filter(({ metadata }) => metadata?.orderId === reference);
      const one = ours.find(
        ({ status, additionalStatus }) => status !== 'New' && `${status} ${additionalStatus}` !== 'Expired None',
      );
      const shown = one ?? ours.toSorted((a, b) => b.createdTime - a.createdTime)[0];
      if (shown === undefined) return { kind: 'none' };
      const stands = await standing(settings, send, shown);
      return 'why' in stands ? stands : { kind: 'found', ...stands };
    },
    statement: async (since) => {
      const all = await invoicesOf(settings, send, { startDate: String(Math.floor(since / 1_000)) });
      if ('why' in all) return all;
      const ours = all.invoices.filter(({ metadata }) => typeof metadata?.orderId === 'string');
      const stands = await Promise.all(ours.map((one) => standing(settings, send, one)));
      const failed = stands.find((one) => 'why' in one);
      if (failed !== undefined && 'why' in failed) return failed;
      const lines = stands.flatMap((one, at) =>
        'why' in one ? [] : [{ reference: ours[at]?.metadata?.orderId ?? '', status: one.status, brings: one.brings }],
      );
      return { kind: 'found', lines };
    },
  }),
  // `sha256=<hex>`: HMAC-SHA256 of the bytes.
  readDelivery: ({ headers, body }, { settings }) => {
    const [form, signature] = String(headers['btcpay-sig'] ?? '').split('=', 2);
    if (form !== 'sha256' || !isSigned(body, { signature, secrets: settings.webhookSecrets }))
      return { kind: 'unsigned' };
    const any = readMessage(ANY_MESSAGE, body);
    if (any === null) return { kind: 'unreadable' };
    if (!FOLLOWED.has(any.type)) return { kind: 'other' };
    const message = readMessage(MESSAGE, body);
    if (message === null) return { kind: 'unreadable' };
    const reference = message.metadata?.orderId;
    // Begun elsewhere than here.
    if (!reference) return { kind: 'other' };
    // One that is sent again names the one that it repeats.
    const eventId = message.originalDeliveryId ?? message.deliveryId;
    return { kind: 'status', eventId, reference, status: message.type, at: message.timestamp * 1_000 };
  },
});

function get(
  { apiKey, storeId }: Settings,
  send: Send,
  { name, path }: { readonly name: string; readonly path: string },
) {
  const headers = { authorization: `token ${apiKey}` };
  return send({ name, method: 'GET', path: `/api/v1/stores/${storeId}${path}`, headers, repeatable: true });
}

async function invoicesOf(settings: Settings, send: Send, of: Readonly<Record<string, string>>) {
  const path = `/invoices?${new URLSearchParams({ ...of, take: String(MOST) }).toString()}`;
  const invoices = answered(await get(settings, send, { name: 'look', path }), z.array(INVOICE));
  if ('kind' in invoices) return invoices;
  return invoices.length < MOST ? { invoices } : ({ kind: 'failed', why: 'too many invoices' } as const);
}

function offersOf(fiat: string, amount: bigint): readonly Offer[] {
  if (fiat !== FIAT) return [];
  return [
    {
      method: 'coin',
      pays: 'coin',
      label: 'BTCPay',
      fee: 0n,
      receive: usdt(amount * 10_000n),
      seconds: 1_800,
      needsId: false,
    },
  ];
}

async function begin({ apiKey, storeId }: Settings, send: Send, asked: OrderAsked): Promise<Begun> {
  const end = await send({
    name: 'create',
    method: 'POST',
    path: `/api/v1/stores/${storeId}/invoices`,
    headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: fiatText(asked.amount),
      currency: asked.fiat,
      metadata: { orderId: asked.reference },
      checkout: { redirectURL: asked.back, redirectAutomatically: true },
    }),
    // What nobody has seen is not paid: a second one does no harm.
    repeatable: true,
  });
  const made = answered(end, INVOICE);
  return 'kind' in made ? made : { kind: 'begun', theirs: made.id, url: made.checkoutLink };
}

/** Of what was not paid just as ordered, the payments are asked for, and those count that are final. */
async function standing(
  settings: Settings,
  send: Send,
  one: Invoice,
): Promise<OrderStands | { readonly kind: 'failed'; readonly why: string }> {
  const { id, status, additionalStatus, amount, currency } = one;
  const word = additionalStatus === 'None' ? status : `${status} ${additionalStatus}`;
  const says = (paid: bigint | null, more = ''): OrderStands => ({
    theirs: id,
    status: `${word}${more}`,
    paidFiat: paid === null ? null : currency,
    paid,
    brings: paid === null || currency !== FIAT ? null : usdt(paid * 10_000n),
  });
  if (word === 'Settled') return says(unitsOf(amount, 2));
  if (BTCPAY.statuses[word] !== 'PAID') return says(null);
  const path = `/invoices/${encodeURIComponent(id)}/payment-methods`;
  const ways = answered(await get(settings, send, { name: 'payments', path }), WAYS);
  if ('kind' in ways) return ways;
  const payments = ways.flatMap(({ rate, payments: all }) => all.map((payment) => ({ ...payment, rate })));
  const isWaiting = status === 'Expired' && payments.some((payment) => payment.status === 'Processing');
  return isWaiting ? says(null, ' Waiting') : says(worthOf(payments.filter((payment) => payment.status === 'Settled')));
}

/** Hundredths of a dollar, cut off. */
function worthOf(payments: readonly { readonly value: string; readonly rate: string }[]): bigint {
  const worth = payments.reduce(
    (sum, { value, rate }) => sum + (unitsOf(value, DIGITS) ?? 0n) * (unitsOf(rate, RATE_DIGITS) ?? 0n),
    0n,
  );
  return worth / 10n ** BigInt(DIGITS + RATE_DIGITS - 2);
}
