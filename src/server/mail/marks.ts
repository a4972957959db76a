/** What comes before and after a piece that is filled in, until it is known whether it goes into HTML or plain text. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

/** A piece that another language may run through: a name, a date, an address. */
export function marked(text: string): string {
  return `${OPEN}${text.replaceAll(/[\uE000\uE001]/g, '')}${CLOSE}`;
}

/** The marks as isolates in right-to-left texts, as nothing elsewhere. */
export function withIsolates(text: string, dir: 'ltr' | 'rtl'): string {
  const [open, close] = dir === 'rtl' ? ['\u2068', '\u2069'] : ['', ''];
  return text.replaceAll(OPEN, open).replaceAll(CLOSE, close);
}

/** The marks as `<bdi>`; everything else escaped. */
export function withBdi(text: string): string {
  return escapeHtml(text).replaceAll(OPEN, '<bdi>').replaceAll(CLOSE, '</bdi>');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
