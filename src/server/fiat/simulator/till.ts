import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Providers, RawDelivery } from '#server/providers/index.ts';
import { bringsOf, FIAT_SIMULATOR, simulatorSays } from './simulator.ts';
import { findSimulated, setSimulated, type Simulated } from './store-simulator.ts';

/** What the simulator can be made to do with an order. */
export const PRESSES = [
  'pay',
  'pay_more',
  'pay_less',
  'pay_other',
  'process',
  'decline',
  'check',
  'refund',
  'dispute',
  'win',
] as const;
export type Press = (typeof PRESSES)[number];

/** How it tells of it. twice: the same message again. reordered: an older one after it. silent: not at all, as when it is lost. */
export const TELLINGS = ['once', 'twice', 'reordered', 'late', 'silent', 'forged'] as const;
export type Telling = (typeof TELLINGS)[number];

interface TillParts {
  readonly db: Pool;
  readonly providers: Pick<Providers, 'take'>;
  readonly clock: { now(): number };
}

const STATUS: Readonly<Record<Press, string>> = {
  pay: 'paid',
  pay_more: 'paid',
  pay_less: 'paid',
  pay_other: 'paid',
  process: 'processing',
  decline: 'declined',
  check: 'checking',
  refund: 'refunded',
  dispute: 'disputed',
  win: 'dispute_won',
};

/** The side of the simulator that its pay page and the test route work. */
export interface Till {
  /** The order whose page this is; null: nobody's. */
  page(token: string): Promise<Simulated | null>;
  /** Does it, and tells the product as a provider would. false: the simulator has no such order. */
  press(by: Parameters<typeof findSimulated>[1], press: Press, telling: Telling): Promise<boolean>;
}

const TOKEN = /^[\w-]{24}$/;

export function createTill({ db, providers, clock }: TillParts): Till {
  return {
    page: async (token) => (TOKEN.test(token) ? findSimulated(db, { token }) : null),
    press: async (by, press, telling) => {
      const order = await findSimulated(db, by);
      if (order === null) return false;
      const at = clock.now();
      await setSimulated(db, { ...order, ...after(order, press), at });
      await tell(providers, { order, status: STATUS[press], telling, at });
      return true;
    },
  };
}

function after(order: Simulated, press: Press): Pick<Simulated, 'status' | 'paidFiat' | 'paid' | 'brings'> {
  const status = STATUS[press];
  if (!press.startsWith('pay')) {
    const { paidFiat, paid, brings } = order;
    return { status, paidFiat, paid, brings };
  }
  if (press === 'pay') return { status, paidFiat: order.fiat, paid: order.amount, brings: order.receive };
  const paid = press === 'pay_more' ? order.amount * 2n : press === 'pay_less' ? order.amount / 2n : order.amount;
  const paidFiat = press === 'pay_other' ? (order.fiat === 'USD' ? 'EUR' : 'USD') : order.fiat;
  return { status, paidFiat, paid, brings: bringsOf(paidFiat, paid) };
}

async function tell(
  providers: TillParts['providers'],
  {
    order,
    status,
    telling,
    at,
  }: { readonly order: Simulated; readonly status: string; readonly telling: Telling; readonly at: number },
): Promise<void> {
  if (telling === 'silent') return;
  const send = (delivery: RawDelivery) => providers.take(FIAT_SIMULATOR.name, delivery);
  const { reference } = order;
  const message = { event: randomUUID(), reference, status, at };
  if (telling === 'forged') {
    const { body } = simulatorSays(message);
    await send({ headers: { 'x-simulator': `${at}.${'0'.repeat(64)}` }, body });
    return;
  }
  // Longer ago than a signature is good for.
  if (telling === 'late') {
    await send(simulatorSays(message, { at: at - 600_000 }));
    return;
  }
  await send(simulatorSays(message));
  if (telling === 'twice') {
    await pause(20);
    await send(simulatorSays(message, { old: true }));
  }
  if (telling === 'reordered')
    await send(simulatorSays({ event: randomUUID(), reference, status: 'processing', at: at - 60_000 }));
}
