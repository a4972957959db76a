import { saleEnd } from '#domain/trading/sale/gates.ts';
import type { PredictionWire } from '#protocol/trading.ts';

/** Own predictions as the screen knows them, by id. */
export type Predictions = ReadonlyMap<string, PredictionWire>;

const RANK: Readonly<Record<PredictionWire['status'], number>> = {
  ADMITTED: 0,
  OPEN: 1,
  EXPIRED: 2,
  SETTLED: 3,
  VOID: 3,
  CORRECTED: 4,
};

/** Is it still to be settled? */
export function isOpen(prediction: Pick<PredictionWire, 'status'>): boolean {
  return RANK[prediction.status] < RANK.SETTLED;
}

/**
 * Adds what came by answer, list or socket, in any order: a prediction never goes back to an earlier state.
 * The same map comes back when nothing changed.
 */
export function merge(known: Predictions, news: readonly PredictionWire[]): Predictions {
  const fresh = news.filter((one) => {
    const old = known.get(one.id);
    return old === undefined || RANK[one.status] > RANK[old.status];
  });
  if (fresh.length === 0) return known;
  const next = new Map(known);
  for (const one of fresh) next.set(one.id, one);
  return next;
}

/** Those that were open before and are settled or void now: each is told once. */
export function ended(before: Predictions, after: Predictions): readonly PredictionWire[] {
  const list: PredictionWire[] = [];
  for (const [id, now] of after) {
    const was = before.get(id);
    if (was !== undefined && was !== now && isOpen(was) && !isOpen(now)) list.push(now);
  }
  return list;
}

/** Open ones we hold that a complete list of the server no longer has: they ended while we were away and are to be fetched. */
export function missingFrom(known: Predictions, openList: readonly PredictionWire[]): readonly string[] {
  const listed = new Set(openList.map((one) => one.id));
  return [...known.values()].filter((one) => isOpen(one) && !listed.has(one.id)).map((one) => one.id);
}

/** Open ones: first those that end first; without an expiry yet, newest last. */
export function openOf(known: Predictions): readonly PredictionWire[] {
  return [...known.values()].filter(isOpen).sort((a, b) => expectedEnd(a) - expectedEnd(b) || a.id.localeCompare(b.id));
}

/** Ended ones, newest first. */
export function closedOf(known: Predictions): readonly PredictionWire[] {
  return [...known.values()].filter((one) => !isOpen(one)).sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** Expiry in ms; before the entry an estimate from the admission. */
export function expectedEnd(prediction: Pick<PredictionWire, 'expiresAt' | 'admittedAt' | 'durationSec'>): number {
  if (prediction.expiresAt !== null) return Date.parse(prediction.expiresAt);
  return Date.parse(prediction.admittedAt) + prediction.durationSec * 1000;
}

/** When an ended one ended, ms: one that was sold at its price, long before its expiry. */
export function endedAt(prediction: Pick<PredictionWire, 'outcome' | 'exit' | 'expiresAt' | 'admittedAt'>): number {
  const { outcome, exit, expiresAt, admittedAt } = prediction;
  if (outcome === 'SOLD' && exit !== null) return Date.parse(exit.time);
  return Date.parse(expiresAt ?? admittedAt);
}

/** Shares of the open period that are over, 0 to 1. */
export function elapsedShare(
  prediction: Pick<PredictionWire, 'expiresAt' | 'admittedAt' | 'durationSec'>,
  now: number,
): number {
  const end = expectedEnd(prediction);
  const total = prediction.durationSec * 1000;
  return Math.min(1, Math.max(0, 1 - (end - now) / total));
}

/** Until when (ms) a prediction can be sold early; null: never, or not before its entry. */
export function sellableUntil(prediction: Pick<PredictionWire, 'entry' | 'expiresAt' | 'durationSec'>): number | null {
  const { entry, expiresAt, durationSec } = prediction;
  if (entry === null || expiresAt === null) return null;
  return saleEnd({ expiresAt: Date.parse(expiresAt), durationMs: durationSec * 1_000 });
}

/** What is told of an ended prediction: ties and voids both say "Refunded"; one that was sold won or lost by what it brought. */
export function tellingOf(prediction: Pick<PredictionWire, 'outcome' | 'profit'>): 'won' | 'lost' | 'returned' {
  if (prediction.outcome === 'WIN') return 'won';
  if (prediction.outcome === 'SOLD' && prediction.profit !== null && prediction.profit !== 0) {
    return prediction.profit > 0 ? 'won' : 'lost';
  }
  return prediction.outcome === 'LOSE' ? 'lost' : 'returned';
}
