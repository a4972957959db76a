import type { Pair } from '#domain/prices/pair.ts';
import type { ScheduledEntry } from '#domain/trading/scheduled/entry.ts';
import { moneyPair, priceToNumber, priceToText, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';

/** A scheduled entry as people's programs see it. `scale` = decimal digits of the pair's prices. */
export function toScheduledWire(entry: ScheduledEntry, { scale }: Pick<Pair, 'scale'>): ScheduledWire {
  const { trigger } = entry;
  const price = trigger.kind === 'price' ? trigger.price : null;
  return {
    id: entry.id,
    realm: entry.realm,
    pair: entry.pairId,
    direction: entry.direction,
    ...moneyPair('stake', entry.stake),
    durationSec: entry.durationSec,
    minPayout: entry.minPayoutBps / 10_000,
    at: trigger.kind === 'time' ? toIso(trigger.at) : null,
    price: price === null ? null : priceToNumber(price, scale),
    priceStr: price === null ? null : priceToText(price, scale),
    crosses: trigger.kind === 'price' ? trigger.crosses : null,
    status: entry.status,
    reason: entry.reason,
    predictionId: entry.predictionId,
    placedAt: toIso(entry.placedAt),
    expiresAt: toIso(entry.expiresAt),
    endedAt: toIsoOrNull(entry.endedAt),
  };
}
