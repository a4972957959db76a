import { HOUR_MS } from '../time.ts';

/** Limits a person sets; money in 10^-6, `session` in ms of play. Windows are rolling: 24 h, 7 days, 30 days. */
export const LIMIT_NAMES = [
  'deposit_day',
  'deposit_week',
  'deposit_month',
  'loss_day',
  'loss_week',
  'loss_month',
  'stake',
  'session',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** A limit is raised or removed this long after it was asked for, and only if it is asked for again then. */
export const RAISE_WAIT_MS = 24 * HOUR_MS;
/** Silence means no: this long after the wait the request is forgotten. */
export const RAISE_ANSWER_MS = 72 * HOUR_MS;

/** A higher value, or none at all (null), that waits for its second yes. Times in ms. */
export interface Raise {
  readonly value: bigint | null;
  /** It can be confirmed from then on. */
  readonly from: number;
  /** It is forgotten then. */
  readonly until: number;
}

/** null: no limit. */
export interface Limit {
  readonly value: bigint | null;
  readonly raise: Raise | null;
}

export const NO_LIMIT: Limit = { value: null, raise: null };

type LimitState = 'NONE' | 'SET' | 'RAISING';
type Move = 'tighten' | 'keep' | 'loosen' | 'confirm' | 'drop';

/** The life of a limit (docs/rules/states.md#limit). 'decided': the guard of the row says which. */
const TABLE: Readonly<Record<LimitState, Partial<Record<Move, LimitState | 'decided'>>>> = {
  NONE: { tighten: 'SET', keep: 'NONE' },
  SET: { tighten: 'SET', keep: 'SET', loosen: 'RAISING' },
  RAISING: { tighten: 'SET', keep: 'SET', loosen: 'RAISING', confirm: 'decided', drop: 'SET' },
};

export type LimitEvent =
  | { readonly kind: 'set'; readonly value: bigint | null }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'drop' };

export interface LimitMoment {
  readonly now: number;
  readonly waitMs: number;
  readonly answerMs: number;
  /** In a time-out or self-exclusion nothing is loosened. */
  readonly paused: boolean;
}

/** `early`: its wait is not over. `paused`: not within a time-out. `absent`: there is nothing of the kind. */
export type LimitChange =
  | { readonly ok: true; readonly limit: Limit }
  | { readonly ok: false; readonly why: 'early' | 'paused' | 'absent' };

function limitState(limit: Limit): LimitState {
  if (limit.raise !== null) return 'RAISING';
  return limit.value === null ? 'NONE' : 'SET';
}

/** The limit at `now` (ms): a raise that was not answered is gone. */
export function limitAt(limit: Limit, now: number): Limit {
  return limit.raise !== null && now >= limit.raise.until ? { value: limit.value, raise: null } : limit;
}

/** Lower or on at once; higher or off after the wait and a second yes; neither within a time-out. */
export function changeLimit(before: Limit, event: LimitEvent, moment: LimitMoment): LimitChange {
  const limit = limitAt(before, moment.now);
  const move = moveOf(limit, event);
  if (TABLE[limitState(limit)][move] === undefined) return { ok: false, why: 'absent' };
  if ((move === 'loosen' || move === 'confirm') && moment.paused) return { ok: false, why: 'paused' };
  if (event.kind === 'drop') return { ok: true, limit: { value: limit.value, raise: null } };
  if (event.kind === 'confirm') return confirmed(limit, moment.now);
  if (move !== 'loosen') return { ok: true, limit: { value: event.value, raise: null } };
  // The same request again does not begin a new wait.
  if (limit.raise !== null && limit.raise.value === event.value) return { ok: true, limit };
  const from = moment.now + moment.waitMs;
  return {
    ok: true,
    limit: { value: limit.value, raise: { value: event.value, from, until: from + moment.answerMs } },
  };
}

function confirmed({ raise }: Limit, now: number): LimitChange {
  if (raise === null) return { ok: false, why: 'absent' };
  if (now < raise.from) return { ok: false, why: 'early' };
  return { ok: true, limit: { value: raise.value, raise: null } };
}

function moveOf(limit: Limit, event: LimitEvent): Move {
  if (event.kind !== 'set') return event.kind;
  if (event.value === limit.value) return 'keep';
  if (event.value === null) return 'loosen';
  return limit.value === null || event.value < limit.value ? 'tighten' : 'loosen';
}
