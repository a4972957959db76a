import type { Prediction } from '#domain/trading/prediction.ts';
import { moneyPair, parseMoney, toIso } from '#protocol/codecs.ts';
import type { SALE } from '#protocol/tables/sale.ts';
import { askEngine } from '#server/content/index.ts';
import { loadPairs } from '#server/prices/index.ts';
import { toPredictionWire } from '#server/trading/index.ts';
import { signedIn, type Handlers, type Reply } from '../call.ts';
import type { RouteParts } from '../parts.ts';

/** The price of a sale comes within seconds; past this the client looks at its prediction. */
const SALE_PATIENCE_MS = 15_000;
const CREDIT_DIGITS = 6;

export function saleHandlers({ bus, predictions }: Pick<RouteParts, 'bus' | 'predictions'>): Handlers<typeof SALE> {
  return {
    quote: async (call) => {
      const actor = signedIn(call);
      const own = await predictions.one({ userId: actor.userId, realm: actor.realm, id: call.params.id });
      if (own === null) return { refusal: { code: 'NotFound' } };
      const reply = await askEngine(bus.request('trading.sale-quote', { actor, predictionId: own.id }));
      if (!reply.ok) return { refusal: ofOwn(reply.refusal) };
      const { credit, fair, sigma, until } = reply;
      return {
        status: 200,
        json: { ...moneyPair('credit', credit), ...moneyPair('fair', fair), sigma, until: toIso(until) },
      };
    },
    sell: async (call) => {
      const actor = signedIn(call);
      const minCredit = parseMoney(call.body.minCredit, CREDIT_DIGITS);
      if (minCredit === null) return { refusal: { code: 'InvalidRequest', fields: { minCredit: 'malformed' } } };
      const own = await predictions.one({ userId: actor.userId, realm: actor.realm, id: call.params.id });
      if (own === null) return { refusal: { code: 'NotFound' } };
      if (own.outcome === 'SOLD') return sold(own);
      const sale = { actor, predictionId: own.id, minCredit };
      const reply = await askEngine(bus.request('trading.sell', sale), SALE_PATIENCE_MS);
      return reply.ok ? { status: 200, text: reply.body } : { refusal: ofOwn(reply.refusal) };
    },
  };
}

/** The engine knows what runs; an own prediction that it does not know has ended. */
function ofOwn<R extends { readonly code: string }>(refusal: R): R | { code: 'SaleLapsed'; credit: null } {
  return refusal.code === 'NotFound' ? { code: 'SaleLapsed', credit: null } : refusal;
}

function sold(prediction: Prediction): Reply {
  const pair = loadPairs().find(({ id }) => id === prediction.pairId);
  if (pair === undefined) throw new Error(`no pair ${prediction.pairId}`);
  return { status: 200, json: toPredictionWire(prediction, pair) };
}
