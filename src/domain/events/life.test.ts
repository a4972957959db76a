import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { challengeMs, eventAfter, EVENT_MOVES, EVENT_STATES, handFault, HANDS, movedBy } from './life.ts';
import type { EventMove, EventState } from './life.ts';

/** The table of states, written out once more. */
const TABLE: Readonly<Record<EventState, Partial<Record<EventMove, EventState>>>> = {
  DRAFT: { submit: 'REVIEW' },
  REVIEW: { approve: 'OPEN', send_back: 'DRAFT' },
  OPEN: { pause: 'PAUSED', clarify: 'OPEN', split: 'OPEN', close: 'CLOSED', void: 'VOIDED' },
  PAUSED: { resume: 'OPEN', close: 'CLOSED', void: 'VOIDED' },
  CLOSED: { propose: 'PROPOSED', void: 'VOIDED' },
  PROPOSED: { confirm: 'CHALLENGE', reject: 'CLOSED', void: 'VOIDED' },
  CHALLENGE: { challenge: 'DISPUTED', resolve: 'RESOLVED', void: 'VOIDED' },
  DISPUTED: { decide: 'CHALLENGE', void: 'VOIDED' },
  RESOLVED: { pay: 'PAID' },
  PAID: { correct: 'CORRECTED' },
  VOIDED: {},
  CORRECTED: { correct: 'CORRECTED' },
};

describe('the life of an event market', () => {
  it('has these moves and no others', () => {
    for (const state of EVENT_STATES)
      for (const move of EVENT_MOVES)
        expect(eventAfter(state, move), `${state} ${move}`).toBe(TABLE[state][move] ?? null);
  });

  it('comes to an end from every state, and stays there', () => {
    const ends = (state: EventState, seen: readonly EventState[] = []): boolean =>
      state === 'PAID' ||
      state === 'VOIDED' ||
      state === 'CORRECTED' ||
      Object.values(TABLE[state]).some((next) => !seen.includes(next) && ends(next, [...seen, state]));
    for (const state of EVENT_STATES) expect(ends(state), state).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENT_MOVES), { maxLength: 40 }), (moves) => {
        let state: EventState = 'DRAFT';
        let paid = 0;
        for (const move of moves) {
          const next = eventAfter(state, move);
          if (next === 'PAID' || next === 'VOIDED') paid += 1;
          state = next ?? state;
        }
        expect(paid).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each<[EventMove, Parameters<typeof handFault>[1], ReturnType<typeof handFault>]>([
    ['approve', { role: 'EDITOR', userId: 'ada', other: 'ben', holds: true }, null],
    ['approve', { role: 'EDITOR', userId: 'ada', other: 'ada', holds: false }, 'same-person'],
    ['propose', { role: 'RESOLVER', userId: 'ada', other: null, holds: false }, null],
    ['propose', { role: 'RESOLVER', userId: 'ada', other: null, holds: true }, 'holds'],
    ['propose', { role: 'EDITOR', userId: 'ada', other: null, holds: false }, 'role'],
    ['confirm', { role: 'RESOLVER', userId: 'ada', other: 'ada', holds: false }, 'same-person'],
    ['confirm', { role: 'RESOLVER', userId: 'ada', other: 'ben', holds: true }, 'holds'],
    ['confirm', { role: null, userId: 'ada', other: 'ben', holds: false }, 'role'],
    ['clarify', { role: 'RESOLVER', userId: 'ada', other: null, holds: true }, 'holds'],
    ['resolve', { role: 'ADMIN', userId: 'ada', other: null, holds: false }, 'role'],
    ['pay', { role: 'ADMIN', userId: 'ada', other: null, holds: false }, 'role'],
  ])('lets nobody %s against its rules: %o', (move, facts, fault) => {
    expect(handFault(move, facts)).toBe(fault);
  });

  it('takes two people to void, to clarify or to correct, and three to decide a dispute', () => {
    expect([HANDS.void, HANDS.clarify, HANDS.correct, HANDS.decide].map(({ people }) => people)).toEqual([2, 2, 2, 3]);
  });

  it('is told of by who made it', () => {
    const told = (move: EventMove, people = 0) => movedBy(move, people);
    expect([told('approve', 1), told('close', 1), told('close')]).toEqual(['EDITOR', 'EDITOR', 'CLOCK']);
    expect([told('propose', 1), told('decide', 3), told('void', 2), told('correct', 2)]).toEqual([
      'RESOLVER',
      'PANEL',
      'ADMIN',
      'RESOLVER',
    ]);
    expect([told('challenge'), told('resolve'), told('pay')]).toEqual(['PERSON', 'CLOCK', 'CLOCK']);
  });

  it('can be challenged for two hours, and for a day where more than 10,000 is at stake', () => {
    const hours = (units: bigint) => challengeMs(usdt(units * 1_000_000n)) / 3_600_000;
    expect([hours(0n), hours(10_000n), hours(10_001n)]).toEqual([2, 2, 24]);
  });
});
