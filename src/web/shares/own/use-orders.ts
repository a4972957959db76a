import { useCallback, useState } from 'react';
import type { OrderBody, OrderWire, PlacedOrderWire } from '#protocol/exchange.ts';
import { ApiError } from '#web/api/api-error.ts';
import { askAgain } from '#web/api/ask-again.ts';
import type { Client } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotency-key.ts';
import { useSession } from '#web/api/session.tsx';
import { afterPaint } from '#web/live/after-paint.ts';
import { replaceOrder, type Amending, type Replacing } from '../ticket/amending.ts';
import type { Orders } from './own-rows.ts';
import type { Sender } from '../ticket/kept-ticket.ts';
import type { Placing } from '../ticket/placing.ts';

const ANSWER_WITHIN_MS = 8_000;
/** Without an answer the same request goes out again under the same key, so that it can never become two orders. */
const CHECKS_AFTER_MS: readonly number[] = [500, 2_000, 4_000];

/** Sends one order until somebody answers; rejects with the refusal, or with the last silence. */
function carry(client: Client, placing: Placing, onSilence: () => void): Promise<PlacedOrderWire> {
  const options = { idempotencyKey: placing.key, timeoutMs: ANSWER_WITHIN_MS };
  const send = () => client.call('exchange.placeOrder', { body: placing.body }, options);
  return askAgain(send, { waits: CHECKS_AFTER_MS, onSilence });
}

export interface OrderReports extends Pick<Replacing, 'onNotReplaced'> {
  /** Own orders as they are known now. */
  known(): Orders;
  onPlaced(order: PlacedOrderWire, sender: Sender): void;
  onCancelled(orders: readonly OrderWire[]): void;
  /** Those that a cancel of all has ended: also ones that the screen did not show yet. */
  onAllCancelled(orders: readonly OrderWire[]): void;
  onRefused(error: ApiError): void;
}

/** Places, cancels, and amends by cancelling and placing anew. */
export function useOrders(reports: OrderReports) {
  const { client } = useSession();
  const [pending, setPending] = useState<readonly Placing[]>([]);
  const [cancelling, setCancelling] = useState<ReadonlySet<string>>(new Set());

  const placeFrom = async (sender: Sender, body: OrderBody): Promise<PlacedOrderWire | null> => {
    const placing: Placing = { key: newIdempotencyKey(), body, phase: 'placing', known: reports.known() };
    setPending((list) => [...list, placing]);
    const unconfirmed = () =>
      setPending((list) => list.map((one) => (one.key === placing.key ? { ...one, phase: 'unconfirmed' } : one)));
    try {
      // The finger is answered first; the request goes out when the button has been drawn.
      await new Promise<void>((resolve) => afterPaint(resolve));
      const order = await carry(client, placing, unconfirmed);
      reports.onPlaced(order, sender);
      return order;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reports.onRefused(error);
      return null;
    } finally {
      setPending((list) => list.filter((one) => one.key !== placing.key));
    }
  };

  const place = (body: OrderBody) => placeFrom('ticket', body);

  const marked = useCallback(async (ids: readonly string[], run: () => Promise<readonly OrderWire[]>) => {
    setCancelling((now) => new Set([...now, ...ids]));
    try {
      return await run();
    } finally {
      setCancelling((now) => new Set([...now].filter((id) => !ids.includes(id))));
    }
  }, []);

  const cancel = async (id: string): Promise<OrderWire | null> => {
    try {
      const list = await marked([id], async () => [await client.call('exchange.cancelOrder', { params: { id } })]);
      reports.onCancelled(list);
      return list[0] ?? null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reports.onRefused(error);
      return null;
    }
  };

  const cancelAll = async (orders: readonly OrderWire[]): Promise<void> => {
    try {
      const ids = orders.map((order) => order.id);
      reports.onAllCancelled(
        await marked(ids, async () => (await client.call('exchange.cancelOrders', { query: {} })).items),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reports.onRefused(error);
    }
  };

  const amend = (body: OrderBody, amending: Amending): Promise<PlacedOrderWire | null> => {
    const instead = (rest: OrderBody) => placeFrom({ replaces: amending.was.id }, rest);
    return replaceOrder({ cancel, place: instead, onNotReplaced: reports.onNotReplaced }, body, amending);
  };

  const bringBack = (body: OrderBody) => placeFrom('undo', body);

  return { pending, cancelling, place, bringBack, cancel, cancelAll, amend };
}

export type OrdersState = ReturnType<typeof useOrders>;
