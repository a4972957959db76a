import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { depositRoom } from '#domain/deposits/rules.ts';
import { FIAT_DIGITS, OPEN_STATES } from '#domain/fiat/orders.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { USDT_SCALE } from '#domain/money.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import { spanOf } from '#domain/settings/settings.ts';
import type { FiatOrderBody, FiatOrderWire } from '#protocol/fiat/fiat.ts';
import { isRowId, readDecimal, readUnits } from '#protocol/codecs.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { lockDeposits } from '#server/ledger/treasury/lock-deposits.ts';
import type { OpenProvider } from '#server/providers/index.ts';
import type { FiatParts } from './parts.ts';
import { boundsOf } from './offers.ts';
import { RAMP_SEAT, type Offer, type RampTypes } from './seat.ts';
import {
  changeOrder,
  findOpen,
  findOrder,
  insertNews,
  insertOrder,
  lockOrder,
  setBegun,
  type FiatOrder,
} from './store.ts';
import { orderWire } from './wire.ts';

export interface Asker {
  readonly actor: Actor;
  /** Route code of their language, for the way back from the provider's page. */
  readonly locale: string;
}

/** Begins an order at the provider of an offer: where its page is. The same offer and sum, while that order is open, is the same order. */
export async function createOrder(
  parts: FiatParts,
  { actor, locale }: Asker,
  body: FiatOrderBody,
): Promise<Outcome<FiatOrderWire>> {
  const { userId } = actor;
  const refusal = await whyNoDeposit(parts, parts.db, userId);
  if (refusal !== null) return refused(refusal);
  const terms = await termsOf(parts, body);
  if (!terms.ok) return terms;
  const made = await transaction(parts.db, (tx) => keep(parts, tx, { userId, ...terms.value }));
  if (!made.ok) return made;
  crashAt('fiat.stored');
  return begin(parts, terms.value.provider, { order: made.value, locale });
}

/** What keeps a person from depositing at all. */
export async function whyNoDeposit(
  { standingOf, clock }: FiatParts,
  db: Queryable,
  userId: string,
): Promise<Refusal | null> {
  const { emailConfirmed, name, selfExcluded, pausedUntil } = await standingOf(db, userId);
  const isPaused = pausedUntil !== null && pausedUntil > clock.now();
  if (selfExcluded || isPaused)
    return { code: 'SelfExcluded', until: Number.isFinite(pausedUntil) ? pausedUntil : null };
  if (!emailConfirmed) return { code: 'VerificationError', reason: 'email' };
  if (name === 'APPROVED') return null;
  return { code: 'VerificationError', reason: name === 'REJECTED' ? 'ofac_PENDING_NAME' : `ofac_${name}` };
}

interface Terms {
  readonly provider: OpenProvider<RampTypes>;
  readonly offer: Offer;
  readonly fiat: string;
  readonly amount: bigint;
}

/** The offer as it is now: whoever saw a better one is told. */
async function termsOf(parts: FiatParts, body: FiatOrderBody): Promise<Outcome<Terms>> {
  const [name = '', ...rest] = body.offer.split('.');
  const provider = parts.providers.at(RAMP_SEAT).find((one) => one.name === name);
  const amount = readUnits(body.amount, FIAT_DIGITS);
  if (typeof amount === 'string') return refused({ code: 'InvalidRequest', fields: { amount } });
  const seen = readDecimal(body.receive, USDT_SCALE);
  if (typeof seen === 'string') return refused({ code: 'InvalidRequest', fields: { receive: seen } });
  if (provider === undefined) return refused({ code: 'FiatUnavailable' });
  const fiat = body.fiat;
  const bounds = await boundsOf(provider, fiat);
  if (bounds === null) return refused({ code: 'FiatUnavailable' });
  if (amount < bounds.min || amount > bounds.max) return refused({ code: 'FiatAmount', fiat, ...bounds });
  const found = await provider.calls.offers({ fiat, amount, country: null });
  const offer = found.kind === 'found' ? found.offers.find(({ method }) => method === rest.join('.')) : undefined;
  if (offer === undefined) return refused({ code: 'FiatUnavailable' });
  if (offer.receive < seen) return refused({ code: 'FiatOfferChanged', receive: offer.receive });
  return ok({ provider, offer, fiat, amount });
}

async function keep(
  parts: FiatParts,
  tx: PoolClient,
  { userId, provider, offer, fiat, amount }: Terms & { readonly userId: string },
): Promise<Outcome<FiatOrder>> {
  const { clock, settings } = parts;
  // One order of a person at a time: two at once would each find no open one, and the whole room.
  await lockDeposits(tx, userId);
  const now = clock.now();
  const open = await findOpen(tx, { userId, provider: provider.name, method: offer.method });
  if (open !== null) {
    const isSame = open.fiat === fiat && open.amount === amount;
    return isSame ? ok(open) : refused({ code: 'FiatOrderOpen' });
  }
  const { depositLimits } = await parts.standingOf(tx, userId);
  const room = depositRoom(depositLimits, await parts.depositedWithin(tx, userId, now));
  if (room !== null && offer.receive > room) return refused({ code: 'DepositLimit', room });
  const order = await insertOrder(tx, {
    id: uuidv7(),
    userId,
    provider: provider.name,
    method: offer.method,
    fiat,
    amount,
    fee: offer.fee,
    receive: offer.receive,
    isFirm: provider.capabilities.firm,
    madeAt: now,
    expiresAt: now + spanOf('fiat.open_minutes', settings.values),
  });
  await noteNews(tx, order, { source: 'person', now });
  return ok(order);
}

/** Asks the provider for its page. Nobody knows whether a request whose answer was lost was done: the order stays, and is begun again by the next press. */
async function begin(
  parts: FiatParts,
  provider: OpenProvider<RampTypes>,
  { order, locale }: { readonly order: FiatOrder; readonly locale: string },
): Promise<Outcome<FiatOrderWire>> {
  const { db, clock, config } = parts;
  const { id, fiat, amount, method, receive } = order;
  const { freshPage } = provider.capabilities;
  if (order.url !== null && !freshPage) return ok(orderWire(parts, order));
  const back = `${config.origins.dashboard}/${locale}/deposit?way=fiat&order=${id}`;
  const begun = await provider.calls.create({ reference: id, fiat, amount, method, receive, back });
  if (begun.kind === 'begun') {
    await setBegun(db, { id, theirs: begun.theirs, url: begun.url, now: clock.now() });
    const known = await findOrder(db, id);
    const wire = orderWire(parts, known ?? order);
    return ok(freshPage ? { ...wire, url: begun.url } : wire);
  }
  parts.log.warn({ provider: provider.name, why: begun.why, order: id }, 'an on-ramp does not take an order');
  if (begun.kind === 'refused') await endOrder(parts, { id, state: 'FAILED', source: 'provider' });
  return refused({ code: 'FiatUnavailable' });
}

/** Ends an open order without money. false: it is not open. What is paid all the same goes to people. */
export async function endOrder(
  { db, clock }: FiatParts,
  {
    id,
    state,
    source,
  }: { readonly id: string; readonly state: 'EXPIRED' | 'FAILED'; readonly source: 'person' | 'provider' | 'clock' },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, id);
    const now = clock.now();
    if (order === null || !isOpen(order) || (source === 'clock' && order.expiresAt > now)) return false;
    await changeOrder(tx, { id, state, credited: order.credited, held: order.held, now });
    await noteNews(tx, { ...order, state }, { source, now });
    return true;
  });
}

/** NotFound for an order of somebody else. FiatOrderOver: it is paid, or over; ended already by its person: the same answer again. */
export async function cancelOrder(parts: FiatParts, userId: string, id: string): Promise<Outcome<FiatOrderWire>> {
  const order = isRowId(id) ? await findOrder(parts.db, id) : null;
  if (order === null || order.userId !== userId) return refused({ code: 'NotFound' });
  const isEnded = await endOrder(parts, { id, state: 'EXPIRED', source: 'person' });
  const now = await findOrder(parts.db, id);
  if (now === null || (!isEnded && now.state !== 'EXPIRED')) return refused({ code: 'FiatOrderOver' });
  return ok(orderWire(parts, now));
}

const isOpen = ({ state }: FiatOrder) => OPEN_STATES.some((open) => open === state);

async function noteNews(
  tx: PoolClient,
  order: FiatOrder,
  { source, now }: { readonly source: 'person' | 'provider' | 'clock'; readonly now: number },
): Promise<void> {
  const { id: orderId, userId, state } = order;
  const nothing = { status: null, paidFiat: null, paid: null, brings: null };
  await insertNews(tx, { orderId, userId, source, state, ...nothing, at: now });
}
