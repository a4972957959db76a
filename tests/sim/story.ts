import { HOUSE } from '#domain/trading/orders/contract.ts';
import type { SimBatch } from './sim-db.ts';

/** What a stored batch did: lines for the trace, words to be counted. */
export function storyOf(batch: SimBatch): { readonly lines: readonly string[]; readonly words: readonly string[] } {
  const lines: string[] = [];
  const words: string[] = [];
  for (const { prediction: one } of batch.finished) {
    lines.push(`${one.id} ${one.outcome} ${one.credit} ${one.exit?.seq}`);
    words.push(one.outcome ?? 'none');
  }
  for (const one of batch.scheduled) {
    lines.push(`${one.id} ${one.status} ${one.reason} ${one.mark?.seq} ${one.predictionId}`);
    words.push(one.status);
  }
  for (const one of batch.orders) lines.push(`${one.id} ${one.status} ${one.filled} ${one.resting}`);
  for (const fill of batch.fills) words.push(fill.maker.userId === HOUSE ? 'house' : fill.kind);
  for (const one of batch.markets) {
    if (one.result === null) continue;
    lines.push(`${one.id} ${one.result.kind}`);
    words.push(one.result.kind);
  }
  return { lines, words };
}
