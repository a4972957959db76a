import { subtract, usdt } from '#domain/money.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { Prediction, TickMark } from '#domain/trading/prediction.ts';
import { moneyWords, priceToNumber, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { PredictionWire } from '#protocol/trading.ts';

/** A prediction as people's programs see it. `scale` = decimal digits of the pair's prices. */
export function toPredictionWire(prediction: Prediction, pair: Pick<Pair, 'scale'>): PredictionWire {
  const { credit } = prediction;
  const stakeStr = moneyWords(prediction.stake);
  const profitStr = credit === null ? null : moneyWords(usdt(subtract(credit, prediction.stake)));
  const creditStr = credit === null ? null : moneyWords(credit);
  // Written out, not spread from pairs: one is made for each prediction that is placed.
  return {
    id: prediction.id,
    realm: prediction.realm,
    pair: prediction.pairId,
    direction: prediction.direction,
    stake: Number(stakeStr),
    stakeStr,
    payout: prediction.payoutBps / 10_000,
    durationSec: prediction.durationMs / 1_000,
    status: prediction.status,
    outcome: prediction.outcome,
    voidReason: prediction.voidReason,
    admittedAt: toIso(prediction.admittedAt),
    entry: markWire(prediction.entry, pair.scale),
    expiresAt: toIsoOrNull(prediction.expiresAt),
    exit: markWire(prediction.exit, pair.scale),
    profit: profitStr === null ? null : Number(profitStr),
    profitStr,
    credit: creditStr === null ? null : Number(creditStr),
    creditStr,
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
