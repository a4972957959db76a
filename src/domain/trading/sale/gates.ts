import type { Refusal, SaleReason } from '../../refusals.ts';
import type { Prediction } from '../prediction.ts';

/** Durations up to this are not sold, ms. */
const SHORTEST_MS = 60_000;
/** Nothing is sold in the last max(10 s, 10 %) of the duration. */
const LAST_MS = 10_000;
const LAST_TENTHS = 10;

/** Until when a prediction of this duration can be sold early, in the time of `expiresAt` (ms); null: never. */
export function saleEnd(terms: { readonly expiresAt: number; readonly durationMs: number }): number | null {
  const { expiresAt, durationMs } = terms;
  return durationMs <= SHORTEST_MS ? null : expiresAt - Math.max(LAST_MS, durationMs / LAST_TENTHS);
}

/** When a prediction can be sold early, wall ms; null: never. Before its entry it is not known yet. */
export function saleWindow(prediction: Prediction): { readonly from: number; readonly until: number } | null {
  const { entry, expiresAt, durationMs } = prediction;
  const until = expiresAt === null ? null : saleEnd({ expiresAt, durationMs });
  return entry === null || until === null ? null : { from: entry.t, until };
}

/** May this prediction be sold at `now`? `fresh`: its feed is. null: yes. */
export function saleGate(
  prediction: Prediction,
  at: { readonly now: number; readonly fresh: boolean },
): Refusal | null {
  const reason = outsideOf(prediction, at.now);
  if (reason !== null) return { code: 'SaleLapsed', reason };
  return at.fresh ? null : { code: 'PriceFeedError' };
}

/** What of a prediction's life keeps it from being sold at `now`, wall ms; null: nothing. */
function outsideOf(prediction: Prediction, now: number): SaleReason | null {
  const { status, durationMs } = prediction;
  if (status !== 'ADMITTED' && status !== 'OPEN') return 'over';
  if (durationMs <= SHORTEST_MS) return 'too_short';
  const span = saleWindow(prediction);
  if (span === null || now < span.from) return 'not_entered';
  return now >= span.until ? 'too_late' : null;
}
