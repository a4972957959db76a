import { setsWorth } from '#domain/trading/orders/share-money.ts';
import { toMsOrNull } from '#protocol/codecs.ts';
import type { EXCHANGE } from '#protocol/tables/exchange.ts';
import { askEngine, COMMAND_PATIENCE_MS } from '#server/engine-client/index.ts';
import { answerKept } from '#server/routing/answer.ts';
import { signedIn, type Call, type Reply } from '#server/routing/call.ts';
import type { MoveSets } from '../contract.ts';
import { readLots, type Fields } from './order-terms.ts';
import type { TradingParts } from './parts.ts';

const MOVES = {
  buy: 'mint',
  sell: 'melt',
  noToYes: 'to_yes',
  yesToNo: 'to_no',
} as const;

/** Full sets of an event: made, taken back or turned. What is made counts against the cap of an API key as an order does. */
export async function moveSets({ bus, apiKeys }: TradingParts, call: Call<typeof EXCHANGE.sets>): Promise<Reply> {
  const fields: Fields = {};
  const lots = readLots(call.body.shares, fields);
  if (lots === null) return { refusal: { code: 'InvalidRequest', fields } };
  const actor = signedIn(call);
  const { idempotency } = call;
  const move = MOVES[call.body.move];
  const asked: MoveSets = {
    actor,
    marketId: call.params.id,
    move,
    lots,
    validUntil: toMsOrNull(call.body.validUntil),
    idempotency,
  };
  const stake = {
    kind: 'order',
    request: `sets ${idempotency?.key}`,
    bodyHash: idempotency?.bodyHash ?? '',
    worst: setsWorth(lots),
  } as const;
  const place = () => askEngine(bus.request('exchange.sets', asked), COMMAND_PATIENCE_MS);
  // What puts nothing more at risk is never held back.
  return answerKept(201, await (move === 'mint' ? apiKeys.withinCap(actor, stake, place) : place()));
}
