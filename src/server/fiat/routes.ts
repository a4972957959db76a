import { ok, refused } from '#domain/outcome.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { FIAT } from '#protocol/fiat/table.ts';
import { answer, answerOk } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import { fiatsOf, offersOf } from './offers.ts';
import { cancelOrder, createOrder } from './orders.ts';
import type { FiatParts } from './parts.ts';
import { findOrder, ordersOf } from './store.ts';
import type { Till } from './simulator/till.ts';
import { orderWire } from './wire.ts';

const SHOWN = 50;

export function fiatRoutes(parts: FiatParts & { readonly till: Till }): Handlers<typeof FIAT> {
  const { db, till } = parts;
  return {
    fiats: async () => ({ status: 200, json: await fiatsOf(parts) }),
    offers: async (call) => answer(await offersOf(parts, call.query)),
    create: async (call) => answer(await createOrder(parts, { actor: signedIn(call), locale: call.locale }, call.body)),
    // Our own rows alone: a provider is asked by its messages and by the clock.
    orders: async (call) => {
      const rows = await ordersOf(db, signedIn(call).userId, SHOWN);
      return { status: 200, json: { items: rows.map((row) => orderWire(parts, row)) } };
    },
    order: async (call) => {
      const { userId } = signedIn(call);
      const row = isRowId(call.params.id) ? await findOrder(db, call.params.id) : null;
      return answer(row?.userId === userId ? ok(orderWire(parts, row)) : refused({ code: 'NotFound' }));
    },
    cancel: async (call) => answer(await cancelOrder(parts, signedIn(call).userId, call.params.id)),
    testNotification: async ({ body }) => {
      const isDone = await till.press({ reference: body.order }, body.does, body.tells ?? 'once');
      return answerOk(isDone ? ok(null) : refused({ code: 'NotFound' }));
    },
  };
}
