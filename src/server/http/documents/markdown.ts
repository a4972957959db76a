import { parse, Renderer } from 'marked';
import type { Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';

/** Our own documents as parts of a page: headings can be linked to, wide parts scroll by keyboard, and no text becomes markup. */
class PageRenderer extends Renderer {
  override heading({ tokens, depth, text }: Tokens.Heading): string {
    return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }

  override code({ text }: Tokens.Code): string {
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
  }

  override table(table: Tokens.Table): string {
    return `<div class="scroll" tabindex="0" role="region" aria-label="Table">${super.table(table)}</div>\n`;
  }

  override tablecell(cell: Tokens.TableCell): string {
    const name = cell.header ? 'th scope="col"' : 'td';
    const inside = this.parser.parseInline(cell.tokens);
    return `<${name}>${inside === '' ? '&nbsp;' : inside}</${cell.header ? 'th' : 'td'}>\n`;
  }

  /** A page of ours leads nowhere else. */
  override link(link: Tokens.Link): string {
    return /^[/#](?!\/)/.test(link.href) ? super.link(link) : this.parser.parseInline(link.tokens);
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }
}

/** Makes HTML of a Markdown text. Markup in it is escaped, and links out of the site are words. */
export function htmlOf(markdown: string): string {
  return parse(markdown, { async: false, renderer: new PageRenderer() });
}

/** The id of a heading, as links to it are written. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
