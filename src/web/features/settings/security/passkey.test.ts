import { expect, it } from 'vitest';
import { freeName } from './passkey.ts';

it('gives a second key of one browser a number, within the longest name', () => {
  expect(freeName('Chrome on Windows', [])).toBe('Chrome on Windows');
  expect(freeName('Chrome on Windows', ['Chrome on Windows'])).toBe('Chrome on Windows 2');
  expect(freeName('Chrome on Windows', ['Chrome on Windows', 'Chrome on Windows 2'])).toBe('Chrome on Windows 3');
  const long = 'a'.repeat(70);
  const [first, second] = [freeName(long, []), freeName(long, [long.slice(0, 60)])];
  expect([first.length, second.length, second.slice(-3)]).toEqual([60, 60, 'a 2']);
});
