import type { RoundWire } from '#protocol/exchange.ts';
import type { RoundPhase } from './ticket/round-ticket.ts';

export type RoundWindow = RoundWire['window'];
export const WINDOWS: readonly RoundWindow[] = ['5m', '15m', '1h', '4h', '1d'];
export const WINDOW_SEC: Readonly<Record<RoundWindow, number>> = {
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
};

/** The windows a pair has rounds of. */
export function windowsOf(rounds: readonly RoundWire[]): readonly RoundWindow[] {
  return WINDOWS.filter((window) => rounds.some((round) => round.window === window));
}

/** This round and the next one of a window, those that are over left out; earliest first. */
export function roundsOf(rounds: readonly RoundWire[], window: RoundWindow, now: number): readonly RoundWire[] {
  return rounds
    .filter((round) => round.window === window && Date.parse(round.endsAt) > now)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
    .slice(0, 2);
}

/** Which round is wished for: one by its id, and once that is over, or where none is named, the running one of a window. */
export interface RoundWish {
  readonly window: RoundWindow;
  readonly marketId: string | null;
}

/** The round chosen: by its id while it stands, else the first of the window wished, else of the nearest window there is. */
export function chosenRound(rounds: readonly RoundWire[], wish: RoundWish, now: number): RoundWire | null {
  const named = rounds.find((round) => round.marketId === wish.marketId && Date.parse(round.endsAt) > now);
  if (named !== undefined) return named;
  const offered = windowsOf(rounds);
  const window = offered.includes(wish.window) ? wish.window : offered[0];
  if (window === undefined) return null;
  return roundsOf(rounds, window, now)[0] ?? null;
}

/** May orders be placed now? By the clock first: a status that is late must not invite a tap. */
export function phaseOf(round: RoundWire, now: number): RoundPhase {
  if (now >= Date.parse(round.cutOffAt)) return 'closed';
  if (round.status === 'PAUSED') return 'paused';
  if (now < Date.parse(round.opensAt)) return 'early';
  return round.status === 'OPEN' || round.status === 'SCHEDULED' ? 'open' : 'closed';
}

/** When the lists of rounds must be asked again: the next end or opening, ms. */
export function nextChange(rounds: readonly RoundWire[], now: number): number | null {
  const times = rounds
    .flatMap((round) => [round.opensAt, round.startsAt, round.cutOffAt, round.endsAt])
    .map((time) => Date.parse(time))
    .filter((time) => time > now);
  return times.length === 0 ? null : Math.min(...times);
}
