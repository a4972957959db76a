import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ABSOLUTE_MS,
  endAfterUse,
  IDLE_MS,
  newSpan,
  nextStatus,
  statusAt,
  type SessionEvent,
  type SessionStatus,
} from './session-life.ts';

const EVENTS: readonly SessionEvent[] = [
  'USE',
  'IDLE_PASSES',
  'AGE_PASSES',
  'SIGN_OUT',
  'REVOKE',
  'REPLACE',
  'CHANGE_PASSWORD',
  'CHANGE_FACTOR',
  'REUSE_TOKEN',
];

describe('the life of a session', () => {
  it.each<[SessionEvent, SessionStatus]>([
    ['USE', 'LIVE'],
    ['IDLE_PASSES', 'IDLE'],
    ['AGE_PASSES', 'AGED'],
    ['SIGN_OUT', 'SIGNED_OUT'],
    ['REVOKE', 'REVOKED'],
    ['REPLACE', 'REPLACED'],
    ['CHANGE_PASSWORD', 'PASSWORD_CHANGED'],
    ['CHANGE_FACTOR', 'FACTOR_CHANGED'],
    ['REUSE_TOKEN', 'COMPROMISED'],
  ])('goes by %s to %s', (event, status) => {
    expect(nextStatus('LIVE', event)).toBe(status);
  });

  it('is over for good, whatever comes after its end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 30 }), (events) => {
        const states = events.reduce<SessionStatus[]>(
          (walked, event) => [...walked, nextStatus(walked.at(-1) ?? 'LIVE', event)],
          ['LIVE'],
        );
        const end = states.findIndex((status) => status !== 'LIVE');
        const last = end < 0 ? 'LIVE' : states[end];
        expect(states.slice(Math.max(0, end)).every((status) => status === last)).toBe(true);
      }),
    );
  });

  it('used at any times ends at the first pause longer than the idle time, or at its age', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 40 * 86_400_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom('remembered', 'once', 'staff'), pauses, (kind, gaps) => {
        const span = newSpan(kind, 0);
        let session = {
          status: 'LIVE' as SessionStatus,
          expiresAt: endAfterUse(span, 0),
          absoluteEnd: span.absoluteEnd,
        };
        let now = 0;
        for (const gap of gaps) {
          const used = now;
          now += gap;
          const status = statusAt(session, now);
          const isLive = gap < IDLE_MS[kind] && now < ABSOLUTE_MS;
          const ended = now >= ABSOLUTE_MS ? 'AGED' : 'IDLE';
          expect(status).toBe(isLive ? 'LIVE' : ended);
          expect(session.expiresAt).toBe(Math.min(used + IDLE_MS[kind], ABSOLUTE_MS));
          if (!isLive) return;
          session = { ...session, status, expiresAt: endAfterUse(span, now) };
          expect(session.expiresAt).toBeGreaterThan(now);
        }
      }),
    );
  });
});
