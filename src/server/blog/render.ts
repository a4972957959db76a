import { lexer, Parser, Renderer, type Token, type Tokens, type TokensList } from 'marked';
import sanitize from 'sanitize-html';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { PostBlock, PostWire } from '#protocol/blog/posts.ts';
import type { PostPicture } from './store.ts';

export interface RenderParts {
  /** Links to our own pages lead to their language. */
  readonly language: string;
  readonly pictures: readonly PostPicture[];
  /** Where a picture of a name is shown. */
  readonly addressOf: (name: string) => string;
}

type Rendered = Pick<PostWire, 'blocks' | 'headings'>;

/** Alone on a line: the live card of a pair or of an event. */
const CARD = /^\{\{(?:pair ([A-Z0-9]{2,10}-[A-Z0-9]{2,10})|event ([a-z0-9]+(?:-[a-z0-9]+)*))\}\}$/;
const LONGEST_EVENT = 80;
const PAIR_IDS: ReadonlySet<string> = new Set(PAIRS.map(({ id }) => id));

/**
 * What is left of HTML, whoever wrote it: nothing that runs, loads from elsewhere or looks like a part of the page. The renderer makes no more
 * than this; it is the second wall, for a fault in the first.
 */
const LEFT: sanitize.IOptions = {
  allowedTags: 'p h2 h3 ul ol li strong em del code pre blockquote a br hr img table thead tbody tr th td'.split(' '),
  allowedAttributes: {
    a: ['href', 'rel'],
    h2: ['id'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    pre: ['tabindex'],
    th: ['scope'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http'],
  allowedSchemesByTag: { a: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
};

/** Makes HTML of a post. Markup in it is text; what it may hold beside words is a list, a table, a link, a picture of its own, a card. */
export function renderPost(markdown: string, parts: RenderParts): Rendered {
  const headings: { readonly id: string; readonly text: string }[] = [];
  const renderer = new PostRenderer(parts, headings);
  const tokens = lexer(markdown);
  const blocks: PostBlock[] = [];
  let run: Token[] = [];
  const flush = () => {
    const html = Parser.parse(withLinks(run, tokens), { renderer }).trim();
    run = [];
    if (html !== '') blocks.push({ kind: 'html', html: sanitize(html, LEFT) });
  };
  for (const token of tokens) {
    const card = token.type === 'paragraph' ? cardOf(token.raw.trim()) : null;
    if (card === null) run.push(token);
    else {
      flush();
      blocks.push(card);
    }
  }
  flush();
  return { blocks, headings };
}

/** Whether there is such an event is known to whoever draws it. */
function cardOf(line: string): PostBlock | null {
  const [, pair, event] = CARD.exec(line) ?? [];
  if (pair !== undefined && PAIR_IDS.has(pair)) return { kind: 'pair', pair };
  return event !== undefined && event.length <= LONGEST_EVENT ? { kind: 'event', event } : null;
}

const withLinks = (run: Token[], { links }: TokensList): TokensList => Object.assign([...run], { links });

class PostRenderer extends Renderer {
  readonly #parts: RenderParts;
  readonly #headings: { readonly id: string; readonly text: string }[];

  constructor(parts: RenderParts, headings: { readonly id: string; readonly text: string }[]) {
    super();
    this.#parts = parts;
    this.#headings = headings;
  }

  /** The title of the post is the only first heading there is. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const inside = this.parser.parseInline(tokens);
    if (depth > 2) return `<h3>${inside}</h3>\n`;
    const id = `part-${this.#headings.length + 1}`;
    this.#headings.push({ id, text: plain(inside) });
    return `<h2 id="${id}">${inside}</h2>\n`;
  }

  override code({ text }: Tokens.Code): string {
    return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
  }

  override tablecell(cell: Tokens.TableCell): string {
    const inside = this.parser.parseInline(cell.tokens);
    return cell.header ? `<th scope="col">${inside}</th>\n` : `<td>${inside}</td>\n`;
  }

  override listitem(item: Tokens.ListItem): string {
    return `<li>${this.parser.parse(item.tokens)}</li>\n`;
  }

  /** A path leads to our page in the reader’s language; another address has to be https. */
  override link({ href, tokens }: Tokens.Link): string {
    const words = this.parser.parseInline(tokens);
    if (/^\/(?![/\\])/.test(href)) return `<a href="${escaped(`/${this.#parts.language}${href}`)}">${words}</a>`;
    if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return words;
    return `<a href="${escaped(new URL(href).href)}" rel="noopener">${words}</a>`;
  }

  /** Only a picture of the post itself. */
  override image({ href, text }: Tokens.Image): string {
    const name = /^picture:([0-9a-f]{32})$/.exec(href)?.[1];
    const picture = this.#parts.pictures.find((one) => one.name === name);
    if (picture === undefined) return escaped(text);
    const { width, height } = picture;
    const size = `width="${width}" height="${height}"`;
    return `<img src="${escaped(this.#parts.addressOf(picture.name))}" alt="${escaped(text)}" ${size} loading="lazy" decoding="async" />`;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escaped(text);
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Words of a heading, without its marks. */
function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', '’')
    .replaceAll('&amp;', '&');
}
