import { subtract, usdt } from '#domain/money.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { Prediction, TickMark } from '#domain/trading/prediction.ts';
import { moneyPair, priceToNumber, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { PredictionWire } from '#protocol/trading.ts';

/** A prediction as people's programs see it. `scale` = decimal digits of the pair's prices. */
export function toPredictionWire(prediction: Prediction, pair: Pick<Pair, 'scale'>): PredictionWire {
  const { stake, credit } = prediction;
  const profit = credit === null ? null : subtract(credit, stake);
  return {
    id: prediction.id,
    realm: prediction.realm,
    pair: prediction.pairId,
    direction: prediction.direction,
    ...moneyPair('stake', stake),
    payout: prediction.payoutBps / 10_000,
    durationSec: prediction.durationMs / 1_000,
    status: prediction.status,
    outcome: prediction.outcome,
    voidReason: prediction.voidReason,
    admittedAt: toIso(prediction.admittedAt),
    entry: markWire(prediction.entry, pair.scale),
    expiresAt: toIsoOrNull(prediction.expiresAt),
    exit: markWire(prediction.exit, pair.scale),
    ...(profit === null ? { profit: null, profitStr: null } : moneyPair('profit', usdt(profit))),
    ...(credit === null ? { credit: null, creditStr: null } : moneyPair('credit', credit)),
  };
}

function markWire(mark: TickMark | null, scale: number): PredictionWire['entry'] {
  if (mark === null) return null;
  return {
    seq: mark.seq,
    time: toIso(mark.t),
    price: priceToNumber(mark.price, scale),
    ...(mark.recorded === null ? {} : { recorded: mark.recorded }),
  };
}
