import { ms } from '../case.ts';
import { must } from '../codes.ts';
import type { RoundReceipt } from './round-document.ts';
import { AWAY, FLAG } from '../tick.ts';
import type { TickRecord } from '../tick.ts';

/** What the rules say of prices that do not count, ms. */
export interface RoundLimits {
  /** S: a price older than this is stale. */
  readonly staleAfterMs: number;
  /** The first price after an end comes within this. */
  readonly timeoutMs: number;
}

/** Two prices, one after the other, show why a round is void: the first one stood too long, the second one came too late or after an outage. */
export function checkFault(
  { result }: RoundReceipt,
  ticks: readonly TickRecord[],
  { staleAfterMs, timeoutMs }: RoundLimits,
): void {
  const [before, next] = ticks;
  must(ticks.length === 2 && before !== undefined && next !== undefined, 'ROUND_RUN', 'two prices show a fault');
  const [start, end, window] = [ms(result.start), ms(result.end), ms(result.window_us)];
  const spoils = (at: number): boolean => {
    const [from, to] = [Math.max(before.t, at - window), Math.min(next.t, at)];
    const late = before.t < at && next.t - at > timeoutMs;
    return late || (from < to && (to - before.tSource > staleAfterMs || (next.flags & AWAY) !== 0));
  };
  const breaks = (next.flags & FLAG.break) !== 0 && next.t >= start && next.t < end;
  const founded =
    result.reason === 'NO_ENTRY' ? spoils(start) : result.reason === 'STALE_EXIT' && (breaks || spoils(end));
  must(founded, 'VOID_UNFOUNDED', 'the prices shown do not make the round void');
}
