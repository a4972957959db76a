import { describe, expect, it } from 'vitest';
import { digitsOf } from './code-digits.ts';

describe('the digits of a typed code', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['Your code: 040712.', '040712'],
    ['1234567', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['०१२३४५', '012345'],
    ['１２３４５６', '123456'],
    ['12ab', '12'],
    ['', ''],
  ])('%j are %j', (typed, digits) => {
    expect(digitsOf(typed)).toBe(digits);
  });
});
