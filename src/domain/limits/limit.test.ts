import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeLimit, limitAt, NO_LIMIT, RAISE_ANSWER_MS, RAISE_WAIT_MS } from './limit.ts';
import type { Limit, LimitEvent, LimitMoment } from './limit.ts';

const NOW = 1_800_000_000_000;
const at = (now: number, paused = false): LimitMoment => ({
  now,
  waitMs: RAISE_WAIT_MS,
  answerMs: RAISE_ANSWER_MS,
  paused,
});
const set = (value: bigint | null): LimitEvent => ({ kind: 'set', value });
const SET: Limit = { value: 200n, raise: null };
const FROM = NOW + RAISE_WAIT_MS;
const UNTIL = FROM + RAISE_ANSWER_MS;
const RAISING: Limit = { value: 200n, raise: { value: 500n, from: FROM, until: UNTIL } };

describe('a limit', () => {
  it.each([
    { what: 'is set at once', from: NO_LIMIT, event: set(200n), to: SET },
    { what: 'stays none', from: NO_LIMIT, event: set(null), to: NO_LIMIT },
    { what: 'goes down at once', from: SET, event: set(100n), to: { value: 100n, raise: null } },
    { what: 'waits to go up', from: SET, event: set(500n), to: RAISING },
    {
      what: 'waits to go',
      from: SET,
      event: set(null),
      to: { value: 200n, raise: { value: null, from: FROM, until: UNTIL } },
    },
    { what: 'forgets the raise when it goes down', from: RAISING, event: set(100n), to: { value: 100n, raise: null } },
    { what: 'forgets the raise when it is kept', from: RAISING, event: set(200n), to: SET },
    { what: 'forgets a raise that is dropped', from: RAISING, event: { kind: 'drop' } as const, to: SET },
  ])('$what', ({ from, event, to }) => {
    expect(changeLimit(from, event, at(NOW))).toEqual({ ok: true, limit: to });
  });

  it('keeps the wait of the same wish, and begins another one for another', () => {
    expect(changeLimit(RAISING, set(500n), at(NOW + 5))).toEqual({ ok: true, limit: RAISING });
    expect(changeLimit(RAISING, set(400n), at(NOW + 5))).toMatchObject({
      limit: { raise: { value: 400n, from: FROM + 5 } },
    });
  });

  it('rises only by a second yes, after the wait and before it is forgotten', () => {
    expect(changeLimit(RAISING, { kind: 'confirm' }, at(FROM - 1))).toEqual({ ok: false, why: 'early' });
    expect(changeLimit(RAISING, { kind: 'confirm' }, at(FROM))).toEqual({
      ok: true,
      limit: { value: 500n, raise: null },
    });
    expect(changeLimit(RAISING, { kind: 'confirm' }, at(UNTIL))).toEqual({ ok: false, why: 'absent' });
    expect(limitAt(RAISING, UNTIL - 1)).toBe(RAISING);
    expect(limitAt(RAISING, UNTIL)).toEqual(SET);
  });

  it('is not loosened within a time-out, and can be tightened there', () => {
    expect(changeLimit(SET, set(500n), at(NOW, true))).toEqual({ ok: false, why: 'paused' });
    expect(changeLimit(SET, set(null), at(NOW, true))).toEqual({ ok: false, why: 'paused' });
    expect(changeLimit(RAISING, { kind: 'confirm' }, at(FROM, true))).toEqual({ ok: false, why: 'paused' });
    expect(changeLimit(SET, set(100n), at(NOW, true))).toMatchObject({ ok: true });
  });

  it.each([NO_LIMIT, SET])('has nothing to confirm or drop without a raise', (limit) => {
    expect(changeLimit(limit, { kind: 'confirm' }, at(NOW))).toEqual({ ok: false, why: 'absent' });
    expect(changeLimit(limit, { kind: 'drop' }, at(NOW))).toEqual({ ok: false, why: 'absent' });
  });

  it('never loosens within the wait, whatever is asked in whatever order', () => {
    const value = fc.option(fc.bigInt({ min: 1n, max: 9n }), { nil: null });
    const event = fc.oneof(
      value.map(set),
      fc.constant<LimitEvent>({ kind: 'confirm' }),
      fc.constant<LimitEvent>({ kind: 'drop' }),
    );
    const step = fc.record({ event, after: fc.integer({ min: 0, max: 2 * RAISE_WAIT_MS }), paused: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let limit = NO_LIMIT;
        let now = NOW;
        let raisedAt = Infinity;
        return steps.every(({ event: asked, after, paused }) => {
          now += after;
          const change = changeLimit(limit, asked, at(now, paused));
          if (!change.ok) return true;
          const before = limit;
          limit = change.limit;
          if (limit.raise !== null && limit.raise.from !== before.raise?.from) raisedAt = now;
          if (!isLooser(limit.value, before.value)) return true;
          return asked.kind === 'confirm' && !paused && now - raisedAt >= RAISE_WAIT_MS;
        });
      }),
    );
  });
});

function isLooser(a: bigint | null, b: bigint | null): boolean {
  if (b === null) return false;
  return a === null || a > b;
}
