/** Longest word that is kept, and most words of a name. */
const LONGEST = 40;
const MOST = 12;

/**
 * The words by which a name is found: small letters without marks, as they are written and in Latin letters. Order, hyphens and apostrophes do
 * not count.
 */
export function nameWords(text: string, romanise: (text: string) => string): readonly string[] {
  const written = wordsOf(text);
  return [...new Set([...written, ...written.flatMap((word) => wordsOf(romanise(word)))])].slice(0, MOST);
}

/** What must all be there to find a name: each word as it is typed, or in Latin letters where it is of another script. */
export function askedWords(text: string, romanise: (text: string) => string): readonly string[] {
  return [...new Set(wordsOf(text).flatMap((word) => wordsOf(romanise(word))))].slice(0, MOST);
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= LONGEST);
}
