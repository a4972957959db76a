import type { Refusal } from '../refusals.ts';
import { DAY_MS } from '../time.ts';

/** Lengths of a time-out, ms. */
export const TIME_OUT_SPANS = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '6w': 42 * DAY_MS,
} as const;
export type TimeOutSpan = keyof typeof TIME_OUT_SPANS;

/** Lengths of a self-exclusion, ms; null: for ever. */
export const EXCLUSION_SPANS = {
  '6m': 183 * DAY_MS,
  '1y': 365 * DAY_MS,
  '2y': 730 * DAY_MS,
  '5y': 1_826 * DAY_MS,
  forever: null,
} as const;
export type ExclusionSpan = keyof typeof EXCLUSION_SPANS;

/** After the end of a self-exclusion, and a request, it still holds this long. */
export const RETURN_WAIT_MS = DAY_MS;

/** Times in ms. */
export interface Exclusion {
  readonly since: number;
  /** null: for ever. */
  readonly until: number | null;
  /** Asked for after the end: it is lifted then. */
  readonly returnAt: number | null;
}

/** What a person has asked to be kept from. */
export interface Pause {
  readonly timeOutUntil: number | null;
  readonly exclusion: Exclusion | null;
}

export const NO_PAUSE: Pause = { timeOutUntil: null, exclusion: null };

/** OVER: the end of the self-exclusion has passed and nobody has asked to come back. RETURNING: asked, and waiting. */
export type PauseState = 'FREE' | 'TIME_OUT' | 'EXCLUDED' | 'OVER' | 'RETURNING';

export type PauseEvent =
  | { readonly kind: 'time_out'; readonly until: number }
  | { readonly kind: 'exclude'; readonly until: number | null }
  | { readonly kind: 'return'; readonly at: number };

/** The life of a break (docs/rules/states.md#break). Time moves TIME_OUT and RETURNING to FREE, EXCLUDED to OVER. What is not here is refused. */
const TABLE: Readonly<Record<PauseState, Partial<Record<PauseEvent['kind'], PauseState>>>> = {
  FREE: { time_out: 'TIME_OUT', exclude: 'EXCLUDED' },
  TIME_OUT: { time_out: 'TIME_OUT', exclude: 'EXCLUDED' },
  EXCLUDED: { exclude: 'EXCLUDED' },
  OVER: { exclude: 'EXCLUDED', return: 'RETURNING' },
  RETURNING: { exclude: 'EXCLUDED' },
};

export type PauseChange =
  | { readonly ok: true; readonly pause: Pause }
  | { readonly ok: false; readonly refusal: Refusal };

export function pauseState(pause: Pause, now: number): PauseState {
  const { exclusion, timeOutUntil } = pause;
  if (exclusion !== null) {
    if (exclusion.until === null || now < exclusion.until) return 'EXCLUDED';
    if (exclusion.returnAt === null) return 'OVER';
    if (now < exclusion.returnAt) return 'RETURNING';
  }
  return timeOutUntil !== null && now < timeOutUntil ? 'TIME_OUT' : 'FREE';
}

/** Until when the person is kept from playing (ms; Infinity: for ever), null when free. After the end it is the end, or the return asked for. */
export function pausedUntil(pause: Pause, now: number): number | null {
  switch (pauseState(pause, now)) {
    case 'FREE':
      return null;
    case 'TIME_OUT':
      return pause.timeOutUntil;
    case 'EXCLUDED':
    case 'OVER':
      return pause.exclusion?.until ?? Infinity;
    case 'RETURNING':
      return pause.exclusion?.returnAt ?? null;
  }
}

/** Longer is always given, shorter never: nothing of it ends early. A refusal says what holds. */
export function changePause(pause: Pause, event: PauseEvent, now: number): PauseChange {
  const state = pauseState(pause, now);
  if (TABLE[state][event.kind] === undefined || isShorter(pause, event, state)) {
    return { ok: false, refusal: pauseRefusal(pause, now) ?? { code: 'NotFound' } };
  }
  switch (event.kind) {
    case 'time_out':
      return { ok: true, pause: { timeOutUntil: event.until, exclusion: null } };
    case 'exclude': {
      const since = state === 'EXCLUDED' ? (pause.exclusion?.since ?? now) : now;
      return { ok: true, pause: { ...pause, exclusion: { since, until: event.until, returnAt: null } } };
    }
    case 'return':
      return {
        ok: true,
        pause: { ...pause, exclusion: pause.exclusion && { ...pause.exclusion, returnAt: event.at } },
      };
  }
}

function isShorter(pause: Pause, event: PauseEvent, state: PauseState): boolean {
  if (event.kind === 'time_out') return state === 'TIME_OUT' && event.until < (pause.timeOutUntil ?? 0);
  if (event.kind !== 'exclude' || state !== 'EXCLUDED') return false;
  return (event.until ?? Infinity) < (pause.exclusion?.until ?? Infinity);
}

/** What a pause that holds at `now` (ms) answers; null: none holds. */
export function pauseRefusal(pause: Pause, now: number): Refusal | null {
  const state = pauseState(pause, now);
  if (state === 'FREE') return null;
  if (state === 'TIME_OUT')
    return { code: 'LimitReached', limit: 'time_out', amount: null, until: pause.timeOutUntil ?? now };
  const until = pausedUntil(pause, now);
  return { code: 'SelfExcluded', until: until === Infinity ? null : until };
}
