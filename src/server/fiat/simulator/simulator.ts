import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readMessage } from '../providers/messages.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { defineProvider, isFresh, isSigned, type RawDelivery } from '#server/providers/index.ts';
import { RAMP_SEAT, type Offer, type PayMethod } from '../seat.ts';
import { findSimulated, keepSimulated, simulatedSince, type Simulated } from './store-simulator.ts';

/** Of this process: nobody else signs for the simulator. The second one is that of a rotation. */
const SECRETS = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')] as const;
const MESSAGE = z.object({ event: z.string(), reference: z.string(), status: z.string(), at: z.number() });

/** What one unit is worth in USDT, in thousandths. Invented: no market is asked. */
const FIATS: Readonly<Record<string, bigint>> = {
  EUR: 1_085n,
  USD: 1_000n,
  GBP: 1_270n,
  SEK: 95n,
  TRY: 29n,
  INR: 12n,
  JPY: 7n,
};
/** Of one payment, in USDT. */
const LEAST = 20n;
const MOST = 5_000n;

const METHODS: readonly {
  readonly method: string;
  readonly pays: PayMethod;
  readonly label: string;
  /** Of 10,000. */
  readonly fee: bigint;
  readonly seconds: number;
  readonly needsId: boolean;
}[] = [
  { method: 'card', pays: 'card', label: 'Simulated Card', fee: 390n, seconds: 120, needsId: false },
  { method: 'wallet', pays: 'apple_pay', label: 'Simulated Wallet', fee: 340n, seconds: 60, needsId: false },
  { method: 'bank', pays: 'bank', label: 'Simulated Bank', fee: 90n, seconds: 3_600, needsId: true },
  { method: 'coin', pays: 'coin', label: 'Simulated Coin', fee: 100n, seconds: 1_200, needsId: false },
];

/** In the place of an on-ramp in a sandbox: no money moves outside, and its own page says so. */
export const FIAT_SIMULATOR = defineProvider(RAMP_SEAT, {
  name: 'fiatsim',
  isSimulator: true,
  capabilities: { firm: true, refunds: true, chargebacks: true, statement: true, freshPage: false },
  settings: z.object({}),
  statuses: {
    waiting: 'WAITING',
    processing: 'PENDING',
    paid: 'PAID',
    declined: 'FAILED',
    checking: 'CHECK',
    refunded: 'REFUNDED',
    disputed: 'CHARGEBACK',
    dispute_won: 'WON',
  },
  origin: () => null,
  isTest: () => false,
  calls: ({ db }) => ({
    fiats: () =>
      Promise.resolve({
        kind: 'found',
        fiats: Object.entries(FIATS).map(([code, rate]) => ({ code, min: worth(LEAST, rate), max: worth(MOST, rate) })),
      }),
    offers: ({ fiat, amount }) => Promise.resolve({ kind: 'found', offers: offersOf(fiat, amount) }),
    create: async ({ reference, fiat, amount, method, receive, back }) => {
      const token = randomBytes(18).toString('base64url');
      const made = { reference, token, method, fiat, amount, receive, back, status: 'waiting', at: Date.now() };
      const kept = await keepSimulated(db, made);
      if (kept === null) return { kind: 'failed', why: 'not kept' };
      return { kind: 'begun', theirs: reference, url: `/dev/pay/${kept.token}` };
    },
    look: async ({ reference }) => {
      const kept = await findSimulated(db, { reference });
      return kept === null ? { kind: 'none' } : { kind: 'found', theirs: reference, ...standing(kept) };
    },
    statement: async (since) => {
      const kept = await simulatedSince(db, since);
      return {
        kind: 'found',
        lines: kept.map(({ reference, status, brings }) => ({ reference, status, brings })),
      };
    },
  }),
  readDelivery: ({ headers, body }, { now }) => {
    const [at = '', signature] = String(headers['x-simulator'] ?? '').split('.');
    if (!isSigned(`${at}.${body.toString('utf8')}`, { signature, secrets: SECRETS }) || !isFresh(Number(at), now))
      return { kind: 'unsigned' };
    const message = readMessage(MESSAGE, body);
    if (message === null) return { kind: 'unreadable' };
    return {
      kind: 'status',
      eventId: message.event,
      reference: message.reference,
      status: message.status,
      at: message.at,
    };
  },
});

/** Hundredths of a currency that are worth so many USDT. */
const worth = (whole: bigint, rate: bigint) => (whole * 100_000n) / rate;

function offersOf(fiat: string, amount: bigint): readonly Offer[] {
  const rate = FIATS[fiat];
  if (rate === undefined) return [];
  return METHODS.map(({ fee: share, ...method }) => {
    const fee = (amount * share + 9_999n) / 10_000n;
    return { ...method, fee, receive: bringsOf(fiat, amount - fee) ?? usdt(0n) };
  });
}

/** What a sum of a currency brings, 10^-6; null: the simulator does not take it. */
export function bringsOf(fiat: string, hundredths: bigint): Usdt | null {
  const rate = FIATS[fiat];
  // Hundredths x thousandths = 10^-5; in cents, as offers are.
  return rate === undefined ? null : usdt(((hundredths * rate) / 1_000n) * 10_000n);
}

const standing = ({ status, paidFiat, paid, brings }: Simulated) => ({ status, paidFiat, paid, brings });

/** A message of the simulator, signed by one of its two secrets. */
export function simulatorSays(
  message: z.infer<typeof MESSAGE>,
  { at = Date.now(), old = false }: { readonly at?: number; readonly old?: boolean } = {},
): RawDelivery {
  const body = Buffer.from(JSON.stringify(message));
  return { headers: signSimulator(body, SECRETS[old ? 1 : 0], at), body };
}

export function signSimulator(body: Buffer, secret: string, at: number): Readonly<Record<string, string>> {
  const signature = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
  return { 'x-simulator': `${at}.${signature}` };
}

/** For its test of contract. */
export const SIMULATOR_SECRETS: readonly string[] = SECRETS;
