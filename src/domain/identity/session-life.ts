import type { Role } from './actor.ts';
import { isStaff } from './policy.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';

/** An access token lives this long; its session is still looked up on every call. */
const ACCESS_TOKEN_MS = 10 * 60_000;
/** A session ends when it was not used for this long: remembered on this browser, not remembered, or of staff, who are never remembered. */
export const IDLE_MS = { remembered: 30 * DAY_MS, once: 12 * HOUR_MS, staff: HOUR_MS / 4 } as const;
/** No session lives longer, used or not. */
export const ABSOLUTE_MS = 90 * DAY_MS;

export type SessionStatus =
  | 'LIVE'
  /** Not used for the idle time. */
  | 'IDLE'
  /** 90 days old. */
  | 'AGED'
  | 'SIGNED_OUT'
  /** Ended by the person from another session, or by staff. */
  | 'REVOKED'
  /** The same browser signed in anew. */
  | 'REPLACED'
  | 'PASSWORD_CHANGED'
  /** An authenticator app or a passkey was added or taken away from another session. */
  | 'FACTOR_CHANGED'
  /** A refresh token came twice: somebody else has a copy. */
  | 'COMPROMISED';

export type SessionEvent =
  | 'USE'
  | 'IDLE_PASSES'
  | 'AGE_PASSES'
  | 'SIGN_OUT'
  | 'REVOKE'
  | 'REPLACE'
  | 'CHANGE_PASSWORD'
  | 'CHANGE_FACTOR'
  | 'REUSE_TOKEN';

/** Every step a session may take. What has ended stays as it ended. */
const SESSION_LIFE: Readonly<Record<SessionStatus, Readonly<Partial<Record<SessionEvent, SessionStatus>>>>> = {
  LIVE: {
    USE: 'LIVE',
    IDLE_PASSES: 'IDLE',
    AGE_PASSES: 'AGED',
    SIGN_OUT: 'SIGNED_OUT',
    REVOKE: 'REVOKED',
    REPLACE: 'REPLACED',
    CHANGE_PASSWORD: 'PASSWORD_CHANGED',
    CHANGE_FACTOR: 'FACTOR_CHANGED',
    REUSE_TOKEN: 'COMPROMISED',
  },
  IDLE: {},
  AGED: {},
  SIGNED_OUT: {},
  REVOKED: {},
  REPLACED: {},
  PASSWORD_CHANGED: {},
  FACTOR_CHANGED: {},
  COMPROMISED: {},
};

/** Where an event leads; a session that has ended goes nowhere. */
export function nextStatus(status: SessionStatus, event: SessionEvent): SessionStatus {
  return SESSION_LIFE[status][event] ?? status;
}

/** A session's ends, ms. */
export interface SessionSpan {
  readonly idleMs: number;
  readonly absoluteEnd: number;
}

/** When a session that is used at `now` ends, unless it is used again. */
export function endAfterUse({ idleMs, absoluteEnd }: SessionSpan, now: number): number {
  return Math.min(now + idleMs, absoluteEnd);
}

export type SessionKind = keyof typeof IDLE_MS;

/** How long a session of this role may go unused. */
export function kindOf(role: Role, rememberMe: boolean): SessionKind {
  if (isStaff(role)) return 'staff';
  return rememberMe ? 'remembered' : 'once';
}

/** Was a session to be remembered? Others end within a day of not being used, whatever an operator has set. */
export function isRemembered({ idleMs }: Pick<SessionSpan, 'idleMs'>): boolean {
  return idleMs > DAY_MS;
}

/** The span of a session that begins at `now`. `idle`: how long each kind may go unused, ms. */
export function newSpan(
  kind: SessionKind,
  now: number,
  idle: Readonly<Record<SessionKind, number>> = IDLE_MS,
): SessionSpan {
  return { idleMs: idle[kind], absoluteEnd: now + ABSOLUTE_MS };
}

/** When an access token of a session, given at `now`, ends: a renewal is what counts as use, so a short idle time asks for it more often. */
export function accessEnd({ idleMs, expiresAt }: { readonly idleMs: number; readonly expiresAt: number }, now: number) {
  return Math.min(now + ACCESS_TOKEN_MS, now + idleMs / 3, expiresAt);
}

/** What the clock alone has made of a session whose row says `status`. */
export function statusAt(
  session: { readonly status: SessionStatus; readonly expiresAt: number; readonly absoluteEnd: number },
  now: number,
): SessionStatus {
  if (now >= session.absoluteEnd) return nextStatus(session.status, 'AGE_PASSES');
  if (now >= session.expiresAt) return nextStatus(session.status, 'IDLE_PASSES');
  return session.status;
}
