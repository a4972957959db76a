import { describe, expect, it } from 'vitest';
import { westernDigits } from './digits.ts';

describe('digits of other scripts', () => {
  it('have their values, wherever their ten stand', () => {
    // Each script's own ten, by Unicode: what has no value of its own there is no decimal digit.
    const zeros = Array.from({ length: 0x1_0000 }, (_, code) => code).filter(
      (code) => /^\p{Nd}{10}$/u.test(String.fromCodePoint(...tenFrom(code))) && !/^\p{Nd}$/u.test(before(code)),
    );
    expect(zeros.length).toBeGreaterThan(30);
    for (const zero of zeros) {
      expect(westernDigits(String.fromCodePoint(...tenFrom(zero))), zero.toString(16)).toBe('0123456789');
    }
  });

  it.each([
    ['١٠٫٥', '10٫5'],
    ['۱۰', '10'],
    ['१०.५', '10.5'],
    ['１０．５', '10.5'],
    ['𝟏𝟎', '10'],
    ['abc 7', 'abc 7'],
  ])('%s', (text, read) => expect(westernDigits(text)).toBe(read));
});

const tenFrom = (code: number) => Array.from({ length: 10 }, (_, at) => code + at);
const before = (code: number) => String.fromCodePoint(Math.max(0, code - 1));
