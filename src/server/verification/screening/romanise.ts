import anyAscii from 'any-ascii';
import { pinyin } from 'pinyin-pro';

const HAN = /\p{sc=Han}/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const HANGUL = /\p{sc=Hangul}/u;

/** Writes a word of any script in Latin letters. Chinese signs and Korean syllables come as syllables with spaces between them. */
export function romanise(text: string): string {
  if (HAN.test(text) && !KANA.test(text)) return anyAscii(pinyin(text, { toneType: 'none', surname: 'head' }));
  if (HANGUL.test(text)) return anyAscii(Array.from(text).join(' '));
  return anyAscii(text);
}
