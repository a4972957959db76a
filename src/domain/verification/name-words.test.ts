import { describe, expect, it } from 'vitest';
import { askedWords, nameWords } from './name-words.ts';

const romanise = (text: string) => text.replace('Мария', 'Mariya').replace('мария', 'mariya').replace('ł', 'l');
const finds = (name: string, asked: string) => {
  const has = nameWords(name, romanise);
  const words = askedWords(asked, romanise);
  return words.length > 0 && words.every((word) => has.includes(word));
};

describe('a name is found by its words', () => {
  it.each([
    ['Ada Byron', 'byron ADA', true],
    ['Ada Byron', 'byron', true],
    ['Ada Byron', 'byr', false],
    ['Ada Byron', 'ada lovelace', false],
    ['Zoë Świątek-Łuk', 'zoe swiatek', true],
    ["Sinéad O'Brien", 'obrien', true],
    ['Мария Иванова', 'мария', true],
    ['Мария Иванова', 'mariya', true],
    ['Ada Byron', ' -- ', false],
  ])('%s by “%s”: %s', (name, asked, found) => {
    expect(finds(name, asked)).toBe(found);
  });
});
