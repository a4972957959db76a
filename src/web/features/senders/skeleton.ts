/** Letters of other alphabets, and digits, that are taken for Latin ones at a glance; a part of the table of UTS 39. */
const LIKE: Readonly<Record<string, string>> = {
  а: 'a',
  α: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ε: 'e',
  һ: 'h',
  і: 'i',
  ι: 'i',
  ı: 'i',
  l: 'i',
  '1': 'i',
  '|': 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  м: 'm',
  н: 'h',
  п: 'n',
  о: 'o',
  ο: 'o',
  '0': 'o',
  р: 'p',
  ρ: 'p',
  г: 'r',
  ѕ: 's',
  '5': 's',
  т: 't',
  τ: 't',
  у: 'y',
  υ: 'u',
  ν: 'v',
  ѵ: 'v',
  ѡ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
};

/** A text as it is seen at a glance: two with the same skeleton are taken for each other. */
export function skeletonOf(text: string): string {
  return Array.from(text.normalize('NFKD').toLowerCase(), (sign) => LIKE[sign] ?? sign)
    .join('')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
