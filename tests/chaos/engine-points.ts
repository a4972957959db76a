import type { CrashPoint } from '#server/crash-points.ts';

/** Points that an engine under the load of `crash.test` passes. The end of rounds comes last: it needs another hour. */
export const ENGINE_POINTS: readonly CrashPoint[] = [
  'fence.held',
  'batch.decided',
  'batch.sent',
  'effects.stored',
  'batch.committed',
  'request.answered',
  'prediction.settled',
  'sale.stored',
  'order.filled',
  'order.cancelled',
  'market.opened',
  'lease.taken',
  'snapshot.loading',
  'books.loading',
  'lease.leaving',
  'tick.written',
  'journal.posted',
  'proofs.stored',
  'round.settled',
];
