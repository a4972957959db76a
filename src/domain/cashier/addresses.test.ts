import { describe, expect, it } from 'vitest';
import { isSavedOnly, switchSavedOnly } from './addresses.ts';

const OFF = { on: false, until: null };
const ON = { on: true, until: null };

describe('withdrawals to saved addresses alone', () => {
  it('begin at once', () => {
    expect(switchSavedOnly(OFF, { on: true, now: 100, wait: 10 })).toEqual(ON);
    expect(isSavedOnly(ON, 100)).toBe(true);
  });

  it('end only when the wait is over, and a second press does not put it off', () => {
    const ending = switchSavedOnly(ON, { on: false, now: 100, wait: 10 });
    expect(ending).toEqual({ on: true, until: 110 });
    expect(switchSavedOnly(ending, { on: false, now: 105, wait: 10 })).toEqual(ending);
    expect([isSavedOnly(ending, 109), isSavedOnly(ending, 110)]).toEqual([true, false]);
  });

  it('stay when they are wished for again meanwhile, and switching off what is off changes nothing', () => {
    expect(switchSavedOnly({ on: true, until: 110 }, { on: true, now: 105, wait: 10 })).toEqual(ON);
    expect(switchSavedOnly({ on: true, until: 110 }, { on: false, now: 200, wait: 10 })).toEqual(OFF);
    expect(switchSavedOnly(OFF, { on: false, now: 100, wait: 10 })).toEqual(OFF);
  });
});
