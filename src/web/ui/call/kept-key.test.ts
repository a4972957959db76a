import { describe, expect, it } from 'vitest';
import { ApiError, noAnswer } from '#web/api/api-error.ts';
import { KeptKey } from './kept-key.ts';

const refusal = (code: string) =>
  new ApiError(422, { error: { code, title: 'T', message: 'M', action: 'okay', details: {} }, requestId: 'r' }, null);

describe('the key of what a form sends', () => {
  it('stays while no answer comes, and is new after one', () => {
    const key = new KeptKey();
    const first = key.of({ amount: '5.00' });
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(key.of({ amount: '5.00' })).toBe(first);
    key.answered();
    expect(key.of({ amount: '5.00' })).not.toBe(first);
  });

  it('is another one for something else', () => {
    const key = new KeptKey();
    const first = key.of({ amount: '5.00' });
    expect(key.of({ amount: '6.00' })).not.toBe(first);
    // The server took nothing under the first key, as far as the form knows: that one is not used again either.
    expect(key.of({ amount: '5.00' })).not.toBe(first);
  });

  it.each([
    ['an answer', null, false],
    ['a refusal', [refusal('NoBalance')], false],
    ['a first press that was too much', [refusal('RateLimit')], false],
    ['silence', [noAnswer('Timeout')], true],
    ['a fault of the house, which may have done it', [refusal('UnexpectedError')], true],
    ['a refusal that says nothing of the press before', [noAnswer('Offline'), refusal('RateLimit')], true],
    ['a question that comes before', [noAnswer('Offline'), refusal('StepUpRequired')], true],
    ['a first question', [refusal('StepUpRequired')], false],
    ['a refusal that says it of both', [noAnswer('Offline'), refusal('NoBalance')], false],
    ['a fault of the page', [new Error('no such thing')], true],
  ] as const)('after %s', (_what, failures, isKept) => {
    const key = new KeptKey();
    const wish = { amount: '5' };
    const first = key.of(wish);
    if (failures === null) key.answered();
    const keys = (failures ?? []).map((failure, at) => {
      const used = at === 0 ? first : key.of(wish);
      key.failed(failure);
      return used;
    });
    expect(new Set([first, ...keys]).size).toBe(1);
    expect(key.of(wish) === first).toBe(isKept);
    expect(key.of({ amount: '6' })).not.toBe(first);
  });
});
