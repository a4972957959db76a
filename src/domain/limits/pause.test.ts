import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changePause,
  EXCLUSION_SPANS,
  NO_PAUSE,
  pausedUntil,
  pauseState,
  RETURN_WAIT_MS,
  TIME_OUT_SPANS,
} from './pause.ts';
import type { Pause, PauseEvent } from './pause.ts';

const NOW = 1_800_000_000_000;
const DAY = TIME_OUT_SPANS['24h'];
const HALF_YEAR = EXCLUSION_SPANS['6m'];

const timeOut: Pause = { timeOutUntil: NOW + 7 * DAY, exclusion: null };
const excluded: Pause = { timeOutUntil: null, exclusion: { since: NOW, until: NOW + HALF_YEAR, returnAt: null } };
const forEver: Pause = { timeOutUntil: null, exclusion: { since: NOW, until: null, returnAt: null } };
const OVER = NOW + HALF_YEAR;
const returning: Pause = {
  timeOutUntil: null,
  exclusion: { since: NOW, until: OVER, returnAt: OVER + RETURN_WAIT_MS },
};

describe('a time-out', () => {
  it('begins at once and ends by itself', () => {
    const change = changePause(NO_PAUSE, { kind: 'time_out', until: NOW + 7 * DAY }, NOW);
    expect(change).toEqual({ ok: true, pause: timeOut });
    expect(pauseState(timeOut, NOW + 7 * DAY - 1)).toBe('TIME_OUT');
    expect(pauseState(timeOut, NOW + 7 * DAY)).toBe('FREE');
    expect(pausedUntil(timeOut, NOW + 7 * DAY)).toBeNull();
  });

  it('can be made longer, never shorter', () => {
    const refusal = { code: 'LimitReached', limit: 'time_out', amount: null, until: NOW + 7 * DAY };
    expect(changePause(timeOut, { kind: 'time_out', until: NOW + DAY }, NOW)).toEqual({ ok: false, refusal });
    expect(changePause(timeOut, { kind: 'time_out', until: NOW + 30 * DAY }, NOW)).toMatchObject({ ok: true });
  });
});

describe('self-exclusion', () => {
  it('begins at once, from a time-out too', () => {
    for (const from of [NO_PAUSE, timeOut]) {
      const change = changePause(from, { kind: 'exclude', until: OVER }, NOW);
      expect(change).toMatchObject({ ok: true, pause: { exclusion: excluded.exclusion } });
    }
  });

  it('never ends early, and not by time alone', () => {
    const back: PauseEvent = { kind: 'return', at: OVER + RETURN_WAIT_MS };
    expect(changePause(excluded, back, OVER - 1)).toEqual({
      ok: false,
      refusal: { code: 'SelfExcluded', until: OVER },
    });
    expect(pauseState(excluded, OVER - 1)).toBe('EXCLUDED');
    expect(pauseState(excluded, OVER)).toBe('OVER');
    expect(pausedUntil(excluded, OVER)).toBe(OVER);
    expect(changePause(excluded, back, OVER)).toEqual({ ok: true, pause: returning });
    expect(pauseState(returning, OVER + RETURN_WAIT_MS - 1)).toBe('RETURNING');
    expect(pausedUntil(returning, OVER)).toBe(OVER + RETURN_WAIT_MS);
    expect(pauseState(returning, OVER + RETURN_WAIT_MS)).toBe('FREE');
  });

  it('for ever stays for ever', () => {
    const refusal = { code: 'SelfExcluded', until: null };
    const later = NOW + 100 * 365 * DAY;
    expect(pauseState(forEver, later)).toBe('EXCLUDED');
    expect(pausedUntil(forEver, later)).toBe(Infinity);
    expect(changePause(forEver, { kind: 'return', at: later }, later)).toEqual({ ok: false, refusal });
    expect(changePause(forEver, { kind: 'exclude', until: later }, NOW)).toEqual({ ok: false, refusal });
  });

  it('can be made longer and begin again, and leaves no room for a time-out', () => {
    expect(changePause(excluded, { kind: 'exclude', until: null }, NOW + DAY)).toEqual({ ok: true, pause: forEver });
    expect(changePause(returning, { kind: 'exclude', until: null }, OVER)).toMatchObject({ ok: true });
    expect(changePause(excluded, { kind: 'time_out', until: OVER }, NOW)).toMatchObject({
      refusal: { code: 'SelfExcluded' },
    });
  });

  it('has nothing to return from when nobody is excluded', () => {
    expect(changePause(NO_PAUSE, { kind: 'return', at: NOW }, NOW)).toEqual({
      ok: false,
      refusal: { code: 'NotFound' },
    });
  });
});

describe('any order of wishes', () => {
  const event = fc.oneof(
    fc.constantFrom(...Object.values(TIME_OUT_SPANS)).map((span) => (now: number): PauseEvent => ({
      kind: 'time_out',
      until: now + span,
    })),
    fc.constantFrom(...Object.values(EXCLUSION_SPANS)).map((span) => (now: number): PauseEvent => ({
      kind: 'exclude',
      until: span === null ? null : now + span,
    })),
    fc.constant((now: number): PauseEvent => ({ kind: 'return', at: now + RETURN_WAIT_MS })),
  );
  const steps = fc.array(fc.record({ event, after: fc.integer({ min: 0, max: 400 * DAY }) }), { maxLength: 25 });

  it('never shortens what was promised', () => {
    fc.assert(
      fc.property(steps, (walk) => {
        let pause = NO_PAUSE;
        let now = NOW;
        return walk.every(({ event: make, after }) => {
          now += after;
          const before = { state: pauseState(pause, now), until: pausedUntil(pause, now) ?? 0 };
          const change = changePause(pause, make(now), now);
          if (!change.ok) return true;
          pause = change.pause;
          const held = { state: pauseState(pause, now), until: pausedUntil(pause, now) ?? 0 };
          if (before.state === 'EXCLUDED' && held.state !== 'EXCLUDED') return false;
          return before.until <= now || held.until >= Math.min(before.until, now + EXCLUSION_SPANS['6m']);
        });
      }),
    );
  });
});
