/** Makes HTML of the Markdown that our own documents use: headings, paragraphs, lists, tables, code, links. All text is escaped. */
export function htmlOf(markdown: string): string {
  const lines = markdown.split('\n');
  const parts: string[] = [];
  for (let at = 0; at < lines.length;) {
    const block = BLOCKS.find(({ begins }) => begins.test(lines[at] ?? '')) ?? PARAGRAPH;
    let end = at + 1;
    while (end < lines.length && !block.ends(lines[end] ?? '')) end += 1;
    if (block.closes === true) end += 1;
    parts.push(block.html(lines.slice(at, end)));
    at = end;
  }
  return parts.filter((part) => part !== '').join('\n');
}

interface Block {
  readonly begins: RegExp;
  readonly ends: (line: string) => boolean;
  /** The line that ends it belongs to it. */
  readonly closes?: true;
  readonly html: (lines: readonly string[]) => string;
}

const always = () => true;

const BLOCKS: readonly Block[] = [
  { begins: /^\s*$/, ends: always, html: () => '' },
  {
    begins: /^```/,
    ends: (line) => line.startsWith('```'),
    closes: true,
    html: (lines) => `<pre tabindex="0"><code>${escapeHtml(lines.slice(1, -1).join('\n'))}</code></pre>`,
  },
  { begins: /^#{1,3} /, ends: always, html: ([line = '']) => heading(line) },
  { begins: /^\|/, ends: (line) => !line.startsWith('|'), html: table },
  { begins: /^- /, ends: (line) => line.trim() === '', html: list },
];

const PARAGRAPH: Block = {
  begins: /./,
  ends: (line) => line.trim() === '' || BLOCKS.some(({ begins }) => begins.test(line)),
  html: (lines) => `<p>${inline(lines.join('\n'))}</p>`,
};

function heading(line: string): string {
  const [, signs = '#', text = ''] = /^(#+) (.*)$/.exec(line) ?? [];
  return `<h${signs.length} id="${anchorOf(text)}">${inline(text)}</h${signs.length}>`;
}

/** The id of a heading, as links to it are written. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

/** A line that does not begin with a dash goes on with the point before it. */
function list(lines: readonly string[]): string {
  const points = lines.join('\n').slice(2).split(/\n- /);
  return `<ul>${points.map((point) => `<li>${inline(point)}</li>`).join('')}</ul>`;
}

function table(lines: readonly string[]): string {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => inline(cell.trim())),
  );
  const headers = head.map((cell) => `<th scope="col">${cell === '' ? '&nbsp;' : cell}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${headers}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

/** Code first: what stands in it is nothing else. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : words(part)))
    .join('');
}

function words(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\(((?:\/|#)[^)\s]*)\)/g, '<a href="$2">$1</a>');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
