/** The life of an idea that somebody suggested (docs/rules/states.md#idea). */

export const IDEA_CATEGORIES = [
  'myFeedback',
  'crypto',
  'wallet',
  'newPayment',
  'tradingConditions',
  'webPersonalArea',
  'website',
] as const;
export type IdeaCategory = (typeof IDEA_CATEGORIES)[number];

export const IDEA_STATES = [
  'PENDING',
  'OPEN',
  'PLANNED',
  'STARTED',
  'RELEASED',
  'DECLINED',
  'MERGED',
  'HIDDEN',
] as const;
export type IdeaState = (typeof IDEA_STATES)[number];

/** Seen by everybody. */
export const PUBLIC_IDEAS = [
  'OPEN',
  'PLANNED',
  'STARTED',
  'RELEASED',
  'DECLINED',
] as const satisfies readonly IdeaState[];
export type PublicIdeaState = (typeof PUBLIC_IDEAS)[number];

/** Votes count while it may still become something. */
const VOTED_ON: readonly IdeaState[] = ['OPEN', 'PLANNED', 'STARTED'];

export const IDEA_EVENTS = ['publish', 'plan', 'start', 'release', 'decline', 'reopen', 'merge', 'hide'] as const;
export type IdeaEvent = (typeof IDEA_EVENTS)[number];

/** A pair of state and event that is not here is refused. */
const NEXT_IDEA: Readonly<Record<IdeaState, Readonly<Partial<Record<IdeaEvent, IdeaState>>>>> = {
  PENDING: { publish: 'OPEN', merge: 'MERGED', hide: 'HIDDEN' },
  OPEN: { plan: 'PLANNED', start: 'STARTED', decline: 'DECLINED', merge: 'MERGED', hide: 'HIDDEN' },
  PLANNED: { start: 'STARTED', release: 'RELEASED', decline: 'DECLINED', reopen: 'OPEN', merge: 'MERGED' },
  STARTED: { release: 'RELEASED', decline: 'DECLINED', reopen: 'OPEN', merge: 'MERGED' },
  RELEASED: {},
  DECLINED: { reopen: 'OPEN', hide: 'HIDDEN' },
  MERGED: {},
  HIDDEN: { publish: 'OPEN' },
};

/** The state after an event; null: the table does not have it. */
export function ideaAfter(state: IdeaState, event: IdeaEvent): IdeaState | null {
  return NEXT_IDEA[state][event] ?? null;
}

export function takesVotes(state: IdeaState): boolean {
  return VOTED_ON.includes(state);
}

export function isPublicIdea(state: IdeaState): state is PublicIdeaState {
  return PUBLIC_IDEAS.some((one) => one === state);
}

/** Ideas that one person may suggest in a day. */
export const IDEAS_A_DAY = 5;
export const LONGEST_IDEA_TITLE = 120;
export const LONGEST_IDEA_TEXT = 2_000;
