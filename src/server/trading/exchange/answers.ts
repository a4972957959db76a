import type { Pool } from 'pg';
import type { OrderCommand, OrderEffect } from '#domain/trading/orders/contract.ts';
import type { ExchangeState } from '#domain/trading/orders/state.ts';
import type { OrderWire } from '#protocol/exchange.ts';
import type { StoredAnswer } from '../batch/batch-effects.ts';
import type { CommandReply } from '../contract.ts';
import { bodyHashOf } from '../command-queue.ts';
import type { CommandKind, CommandOf, Request } from '../command-queue.ts';
import { orderWire, placedOrderWire, setsMovedWire } from '../exchange-wire.ts';
import type { MarketFacts } from '../exchange-wire.ts';
import { exchangeQueries } from '../queries/store-lists.ts';

/** What people ask of the exchange. */
export const EXCHANGE_KINDS = ['order', 'cancel', 'leave', 'sets'] as const satisfies readonly CommandKind[];
export type Ordering = Request<CommandOf<(typeof EXCHANGE_KINDS)[number]>>;

/** Orders that somebody wants to cancel and that rest no more, as the tables have them. */
export class EndedOrders {
  readonly #db: Pool;
  #known = new Map<string, OrderWire>();

  constructor(db: Pool) {
    this.#db = db;
  }

  /** Reads those of a batch that is decided at `now` (ms). */
  async load(requests: readonly Ordering[], resting: ExchangeState['orders'], now: number): Promise<void> {
    const queries = exchangeQueries(this.#db, { now: () => now });
    this.#known = new Map();
    for (const { command } of requests) {
      if (command.kind !== 'cancel' || !('orderId' in command.input.which)) continue;
      const { orderId: id } = command.input.which;
      if (resting.has(id)) continue;
      const { userId, realm } = command.input.actor;
      const order = await queries.order({ userId, realm, id });
      if (order !== null) this.#known.set(`${userId}/${id}`, order);
    }
  }

  of(userId: string, orderId: string): OrderWire | null {
    return this.#known.get(`${userId}/${orderId}`) ?? null;
  }
}

/** What a request is answered once its batch is stored. */
export function replyOf(
  effect: OrderEffect,
  command: OrderCommand,
  from: { readonly ended: EndedOrders; readonly factsOf: (marketId: string) => MarketFacts },
): CommandReply {
  const answered = (json: unknown): CommandReply => ({ ok: true, body: JSON.stringify(json), replayed: false });
  if (effect.kind === 'failed') return { ok: false, refusal: { code: 'UnexpectedError' } };
  if (effect.kind === 'refused') {
    const { refusal } = effect;
    const ended =
      command.kind === 'cancel' && refusal.code === 'NotFound' ? from.ended.of(command.userId, command.orderId) : null;
    return ended === null ? { ok: false, refusal } : answered(ended);
  }
  const { order, changes } = effect;
  const [moved] = changes.sets;
  if (moved !== undefined) return answered(setsMovedWire(moved));
  if (order === null) {
    return answered({ items: changes.orders.map((one) => orderWire(one, from.factsOf(one.marketId))) });
  }
  const facts = from.factsOf(order.marketId);
  if (command.kind !== 'place' && command.kind !== 'leave') return answered(orderWire(order, facts));
  const own = changes.fills.filter(({ taker }) => taker.orderId === order.id);
  return answered(placedOrderWire(order, own, facts));
}

/** What is kept under the request's Idempotency-Key; null: nothing. */
export function storedAnswer({ key, command }: Ordering, reply: CommandReply): StoredAnswer | null {
  if (key === null || !reply.ok) return null;
  return {
    ...key,
    bodyHash: bodyHashOf(command) ?? '',
    status: command.kind === 'cancel' ? 200 : 201,
    body: reply.body,
  };
}
