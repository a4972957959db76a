/** The life of an event's market (docs/rules/states.md#event-market): which move leads where, and who may make it. */
import { DAY_MS, HOUR_MS } from '../time.ts';
import type { Usdt } from '../money.ts';
import type { StaffRole } from '../office/permissions.ts';

export const EVENT_STATES = [
  'DRAFT',
  'REVIEW',
  'OPEN',
  'PAUSED',
  'CLOSED',
  'PROPOSED',
  'CHALLENGE',
  'DISPUTED',
  'RESOLVED',
  'PAID',
  'VOIDED',
  'CORRECTED',
] as const;
export type EventState = (typeof EVENT_STATES)[number];

export const EVENT_MOVES = [
  'submit',
  'send_back',
  'approve',
  'pause',
  'resume',
  'clarify',
  'split',
  'close',
  'propose',
  'reject',
  'confirm',
  'challenge',
  'decide',
  'resolve',
  'pay',
  'void',
  'correct',
] as const;
export type EventMove = (typeof EVENT_MOVES)[number];

/** A pair of state and move that is not here is refused. */
export const NEXT_EVENT: Readonly<Record<EventState, Readonly<Partial<Record<EventMove, EventState>>>>> = {
  DRAFT: { submit: 'REVIEW' },
  REVIEW: { send_back: 'DRAFT', approve: 'OPEN' },
  OPEN: { pause: 'PAUSED', clarify: 'OPEN', split: 'OPEN', close: 'CLOSED', void: 'VOIDED' },
  PAUSED: { resume: 'OPEN', close: 'CLOSED', void: 'VOIDED' },
  CLOSED: { propose: 'PROPOSED', void: 'VOIDED' },
  PROPOSED: { confirm: 'CHALLENGE', reject: 'CLOSED', void: 'VOIDED' },
  CHALLENGE: { challenge: 'DISPUTED', resolve: 'RESOLVED', void: 'VOIDED' },
  DISPUTED: { decide: 'CHALLENGE', void: 'VOIDED' },
  // From here on the books are being paid: another end would pay some people twice.
  RESOLVED: { pay: 'PAID' },
  // Who was paid by a wrong result gives it back, and the right one is paid.
  PAID: { correct: 'CORRECTED' },
  VOIDED: {},
  CORRECTED: { correct: 'CORRECTED' },
};

/** The state after a move; null: the table does not have it. */
export function eventAfter(state: EventState, move: EventMove): EventState | null {
  return NEXT_EVENT[state][move] ?? null;
}

interface Hand {
  /** Roles of staff; none: no colleague does it by hand. */
  readonly roles: readonly StaffRole[];
  /** Who made this move last may not make the other. */
  readonly notBy?: EventMove;
  /** Whoever holds shares of the market may not. */
  readonly noPosition?: true;
  /** With the one who asks. One unless said. */
  readonly people?: number;
}

/** Who makes each move. */
export const HANDS: Readonly<Record<EventMove, Hand>> = {
  submit: { roles: ['EDITOR', 'ADMIN'] },
  send_back: { roles: ['EDITOR', 'ADMIN'] },
  approve: { roles: ['EDITOR', 'ADMIN'], notBy: 'submit' },
  pause: { roles: ['EDITOR', 'ADMIN'] },
  resume: { roles: ['EDITOR', 'ADMIN'] },
  clarify: { roles: ['EDITOR', 'RESOLVER'], noPosition: true, people: 2 },
  split: { roles: ['EDITOR', 'RESOLVER'], noPosition: true, people: 2 },
  close: { roles: ['EDITOR', 'ADMIN'] },
  propose: { roles: ['RESOLVER'], noPosition: true },
  reject: { roles: ['RESOLVER'], notBy: 'propose', noPosition: true },
  confirm: { roles: ['RESOLVER'], notBy: 'propose', noPosition: true },
  challenge: { roles: [] },
  decide: { roles: ['RESOLVER'], notBy: 'propose', noPosition: true, people: 3 },
  resolve: { roles: [] },
  pay: { roles: [] },
  void: { roles: ['ADMIN'], noPosition: true, people: 2 },
  correct: { roles: ['RESOLVER'], noPosition: true, people: 2 },
};

/** Who made a move, as everybody is told. */
export const MOVED_BY = ['EDITOR', 'RESOLVER', 'PANEL', 'ADMIN', 'PERSON', 'CLOCK'] as const;
export type MovedBy = (typeof MOVED_BY)[number];

/** `people`: colleagues who made it. */
export function movedBy(move: EventMove, people: number): MovedBy {
  if (move === 'challenge') return 'PERSON';
  if (people === 0) return 'CLOCK';
  if (move === 'decide') return 'PANEL';
  return HANDS[move].roles[0] === 'RESOLVER' ? 'RESOLVER' : move === 'void' ? 'ADMIN' : 'EDITOR';
}

/** What a hand is judged by. */
export interface HandFacts {
  /** null: not staff, or no more. */
  readonly role: StaffRole | null;
  readonly userId: string;
  /** Who made the move named by `notBy` last; null: nobody. */
  readonly other: string | null;
  readonly holds: boolean;
}

export type HandFault = 'role' | 'same-person' | 'holds';

/** Why somebody may not make a move; null: they may. */
export function handFault(move: EventMove, { role, userId, other, holds }: HandFacts): HandFault | null {
  const hand = HANDS[move];
  if (role === null || !hand.roles.includes(role)) return 'role';
  if (hand.notBy !== undefined && other === userId) return 'same-person';
  return hand.noPosition === true && holds ? 'holds' : null;
}

/** How long a result can be challenged: longer where much is at stake in the market, ms. */
export const CHALLENGE_MS = 2 * HOUR_MS;
export const LONG_CHALLENGE_MS = 24 * HOUR_MS;
const LARGE_POOL = 10_000_000_000n;

/** `pool`: of real money, 10^-6. */
export function challengeMs(pool: Usdt): number {
  return pool > LARGE_POOL ? LONG_CHALLENGE_MS : CHALLENGE_MS;
}

/** How long whoever held shares before may leave after its rules were clarified, and the least of that which must be left before its cut-off, ms. */
export const EXIT_MS = 24 * HOUR_MS;
export const LEAST_EXIT_MS = HOUR_MS;

/** How long after it was paid a market can be corrected, ms. */
export const CORRECTABLE_MS = 30 * DAY_MS;

/** How a market of two outcomes ends. `TIE` pays 0.50 a share. */
export const EVENT_OUTCOMES = ['YES', 'NO', 'TIE'] as const;
export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

export const VOID_REASONS = ['CANCELLED', 'AMBIGUOUS', 'SOURCE_GONE'] as const;
export type EventVoidReason = (typeof VOID_REASONS)[number];
