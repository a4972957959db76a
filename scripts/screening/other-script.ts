/** How letters, and letters together, are written in another alphabet: the longest first. */
type Alphabet = readonly (readonly [string, string])[];

const CYRILLIC = table(
  'shch щ|kh х|zh ж|ch ч|sh ш|ts ц|yu ю|ya я|ye е|yo ё|th т|ph ф|gh г|dh д|ck к|qu кв|a а|b б|c к|d д|e е|f ф|g г|h х|i и|j дж|k к|l л|m м|n н|o о|p п|q к|r р|s с|t т|u у|v в|w в|x кс|y й|z з',
);
const ARABIC = table(
  'kh خ|gh غ|sh ش|th ث|dh ذ|ch تش|ph ف|ck ك|oo و|ee ي|ou و|a ا|b ب|c ك|d د|e |f ف|g غ|h ه|i ي|j ج|k ك|l ل|m م|n ن|o و|p ب|q ق|r ر|s س|t ت|u و|v ف|w و|x كس|y ي|z ز',
);
const CONSONANTS = table(
  'kh ख|gh घ|chh छ|ch च|sh श|th थ|dh ध|ph फ|bh भ|jh झ|ck क|b ब|c क|d द|f फ|g ग|h ह|j ज|k क|l ल|m म|n न|p प|q क|r र|s स|t त|v व|w व|x क्स|y य|z ज़',
);
const FIRST_VOWELS = table('aa आ|ee ई|oo ऊ|ai ऐ|au औ|a अ|e ए|i इ|o ओ|u उ');
const SIGNS = table('aa ा|ee ी|oo ू|ai ै|au ौ|a |e े|i ि|o ो|u ु');

/** A name as it is heard, in Cyrillic, Arabic or Devanagari letters, by turns. */
export function otherScript(name: string, no: number): string | null {
  const write = [(word: string) => spelled(word, CYRILLIC), arabic, devanagari][no % 3]!;
  const written = name
    .toLowerCase()
    .replaceAll(/[^a-z -]/g, '')
    .split(/[ -]+/)
    .filter((word) => word !== '')
    .map(write)
    .join(' ');
  return written === '' ? null : written;
}

/** Short vowels inside a word are not written, and no letter twice; a vowel at its beginning has a letter before it. */
function arabic(word: string): string {
  const inside = word.replace(/(?<=^.+)(?:a|e)(?=.+$)/g, (vowel, at: number) =>
    at % 2 === 0 && vowel === 'a' ? 'a' : '',
  );
  return spelled(inside.replaceAll(/(.)\1+/g, '$1').replace(/^(?=[eiou])/, 'a'), ARABIC);
}

function devanagari(word: string): string {
  let [rest, text, open] = [word, '', false];
  while (rest !== '') {
    const vowel = (open ? SIGNS : FIRST_VOWELS).find(([letters]) => rest.startsWith(letters));
    const consonant = CONSONANTS.find(([letters]) => rest.startsWith(letters));
    const [letters, sign] = vowel ?? consonant ?? [rest[0]!, ''];
    if (vowel === undefined && open) text += '्';
    text += sign;
    open = vowel === undefined;
    rest = rest.slice(letters.length);
  }
  return text;
}

function spelled(word: string, alphabet: Alphabet): string {
  let [rest, text] = [word, ''];
  while (rest !== '') {
    const [letters, sign] = alphabet.find(([one]) => rest.startsWith(one)) ?? [rest[0]!, ''];
    text += sign;
    rest = rest.slice(letters.length);
  }
  return text;
}

function table(text: string): Alphabet {
  return text.split('|').map((row) => {
    const [letters = '', sign = ''] = row.split(' ');
    return [letters, sign] as const;
  });
}
