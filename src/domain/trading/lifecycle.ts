import type { PredictionStatus } from './prediction.ts';

/** What can happen to a prediction. `correct` needs two people; the rest is fired by the shard's engine only. */
export type PredictionEvent = 'enter' | 'expire' | 'settle' | 'sell' | 'void' | 'correct';

export const PREDICTION_EVENTS = [
  'enter',
  'expire',
  'settle',
  'sell',
  'void',
  'correct',
] as const satisfies readonly PredictionEvent[];

/** The life of a prediction (docs/rules/states.md#prediction). A pair of status and event that is not here is refused. */
export const NEXT = {
  ADMITTED: { enter: 'OPEN', void: 'VOID' },
  OPEN: { expire: 'EXPIRED', sell: 'SETTLED', void: 'VOID' },
  EXPIRED: { settle: 'SETTLED', void: 'VOID' },
  SETTLED: { correct: 'CORRECTED' },
  VOID: {},
  CORRECTED: {},
} as const satisfies Record<PredictionStatus, Partial<Record<PredictionEvent, PredictionStatus>>>;

/** Statuses in which a stake is locked. */
export const OPEN_STATUSES = ['ADMITTED', 'OPEN', 'EXPIRED'] as const satisfies readonly PredictionStatus[];

/** The status after `event`, or null when the table does not have it. */
export function nextStatus(status: PredictionStatus, event: PredictionEvent): PredictionStatus | null {
  const row: Partial<Record<PredictionEvent, PredictionStatus>> = NEXT[status];
  return row[event] ?? null;
}
