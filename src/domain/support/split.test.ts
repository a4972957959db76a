import { describe, expect, it } from 'vitest';
import { readNumbers, splitClocks } from './split.ts';

const they = (at: number) => ({ isOurs: false, at });
const we = (at: number) => ({ isOurs: true, at });

describe('a ticket that was split', () => {
  it.each([
    ['waits since its first message', [they(5), they(7)], ['NEW', 5, 5, null]],
    ['waits since what was written after our last answer', [they(5), we(6), they(7), they(8)], ['NEW', 5, 7, 6]],
    ['waits for its person where we said the last word', [they(5), we(6), we(9)], ['WAITING_USER', 5, null, 6]],
  ])('%s', (_name, said, expected) => {
    const { state, openedAt, waitsSince, firstAnswerAt } = splitClocks(said);
    expect([state, openedAt, waitsSince, firstAnswerAt]).toEqual(expected);
  });
});

describe('numbers of messages', () => {
  it.each([
    ['2', [2]],
    [' 5, 2-4 3 ', [2, 3, 4, 5]],
    ['1–2;5', [1, 2, 5]],
    ['', null],
    ['6', null],
    ['0', null],
    ['4-2', null],
    ['2,x', null],
    ['-2', null],
  ])('%s', (typed, expected) => {
    expect(readNumbers(typed, 5)).toEqual(expected);
  });
});
