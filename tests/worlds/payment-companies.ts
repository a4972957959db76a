/** Companies that take payments, as their APIs answer: enough of BTCPay, NOWPayments and Transak for orders from their first press to their end. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;

export interface PaymentCompanies {
  readonly origin: string;
  /** By their ids; a test changes what they say. */
  readonly invoices: Map<string, Fields>;
  /** Of an invoice: what was paid into it. */
  readonly paid: Map<string, { readonly value: string; readonly status: string }[]>;
  readonly payments: Map<string, Fields>;
  readonly orders: Fields[];
  /** Pages of Transak that were made, each good once. */
  readonly pages: string[];
  stop(): Promise<void>;
}

export const RATE = '80000';

/** Starts them on one port of this machine. */
export async function startPaymentCompanies(): Promise<PaymentCompanies> {
  const invoices: PaymentCompanies['invoices'] = new Map();
  const paid: PaymentCompanies['paid'] = new Map();
  const payments: PaymentCompanies['payments'] = new Map();
  const orders: Fields[] = [];
  const pages: string[] = [];

  const btcpay = (method: string, url: URL, body: Fields): unknown => {
    const [, id, more] =
      /^\/api\/v1\/stores\/store1\/invoices(?:\/(\w+)(\/payment-methods)?)?$/.exec(url.pathname) ?? [];
    if (url.pathname === '/api/v1/stores/store1') return { id: 'store1' };
    if (more !== undefined) return [{ rate: RATE, payments: paid.get(id ?? '') ?? [] }];
    if (method === 'POST') {
      const made = {
        id: `invoice${invoices.size}`,
        status: 'New',
        additionalStatus: 'None',
        createdTime: Math.floor(Date.now() / 1_000),
        checkoutLink: `https://pay.example/i/invoice${invoices.size}`,
        ...body,
      };
      invoices.set(made.id, made);
      return made;
    }
    const orderId = url.searchParams.get('orderId');
    const all = [...invoices.values()];
    return orderId === null ? all : all.filter((one) => (one['metadata'] as Fields)['orderId'] === orderId);
  };

  const nowpayments = (url: URL, body: Fields): unknown => {
    const id = /^\/v1\/payment\/(\w+)$/.exec(url.pathname)?.[1];
    if (id !== undefined) return payments.get(id);
    if (url.pathname === '/v1/invoice') {
      const iid = `9${payments.size}`;
      payments.set(iid, { ...body });
      return { id: iid, invoice_url: `https://nowpayments.example/payment/?iid=${iid}` };
    }
    if (url.pathname === '/v1/invoice-payment') {
      const invoice = payments.get(String(body['iid'])) ?? {};
      const payment = {
        payment_id: `8${payments.size}`,
        payment_status: 'waiting',
        order_id: invoice['order_id'],
        price_amount: invoice['price_amount'],
        price_currency: 'usd',
        pay_amount: 400,
        actually_paid: 0,
        pay_currency: body['pay_currency'],
        outcome_currency: 'usdterc20',
        outcome_amount: null,
        updated_at: Date.now(),
      };
      payments.set(payment.payment_id, payment);
      return payment;
    }
    const answers: Readonly<Record<string, unknown>> = {
      '/v1/merchant/coins': { selectedCurrencies: ['TRX'] },
      '/v1/estimate': { estimated_amount: url.searchParams.get('amount') },
      '/v1/min-amount': { min_amount: 1, fiat_equivalent: 5 },
    };
    return answers[url.pathname];
  };

  const transak = (url: URL): unknown => {
    if (url.pathname === '/api/v2/auth/session') {
      pages.push(`https://transak.example/?sessionId=s${pages.length}`);
      return { data: { widgetUrl: pages.at(-1) } };
    }
    const paymentOptions = [{ id: 'credit_debit_card', isActive: true, minAmount: 30, maxAmount: 3_000 }];
    const answers: Readonly<Record<string, unknown>> = {
      '/fiat/public/v1/currencies/fiat-currencies': { response: [{ symbol: 'EUR', paymentOptions }] },
      '/api/v1/pricing/public/quotes': { response: { cryptoAmount: 103.12, totalFee: 1.61 } },
      '/partners/api/v2/refresh-token': { data: { accessToken: 'token', expiresAt: 4_102_444_800 } },
      '/partners/api/v2/orders': { data: orders },
    };
    return answers[url.pathname];
  };

  const server = createServer((request, answer) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://here');
      const found = url.pathname.startsWith('/api/v1/stores/')
        ? btcpay(request.method ?? 'GET', url, body)
        : (nowpayments(url, body) ?? transak(url));
      answer.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(found ?? {}));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    invoices,
    paid,
    payments,
    orders,
    pages,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return parts.length === 0 ? {} : (JSON.parse(Buffer.concat(parts).toString('utf8')) as Fields);
}
