import { expect, it } from 'vitest';
import { AnswerLate, inTime } from './in-time.ts';

it('answers as what is waited for does, and when that takes too long, whatever becomes of it', async () => {
  expect(await inTime(Promise.resolve('done'), 60_000)).toBe('done');
  await expect(inTime(Promise.reject(new Error('refused')), 60_000)).rejects.toThrow('refused');
  let fail: (error: Error) => void = () => undefined;
  const hanging = new Promise<string>((_resolve, reject) => {
    fail = reject;
  });
  await expect(inTime(hanging, 1)).rejects.toThrow(AnswerLate);
  // Nobody waits for it any more.
  fail(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
});
