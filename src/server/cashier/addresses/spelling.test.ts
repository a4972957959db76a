import { describe, expect, it } from 'vitest';
import { spellEvm } from './spelling.ts';

// Examples of ERC-55.
const RIGHT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an EVM address', () => {
  it.each([
    ['as it is', RIGHT],
    ['in small letters', RIGHT.toLowerCase()],
    ['in capital letters', `0x${RIGHT.slice(2).toUpperCase()}`],
    ['with 0X and blanks around', `  0X${RIGHT.slice(2).toLowerCase()}\n`],
  ])('is one entry %s', (_, typed) => {
    expect(spellEvm(typed)).toBe(RIGHT);
  });

  it.each([
    ['with a letter of the other case', RIGHT.replace('5aA', '5AA')],
    ['that is too short', RIGHT.slice(0, -1)],
    ['that is too long', `${RIGHT}0`],
    ['with a letter that is no digit', RIGHT.replace('d', 'g')],
    ['without 0x', RIGHT.slice(2)],
    ['that nobody has', `0x${'0'.repeat(40)}`],
    ['of another chain', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
  ])('is none %s', (_, typed) => {
    expect(spellEvm(typed)).toBeNull();
  });
});
