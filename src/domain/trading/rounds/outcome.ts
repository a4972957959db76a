import type { VoidReason } from '../prediction.ts';
import type { EndFault, EndState, EndValue } from './end-average.ts';

/** How a round ended. A share of UP pays 1.00, 0, 0.50 (TIE) or the void value. */
export type RoundVerdict =
  | { readonly outcome: 'UP' | 'DOWN' | 'TIE'; readonly start: EndValue; readonly end: EndValue }
  | FaultyRound
  | CorrectedRound;

/** A round whose prices have a fault. */
interface FaultyRound {
  readonly outcome: 'VOID';
  readonly reason: Exclude<VoidReason, 'SOURCE_CORRECTION'>;
  readonly faultAt: number;
  /** The tick that shows the fault, after the one before it; null: no tick can. */
  readonly faultSeq: number | null;
}

/** A round that a correction of ticks voided, with the averages that were made by then: one of them at least counted a wrong price. */
interface CorrectedRound {
  readonly outcome: 'VOID';
  readonly reason: 'SOURCE_CORRECTION';
  readonly faultAt: number;
  readonly start: EndValue | null;
  readonly end: EndValue | null;
}

/** What is known of a round's two ends. */
export interface RoundEnds {
  readonly start: EndState;
  readonly end: EndState;
  /** The first tick with a break between the two ends; null: none so far. */
  readonly broken: { readonly seq: number; readonly t: number } | null;
  /** When the first averaging window began in which a price counted that was found wrong since; null: none. */
  readonly wrongAt: number | null;
}

/**
 * UP if A(end) > A(start), DOWN if less, equal = TIE (docs/rules/settlement.md#rounds). A fault in the opening window voids at once as NO_ENTRY, one
 * in the closing window, or a break between the two, as STALE_EXIT: prices on its two sides cannot be compared. A correction of ticks
 * that an average was made of voids as SOURCE_CORRECTION. null: not decided yet.
 */
export function judgeRound({ start, end, broken, wrongAt }: RoundEnds): RoundVerdict | null {
  if (start.kind === 'fault') return voided('NO_ENTRY', start.fault);
  if (broken !== null) return { outcome: 'VOID', reason: 'STALE_EXIT', faultAt: broken.t, faultSeq: broken.seq };
  if (end.kind === 'fault') return voided('STALE_EXIT', end.fault);
  if (wrongAt !== null) {
    const ends = { start: valueOf(start), end: valueOf(end) };
    return { outcome: 'VOID', reason: 'SOURCE_CORRECTION', faultAt: wrongAt, ...ends };
  }
  if (start.kind === 'waiting' || end.kind === 'waiting') return null;
  const difference = end.value.sum - start.value.sum;
  const outcome = difference === 0n ? 'TIE' : difference > 0n ? 'UP' : 'DOWN';
  return { outcome, start: start.value, end: end.value };
}

function valueOf(state: EndState): EndValue | null {
  return state.kind === 'value' ? state.value : null;
}

function voided(reason: 'NO_ENTRY' | 'STALE_EXIT', fault: EndFault): RoundVerdict {
  return { outcome: 'VOID', reason, faultAt: fault.at, faultSeq: fault.seq };
}
