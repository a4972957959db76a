/** Spellings of one sound in the alphabets that names are written out of, in the order in which they are replaced. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:x|hs)/, 's'],
  [/tsch|tch|cz/g, 'ch'],
  [/sch|shch/g, 'sh'],
  [/ph/g, 'f'],
  [/kh/g, 'h'],
  [/ck|cq|q/g, 'k'],
  [/dzh|zh|dj/g, 'j'],
  [/gh/g, 'g'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/(?:ow|off)$/, 'ov'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/oo|ou|ow/g, 'u'],
  [/ee|ie|ey|ei|iy|ij|ii/g, 'i'],
  [/(?<=[aeiou])j(?![aeiou])/g, 'i'],
  [/y/g, 'i'],
  [/(?<=[aeiou])h$/, ''],
  [/(.)\1+/g, '$1'],
];

/** One spelling for what sounds alike: `Yusuf` and `Youssef` stay two, `Muhammad` and `Muhammed` too; `Lavroff` and `Lavrov` are one. */
export function soundOf(word: string): string {
  let sound = word;
  for (const [spelling, one] of SPELLINGS) sound = sound.replace(spelling, one);
  return sound === '' ? word : sound;
}

const BONES: Readonly<Record<string, string>> = {
  b: 'P',
  p: 'P',
  f: 'P',
  v: 'P',
  k: 'K',
  g: 'K',
  d: 'T',
  t: 'T',
  l: 'R',
  r: 'R',
  m: 'M',
  n: 'N',
  s: 'S',
  z: 'S',
  j: 'S',
  x: 'S',
};

/**
 * The consonants of a word in seven classes: what is left of it when vowels are not written, or when a script has one letter for several
 * sounds of another.
 */
export function bonesOf(word: string): string {
  // Inside a word it is a vowel in most scripts.
  const sound = soundOf(word.replaceAll(/(?<=.)w/g, '')).replaceAll(/ch|sh/g, 's');
  let bones = '';
  for (const letter of sound) {
    const bone = BONES[letter];
    if (bone !== undefined && bone !== bones.at(-1)) bones += bone;
  }
  return bones;
}
