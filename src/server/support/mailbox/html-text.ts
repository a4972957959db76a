import sanitizeHtml from 'sanitize-html';

/** What programs wrap a quoted mail in. */
const QUOTES = /gmail_quote|yahoo_quoted|moz-cite-prefix|divRplyFwdMsg|appendonsend|protonmail_quote/;
const BREAK = /<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^>]*>/gi;

/** The words of a mail that was written as HTML, without what it quotes; with it where nothing else is left. */
export function textOfHtml(html: string): string {
  const lines = html.replaceAll(/\s+/g, ' ').replaceAll(BREAK, (tag) => `\n${tag}`);
  const own = sanitizeHtml(lines, {
    allowedTags: ['div', 'blockquote', 'span'],
    allowedAttributes: false,
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'blockquote' || QUOTES.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`),
  });
  return plain(own) || plain(lines);
}

function plain(html: string): string {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text
    .replaceAll(/&nbsp;|\u00A0/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
