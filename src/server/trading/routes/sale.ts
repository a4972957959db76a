import type { Refusal } from '#domain/refusals.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { isMetBy, SALE_WAIT_MS } from '#domain/trading/sale/sale.ts';
import { saleGate } from '#domain/trading/sale/gates.ts';
import { moneyPair, readDecimal, toIso, toMsOrNull } from '#protocol/codecs.ts';
import type { SALE } from '#protocol/tables/sale.ts';
import { askEngine } from '#server/engine-client/index.ts';
import { loadPairs } from '#server/prices/index.ts';
import { toPredictionWire } from '../index.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import { answerKept } from '#server/routing/answer.ts';
import type { TradingParts } from './parts.ts';

/** A sale that waits in vain has lapsed by then; past this its commit is under way, and asked again it is answered. */
const SALE_PATIENCE_MS = SALE_WAIT_MS + 5_000;
const CREDIT_DIGITS = 6;
const OVER = { code: 'SaleLapsed', reason: 'over' } as const satisfies Refusal;

export function saleRoutes({ bus, predictions }: Pick<TradingParts, 'bus' | 'predictions'>): Handlers<typeof SALE> {
  return {
    quote: async (call) => {
      const actor = signedIn(call);
      const key = { userId: actor.userId, realm: actor.realm, id: call.params.id };
      const own = await predictions.one(key);
      if (own === null) return { refusal: { code: 'NotFound' } };
      const reply = await askEngine(bus.request('trading.sale-quote', { actor, predictionId: own.id }));
      if (!reply.ok) return { refusal: reply.refusal.code === 'NotFound' ? notRunning(own) : reply.refusal };
      const { credit, fair, sigma, until } = reply;
      return {
        status: 200,
        json: { ...moneyPair('credit', credit), ...moneyPair('fair', fair), sigma, until: toIso(until) },
      };
    },
    quotes: async (call) => {
      const predictionIds = call.query.ids.split(',');
      const reply = await askEngine(bus.request('trading.sale-quotes', { actor: signedIn(call), predictionIds }));
      if (!reply.ok) return { refusal: reply.refusal };
      const items = reply.quotes.map(({ id, credit, until }) => ({
        id,
        ...moneyPair('credit', credit),
        until: toIso(until),
      }));
      return { status: 200, json: { items } };
    },
    sell: async (call) => {
      const actor = signedIn(call);
      const { idempotency } = call;
      const minCredit = readDecimal(call.body.minCredit, CREDIT_DIGITS);
      if (typeof minCredit === 'string') return { refusal: { code: 'InvalidRequest', fields: { minCredit } } };
      const key = { userId: actor.userId, realm: actor.realm, id: call.params.id };
      const own = await predictions.one(key);
      if (own === null) return { refusal: { code: 'NotFound' } };
      const validUntil = toMsOrNull(call.body.validUntil);
      const terms = { minCredit, validUntil };
      // Only the engine knows whether a key came before.
      if (own.outcome === 'SOLD' && idempotency === null) return sold(own, terms);
      const sale = { actor, predictionId: own.id, ...terms, idempotency };
      const reply = await askEngine(bus.request('trading.sell', sale), SALE_PATIENCE_MS);
      if (reply.ok || reply.refusal.code !== 'NotFound') return answerKept(200, reply);
      // What it does not know has ended, or waits for its entry: it may have been sold since it was read.
      const now = (await predictions.one(key)) ?? own;
      return now.outcome === 'SOLD' ? sold(now, terms) : { refusal: notRunning(now) };
    },
  };
}

/** Why an own prediction that the engine does not run cannot be sold. */
function notRunning(own: Prediction): Refusal {
  const early = own.status === 'ADMITTED' ? saleGate(own, { now: own.admittedAt, fresh: true }) : null;
  return early ?? OVER;
}

/** What the sale that was made comes to for whoever asks in these terms: to others than they were sold at, it is over (0153). */
function sold(prediction: Prediction, terms: Parameters<typeof isMetBy>[0]): Reply {
  if (!isMetBy(terms, prediction)) return { refusal: OVER };
  const pair = loadPairs().find(({ id }) => id === prediction.pairId);
  if (pair === undefined) throw new Error(`no pair ${prediction.pairId}`);
  return { status: 200, json: toPredictionWire(prediction, pair) };
}
