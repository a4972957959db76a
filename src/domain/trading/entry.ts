import { TICK_FLAGS } from '../prices/ticks/tick.ts';
import type { Tick } from '../prices/ticks/tick.ts';

/** What the rules document fixes for one prediction, ms (docs/rules/settlement.md#numbers-of-a-group): delta, W and S. */
export interface TimingRule {
  readonly deltaMs: number;
  readonly maxEntryWaitMs: number;
  readonly staleAfterMs: number;
}

/** After T_adm + W, how long the clock waits for a tick that shows that there was no entry, ms. */
export const ENTRY_TIMEOUT_MS = 60_000;

/** What one prediction's entry hangs on. Times in ms. */
export interface EntryTerms {
  readonly kAdm: number;
  readonly admittedAt: number;
  readonly rule: TimingRule;
}

export type EntryAnswer = 'wait' | 'enter' | 'NO_ENTRY';

/**
 * Is `tick` the entry? The entry is the first tick above K_adm with t_source >= T_adm + delta and t <= T_adm + W.
 * Both bounds only grow from tick to tick, so asking tick by tick in order finds the least.
 */
export function judgeEntry(terms: EntryTerms, tick: Tick): EntryAnswer {
  if (tick.seq <= terms.kAdm) return 'wait';
  if ((tick.flags & TICK_FLAGS.break) !== 0) return 'NO_ENTRY';
  if (tick.t > terms.admittedAt + terms.rule.maxEntryWaitMs) return 'NO_ENTRY';
  return tick.tSource >= terms.admittedAt + terms.rule.deltaMs ? 'enter' : 'wait';
}

/** From when the clock alone says that there was no entry, wall ms. */
export function entryTimeoutAt(terms: EntryTerms): number {
  return terms.admittedAt + terms.rule.maxEntryWaitMs + ENTRY_TIMEOUT_MS;
}
