import { describe, expect, test } from 'vitest';
import { ApiError, noAnswer } from './api-error.ts';
import { askAgain, leavesOpen } from './ask-again.ts';

const refusal = (code: string) =>
  new ApiError(422, { error: { code, title: 'T', message: 'M', action: 'okay', details: {} }, requestId: 'r' }, null);

/** Sends to a house that answers so, one after the other. */
async function ask(answers: readonly (string | ApiError)[]) {
  let sent = 0;
  const send = () => {
    const answer = answers[sent];
    sent += 1;
    return typeof answer === 'string'
      ? Promise.resolve(answer)
      : Promise.reject(answer ?? new Error('asked too often'));
  };
  const end = await askAgain(send, { waits: [0, 0] }).catch((error: ApiError) => error.code);
  return [end, sent];
}

describe('a request without an answer', () => {
  test.each([
    ['an answer ends it', ['placed'], ['placed', 1]],
    ['a refusal ends it', [refusal('NoBalance')], ['NoBalance', 1]],
    ['silence is asked again', [noAnswer('Offline'), 'placed'], ['placed', 2]],
    ['a fault of the house is asked again', [refusal('UnexpectedError'), 'placed'], ['placed', 2]],
    ['a refusal after silence ends it', [noAnswer('Timeout'), refusal('NoBalance')], ['NoBalance', 2]],
    ['a house that is away says nothing', [noAnswer('Offline'), refusal('PriceFeedError'), 'placed'], ['placed', 3]],
    ['too many checks say nothing', [noAnswer('Offline'), refusal('RateLimit'), 'placed'], ['placed', 3]],
    [
      'what nobody tells is unknown, not refused',
      [noAnswer('Offline'), refusal('RateLimit'), refusal('UnexpectedError')],
      ['Timeout', 3],
    ],
  ])('%s', async (_what, answers, end) => {
    expect(await ask(answers)).toEqual(end);
  });

  test('a first request that is too much was not taken', () => {
    expect(leavesOpen(refusal('RateLimit'), 1)).toBe(false);
    expect(leavesOpen(refusal('PriceFeedError'), 1)).toBe(false);
  });
});
