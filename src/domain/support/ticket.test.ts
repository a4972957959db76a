import { describe, expect, it } from 'vitest';
import {
  answerDue,
  finalAnswerDue,
  isRatable,
  TICKET_EVENTS,
  TICKET_STATES,
  ticketAfter,
  type TicketState,
} from './ticket.ts';

/** The table of the design, by hand; `=`: it stays. */
const DESIGN = `
  NEW assign OPEN
  NEW write =
  OPEN assign =
  OPEN write =
  OPEN reply WAITING_USER
  OPEN escalate ESCALATED
  OPEN solve RESOLVED
  WAITING_USER write OPEN
  WAITING_USER wait_over RESOLVED
  WAITING_USER solve RESOLVED
  ESCALATED write =
  ESCALATED answer OPEN
  RESOLVED write OPEN
  RESOLVED close CLOSED
  NEW merge CLOSED
  OPEN merge CLOSED
  WAITING_USER merge CLOSED
  ESCALATED merge CLOSED
  RESOLVED merge CLOSED
  NEW split =
  OPEN split =
  WAITING_USER split =
  ESCALATED split =
  RESOLVED split =
`;

describe('a ticket', () => {
  it('moves by the table of the design, and by nothing else', () => {
    const moves = TICKET_STATES.flatMap((state) =>
      TICKET_EVENTS.filter((event) => event !== 'spam').flatMap((event) => {
        const after = ticketAfter(state, event);
        return after === null ? [] : [`${state} ${event} ${after === state ? '=' : after}`];
      }),
    );
    const lines = DESIGN.trim().split('\n');
    expect(moves.toSorted()).toEqual(lines.map((line) => line.trim()).toSorted());
    for (const state of TICKET_STATES) expect(ticketAfter(state, 'spam')).toBe(state === 'SPAM' ? null : 'SPAM');
  });

  it('can come to its end from every state, without being called spam', () => {
    const reached = (from: TicketState): ReadonlySet<TicketState> => {
      const seen = new Set([from]);
      for (const state of seen)
        for (const event of TICKET_EVENTS) {
          const after = event === 'spam' ? null : ticketAfter(state, event);
          if (after !== null) seen.add(after);
        }
      return seen;
    };
    for (const state of TICKET_STATES.filter((one) => one !== 'SPAM'))
      expect(reached(state), state).toContain('CLOSED');
  });

  it('has an answer that is due only while it waits for us', () => {
    const since = Date.parse('2026-03-02T10:00:00Z');
    expect(answerDue('NEW', since)).toBe(Date.parse('2026-03-03T10:00:00Z'));
    for (const state of ['WAITING_USER', 'RESOLVED', 'CLOSED', 'SPAM'] as const)
      expect(answerDue(state, since)).toBeNull();
  });

  it.each([
    ['2026-03-02T10:00:00Z', '2026-03-23T10:00:00.000Z'],
    // A Saturday.
    ['2026-03-07T10:00:00Z', '2026-03-27T10:00:00.000Z'],
  ])('as a complaint of %s has its final answer by %s', (opened, due) => {
    expect(new Date(finalAnswerDue(Date.parse(opened))).toISOString()).toBe(due);
  });
});

it('may be rated only after its end, and where we answered', () => {
  const rated = (firstAnswerAt: number | null) => TICKET_STATES.filter((state) => isRatable({ state, firstAnswerAt }));
  expect(rated(1)).toEqual(['RESOLVED', 'CLOSED']);
  expect(rated(null)).toEqual([]);
});
