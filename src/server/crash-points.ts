/**
 * Where the test of crashes kills the process: moments between two steps of which a process may die with one done. The product
 * only names them. A test build puts a module in the place of this one that ends the process at a point's nth pass.
 */
export const CRASH_POINTS = [
  // A batch, from its fence to its news.
  'fence.held',
  'batch.decided',
  'batch.sent',
  'effects.stored',
  'batch.committed',
  'request.answered',
  // What a batch decides.
  'prediction.settled',
  'sale.stored',
  'order.filled',
  'order.cancelled',
  'sets.moved',
  'outcome.split',
  'round.settled',
  'holders.paid',
  'fills.undone',
  'holders.corrected',
  'correction.committed',
  'market.opened',
  // A start and a stop.
  'lease.taken',
  'snapshot.loading',
  'books.loading',
  'lease.leaving',
  // Beside the engine's batches.
  'tick.written',
  'journal.posted',
  'payment.stored',
  'payment.ended',
  'withdrawal.stored',
  'withdrawal.released',
  // A payment on a chain, from the signer's yes to its end.
  'payout.accepted',
  'payout.reserved',
  'payout.signed',
  'payout.stored',
  'payout.sent',
  'payout.told',
  'payout.settled',
  'payout.committed',
  'wallet.opened',
  'wallet.moved',
  'sweep.begun',
  'sweep.sent',
  'deposit.seen',
  'deposit.credited',
  'deposit.committed',
  'fiat.stored',
  'fiat.settled',
  'fiat.committed',
  'alerts.fired',
  'alerts.committed',
  'mail.stored',
  'mail.committed',
  'proofs.stored',
  'liabilities.begun',
  'liabilities.stored',
  'liabilities.committed',
  'migration.applied',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Does nothing. */
export function crashAt(point: CrashPoint): void {
  void point;
}
