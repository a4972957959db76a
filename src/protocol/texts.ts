import { z } from 'zod';

/**
 * Signs that nobody sees and that change what is seen beside them: control characters, the embeddings, overrides and isolates of
 * bidirectional text (UAX 9), and fillers without width. The marks of direction and the joiners stay: Arabic, Hindi and emoji need them.
 */
const UNSEEN = /[\p{Cc}\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** Something that leaves a mark on a screen. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Half a surrogate pair: no text in UTF-8 holds one. */
const HALVES = /\p{Cs}/gu;

/** What somebody wrote as one line: a break or a tab becomes a space, what is not seen goes; empty where nothing is left to see. */
export function asLine(text: string): string {
  return cleaned(text.replace(BREAKS, ' '));
}

/** The same with its line breaks, as `\n`. */
export function asLines(text: string): string {
  const lines = text.replace(BREAKS, '\n').split('\n').map(cleaned);
  return lines.some((line) => line !== '') ? lines.join('\n') : '';
}

function cleaned(line: string): string {
  const seen = line.replaceAll('\t', ' ').replace(HALVES, '').replace(UNSEEN, '');
  return SEEN.test(seen) ? seen : '';
}

/** A free text of one line that others are shown: a name, a label, a note. Lengths are checked after it. */
export const lineText = z.string().overwrite(asLine).trim();

/** A free text of several lines: a comment, a reason. */
export const linesText = z.string().overwrite(asLines).trim();

/** A text that is passed on sign by sign, as the memo of a payment: it is refused where a sign of it is not seen. */
export const exactText = z.string().refine((text) => asLine(text) === text);
