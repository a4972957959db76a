import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentSession, playedMs, realityDue, sessionEnd, SESSION_GAP_MS } from './play-time.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const moment = (now: number) => ({ now, gapMs: SESSION_GAP_MS });

describe('time of play', () => {
  it('adds play sessions, and counts the one that goes on up to now', () => {
    const over = { from: NOW - 5 * HOUR, seen: NOW - 4 * HOUR };
    const going = { from: NOW - HOUR, seen: NOW - 60_000 };
    expect(playedMs([over, going], moment(NOW))).toBe(2 * HOUR);
    expect(currentSession([over, going], moment(NOW))).toBe(going);
    expect(sessionEnd([over, going], 3 * HOUR, moment(NOW))).toBe(NOW + HOUR);
    expect(sessionEnd([over, going], HOUR, moment(NOW))).toBe(NOW - HOUR);
  });

  it('leaves out what is older than 24 h', () => {
    expect(playedMs([{ from: NOW - DAY - HOUR, seen: NOW - DAY + HOUR }], moment(NOW))).toBe(HOUR);
    expect(playedMs([{ from: NOW - 2 * DAY, seen: NOW - DAY - 1 }], moment(NOW))).toBe(0);
  });

  it('ends a play session after 5 minutes without a sign', () => {
    const playSession = { from: NOW - HOUR, seen: NOW - SESSION_GAP_MS };
    expect(currentSession([playSession], moment(NOW))).toBeNull();
    expect(currentSession([playSession], moment(NOW - 1))).toBe(playSession);
    expect(currentSession([], moment(NOW))).toBeNull();
  });

  it('is never more than a day, nor less than nothing', () => {
    const gap = fc.integer({ min: SESSION_GAP_MS, max: 3 * HOUR });
    const playSession = fc.record({ gap, length: fc.integer({ min: 0, max: 6 * HOUR }) });
    fc.assert(
      fc.property(fc.array(playSession, { maxLength: 20 }), (parts) => {
        let at = NOW - 4 * DAY;
        const playSessions = parts.map(({ gap: before, length }) => {
          const from = at + before;
          at = from + length;
          return { from, seen: at };
        });
        const played = playedMs(playSessions, moment(at));
        expect(played).toBeGreaterThanOrEqual(0);
        expect(played).toBeLessThanOrEqual(DAY);
      }),
    );
  });
});

describe('the reality check', () => {
  const playSession = { from: NOW - 30 * 60_000, seen: NOW };
  it.each([
    { what: 'after its minutes', minutes: 30, seenAt: null, due: true },
    { what: 'not before', minutes: 60, seenAt: null, due: false },
    { what: 'again after the last answer', minutes: 15, seenAt: NOW - 15 * 60_000, due: true },
    { what: 'not right after an answer', minutes: 15, seenAt: NOW - 1, due: false },
    { what: 'for an answer of an earlier play session', minutes: 30, seenAt: NOW - DAY, due: true },
    { what: 'never when it is off', minutes: null, seenAt: null, due: false },
  ] as const)('comes $what: $due', ({ minutes, seenAt, due }) => {
    expect(realityDue({ minutes, playSession, seenAt }, NOW)).toBe(due);
  });

  it('does not come to one who does not play', () => {
    expect(realityDue({ minutes: 15, playSession: null, seenAt: null }, NOW)).toBe(false);
  });
});
