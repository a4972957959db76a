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

/** How many signs are to be changed, added, left out or exchanged with their neighbour (optimal string alignment). */
export function editsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_none, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isTurned ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
