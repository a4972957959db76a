import assert from 'node:assert/strict';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { loadPairs } from '#server/prices/index.ts';
import { toPredictionWire } from './wire.ts';

/** From the table, not from the engine: what is stored can be read while it is away. */
const PAIRS = new Map(loadPairs().map((pair) => [pair.id, pair]));

/** Stored predictions as people's programs see them. Throws for one on a pair that there is not. */
export function predictionWires(items: readonly Prediction[]): PredictionWire[] {
  return items.map((item) => {
    const pair = PAIRS.get(item.pairId);
    assert(pair !== undefined, `a prediction on the unknown pair ${item.pairId}`);
    return toPredictionWire(item, pair);
  });
}
