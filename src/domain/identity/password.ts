import { COMMON_WORDS } from './common-words.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

export type PasswordFault = 'too_small' | 'too_large' | 'no_lower' | 'no_upper' | 'no_digit' | 'no_special' | 'common';

const CLASSES: readonly (readonly [PasswordFault, RegExp])[] = [
  ['no_lower', /\p{Ll}/u],
  ['no_upper', /\p{Lu}/u],
  ['no_digit', /\p{Nd}/u],
  ['no_special', /[^\p{L}\p{M}\p{N}]/u],
];

/**
 * What is wrong with a new password, first fault first; null: it may be used (docs/rules/people.md#passwords).
 * `own`: words an attacker would try first for this person, such as the beginning of the e-mail address.
 */
export function passwordFault(password: string, own: readonly string[]): PasswordFault | null {
  return passwordFaults(password, own)[0] ?? null;
}

/** Everything that is wrong with it, in the order of `passwordFault`: the rules that a form ticks off. */
export function passwordFaults(password: string, own: readonly string[]): readonly PasswordFault[] {
  const length = [...password.matchAll(/./gsu)].length;
  if (length > PASSWORD_MAX) return ['too_large'];
  return [
    ...(length < PASSWORD_MIN ? (['too_small'] as const) : []),
    ...CLASSES.filter(([, wanted]) => !wanted.test(password)).map(([fault]) => fault),
    ...(isCommon(password, own) ? (['common'] as const) : []),
  ];
}

const LETTER_LIKE: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '1': 'i',
  '!': 'i',
};

/**
 * A common word dressed up to meet the rule: "P@ssw0rd1!", "Qwerty123$", "Welcome2024!". What is left after the
 * digits and signs of both ends are taken off, as letters, is looked up; a word repeated counts as the word.
 */
function isCommon(password: string, own: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const bare = bareWord(password);
  const forms = [bare, asLetters(bare), asLetters(lower.replace(/[^\p{L}]+$/u, '')), lower.replace(/[^\p{L}]/gu, '')];
  const words = new Set(own.map(bareWord).filter((word) => word.length >= 4));
  return forms.some((form) => {
    const once = /^(.{2,}?)\1+$/u.exec(form)?.[1] ?? form;
    return [form, once].some((word) => COMMON_WORDS.has(word) || words.has(word)) || new Set(form).size <= 2;
  });
}

function bareWord(text: string): string {
  return text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function asLetters(text: string): string {
  return text.replace(/[^\p{L}]/gu, (sign) => LETTER_LIKE[sign] ?? sign);
}
