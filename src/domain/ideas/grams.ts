/** Letters that stand for words or syllables: two of them say as much as three elsewhere. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const MOST_GRAMS = 200;

/**
 * Triples of signs of each word of a text, as a set in its order: what two texts share of them says how alike they are, with typing errors and endings,
 * in every language. A word is bounded by spaces, so that its beginning counts; of Chinese and Japanese they are pairs.
 */
export function gramsOf(text: string): readonly string[] {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  return [...new Set(words.flatMap(gramsOfWord))].slice(0, MOST_GRAMS);
}

function gramsOfWord(word: string): readonly string[] {
  const signs = Array.from(word);
  if (signs.length === 1 && DENSE.test(word)) return [word];
  const [size, padded] = DENSE.test(word) ? [2, signs] : [3, [' ', ...signs, ' ']];
  return Array.from({ length: Math.max(0, padded.length - size + 1) }, (_, at) => padded.slice(at, at + size).join(''));
}
