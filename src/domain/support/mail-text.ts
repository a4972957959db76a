/** What somebody wrote in a mail, without the mails that their program put under it. */

/** Lines of headers that programs repeat over a quoted mail, in our languages: `From: …`, `Gesendet: …`. */
const HEADER = /^\s*\*?[\p{L}\p{M} ]{2,20}\*?\s?[:：]\*?\s?\S/u;
const RULE = /^\s*(?:-{2,}\s?[^-].{1,60}-{2,}|_{10,})\s*$/u;
const QUOTED = /^\s*>/;

/**
 * The text above the first mail that is quoted to the end. Answers between the lines of a quotation stay, without the quoted lines; where nothing
 * else is left the text is kept as it is: words are never lost for the sake of tidiness.
 */
export function withoutQuotes(text: string): string {
  const whole = text.replaceAll('\r\n', '\n').trim();
  const lines = whole.split('\n');
  const end = Math.min(underRule(lines), underHeaders(lines), atTheEnd(lines));
  const above = lines.slice(0, end).join('\n').trim();
  if (above !== '' && end < lines.length) return above;
  const between = lines.filter((line) => !QUOTED.test(line));
  return between.join('\n').trim() || whole;
}

/** `-----Original Message-----`, or a long line, with headers under it. */
function underRule(lines: readonly string[]): number {
  const at = lines.findIndex((line, index) => RULE.test(line) && headersFrom(lines, index + 1) >= 2);
  return at < 0 ? lines.length : at;
}

/** Three headers in a row, one of them with an address, stand over a mail. */
function underHeaders(lines: readonly string[]): number {
  const at = lines.findIndex((_line, index) => {
    const count = headersFrom(lines, index);
    return count >= 3 && lines.slice(index, index + count).some((line) => line.includes('@'));
  });
  return at < 0 ? lines.length : at;
}

function headersFrom(lines: readonly string[], from: number): number {
  let count = 0;
  while (HEADER.test(lines[from + count] ?? '')) count += 1;
  return count;
}

/** Quoted lines to the end of the mail, and who wrote them: up to three lines that end with a colon. */
function atTheEnd(lines: readonly string[]): number {
  let at = lines.length;
  while (at > 0 && (lines[at - 1]?.trim() === '' || QUOTED.test(lines[at - 1] ?? ''))) at -= 1;
  if (!lines.slice(at).some((line) => QUOTED.test(line))) return lines.length;
  if (!/[:：]\s*$/.test(lines[at - 1] ?? '')) return at;
  const said = at - 1;
  for (let first = said; first >= Math.max(0, said - 2) && lines[first]?.trim() !== ''; first -= 1)
    if (/\d/.test(lines.slice(first, at).join(' ')) && lines.slice(first, at).join(' ').includes('@')) return first;
  // Without an address or a date a colon is somebody’s own.
  return /\d/.test(lines[said] ?? '') || /@/.test(lines[said] ?? '') ? said : at;
}

/** A subject without what programs put before it, and without the number of the ticket in brackets. */
export function plainSubject(subject: string): string {
  let left = subject.trim();
  for (;;) {
    const next = left.replace(
      /^(?:re|aw|sv|fw|fwd|wg|tr|rif|i|ynt|отв|ответ|回复|答复|返信)\s?(?:\[\d+\])?\s?[:：]\s*/iu,
      '',
    );
    if (next === left) return left;
    left = next;
  }
}

/** The number of the ticket that a subject names: `T-1001`; null: none. */
export function numberIn(subject: string): string | null {
  return /(?<![\p{L}\p{N}-])T-([0-9]{1,15})(?![\p{L}\p{N}])/u.exec(subject)?.[1] ?? null;
}

/** Lower-case words by which a mailbox says that nobody reads it. */
const NOBODY = /^(?:(?:no|not|do-?not|dont)[-_.]?reply|mailer-daemon|postmaster|bounces?|noreply)(?:[-_+.=].*)?$/;

/** Does anybody read this mailbox? An automatic answer to one that nobody reads comes back, for ever. */
export function isRead(email: string): boolean {
  return !NOBODY.test(email.slice(0, email.lastIndexOf('@')).toLowerCase());
}
