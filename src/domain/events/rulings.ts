import type { EventMove } from './life.ts';

/** Moves with which colleagues say how rules are read: others may be decided by them (docs/rules/events.md#rulings). */
export const RULING_KINDS = ['clarify', 'reject', 'decide', 'void', 'correct'] as const satisfies readonly EventMove[];
export type RulingKind = (typeof RULING_KINDS)[number];

export const isRuling = (move: EventMove): move is RulingKind => (RULING_KINDS as readonly EventMove[]).includes(move);
