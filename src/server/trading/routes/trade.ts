import { randomUUID } from 'node:crypto';
import type { Actor } from '#domain/identity/actor.ts';
import { payoutToBps, priceToNumber, readDecimal, toMsOrNull } from '#protocol/codecs.ts';
import type { TRADE } from '#protocol/tables/trade.ts';
import type { BarWire } from '#protocol/trading.ts';
import { askEngine, COMMAND_PATIENCE_MS } from '#server/engine-client/index.ts';
import type { PredictionFilter } from '../index.ts';
import { predictionWires } from '../predictions/wires.ts';
import { signedIn, type Call, type Handlers, type Reply } from '#server/routing/call.ts';
import { answerKept } from '#server/routing/answer.ts';
import { PREDICTION_COLUMNS } from './columns.ts';
import { csvReply } from '#server/routing/export.ts';
import type { TradingParts } from './parts.ts';

const PAGE = 50;
const STAKE_DIGITS = 6;

export function tradeRoutes(parts: TradingParts): Handlers<typeof TRADE> {
  const { pairCache, bus, predictions } = parts;
  return {
    pairs: async ({ actor }) => ({ status: 200, json: await pairCache.pairs(actor?.realm ?? 'real') }),
    bars: async ({ query }) => {
      const found = await pairCache.find(query.pair);
      if (found === null) return { refusal: { code: 'NotFound' } };
      const { from = null, to = null, pair, resolution } = query;
      const bars = await askEngine(bus.request('prices.bars', { pair, resolution, from, to }));
      const price = (value: number) => priceToNumber(value, found.pair.scale);
      const json: { bars: BarWire[] } = {
        bars: bars.map(({ time, open, high, low, close }) => ({
          time,
          open: price(open),
          high: price(high),
          low: price(low),
          close: price(close),
        })),
      };
      return { status: 200, json };
    },
    place: (call) => place(parts, call),
    predictions: async (call) => {
      const filter = filterOf(signedIn(call), call.query);
      const pageOf = async (part: Partial<PredictionFilter>) => {
        const { items, nextCursor } = await predictions.list({ ...filter, ...part });
        return { items: predictionWires(items), nextCursor };
      };
      if (!call.wantsCsv) return { status: 200, json: await pageOf({}) };
      const list = { name: 'predictions', columns: PREDICTION_COLUMNS, query: call.query };
      return csvReply(list, pageOf);
    },
    prediction: async (call) => {
      const { userId, realm } = signedIn(call);
      const prediction = await predictions.one({ userId, realm, id: call.params.id });
      if (prediction === null) return { refusal: { code: 'NotFound' } };
      const [json] = predictionWires([prediction]);
      return { status: 200, json };
    },
    statistics: async (call) => {
      const { userId, realm } = signedIn(call);
      return { status: 200, json: await parts.statistics({ userId, realm, days: Number(call.query.days) }) };
    },
  };
}

async function place({ apiKeys, pairCache, bus }: TradingParts, call: Call<typeof TRADE.place>): Promise<Reply> {
  const { pair, direction, durationSec, payout } = call.body;
  const stake = readDecimal(call.body.stake, STAKE_DIGITS);
  const payoutBps = payoutToBps(payout);
  if (typeof stake === 'string') return { refusal: { code: 'InvalidRequest', fields: { stake } } };
  if (payoutBps === null) return { refusal: { code: 'InvalidRequest', fields: { payout: 'decimals' } } };
  if ((await pairCache.find(pair)) === null) return { refusal: { code: 'NotFound' } };
  const actor = signedIn(call);
  const { idempotency } = call;
  const validUntil = toMsOrNull(call.body.validUntil);
  const place = { actor, pair, direction, stake, durationSec, payoutBps, validUntil, idempotency };
  const request = `prediction ${idempotency?.key ?? randomUUID()}`;
  const bodyHash = idempotency?.bodyHash ?? '';
  const reply = await apiKeys.withinCap(actor, { kind: 'prediction', request, bodyHash, worst: stake }, () =>
    askEngine(bus.request('trading.place', place), COMMAND_PATIENCE_MS),
  );
  return answerKept(201, reply);
}

function filterOf(actor: Actor, query: Call<typeof TRADE.predictions>['query']): PredictionFilter {
  return {
    userId: actor.userId,
    realm: actor.realm,
    status: query.status ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
    search: query.search ?? null,
    cursor: query.cursor ?? null,
    limit: query.limit ?? PAGE,
  };
}
