import { parse, Renderer } from 'marked';
import type { Tokens } from 'marked';
import type { Locale } from '#web/i18n/locales.ts';
import { isolated } from '#web/i18n/icu.ts';
import type { PageId } from '#web/page-rows.ts';
import { ARTICLES, type ArticleId } from '#domain/help/articles.ts';

const files = import.meta.glob<string>('./articles/*/*.md', { query: '?raw', import: 'default', eager: true });

export interface ArticleText {
  readonly id: ArticleId;
  /** A question. */
  readonly title: string;
  /** Its answer in a sentence or three. */
  readonly summary: string;
  /** Markdown: links lead to `page:<id>`. */
  readonly body: string;
}

/** How a language fills and links what the files leave open. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  readonly hrefOf: (page: PageId) => string;
}

/** An article in a language, with its numbers filled in. Throws where the file is missing, or names a value that there isn't. */
export function articleText(id: ArticleId, locale: Locale, { values }: Pick<Filling, 'values'>): ArticleText {
  const file = files[`./articles/${id}/${locale}.md`];
  if (file === undefined) throw new Error(`no article ${id} in ${locale}`);
  const filled = file.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the article ${id} in ${locale} names ${name}`);
    // A whole amount, whatever stands beside it.
    return locale === 'ar' ? isolated(value) : value;
  });
  const [title = '', summary = '', ...body] = filled.trim().split('\n\n');
  return { id, title: title.replace(/^# /, ''), summary: withoutLinks(summary), body: body.join('\n\n') };
}

const withoutLinks = (markdown: string) => markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** All of them, the most asked for first. */
export function articleTexts(locale: Locale, filling: Pick<Filling, 'values'>): readonly ArticleText[] {
  return ARTICLES.map(({ id }) => articleText(id, locale, filling));
}

/** Text of an article without its marks, for the search. */
export function plainText({ body }: ArticleText): string {
  return withoutLinks(body).replaceAll(/^- /gm, '');
}

/** Makes HTML of an article. Markup in it is escaped, and a link leads to a page of ours or is words. */
export function articleHtml(markdown: string, { hrefOf }: Pick<Filling, 'hrefOf'>): string {
  class ArticleRenderer extends Renderer {
    override html({ text }: Tokens.HTML | Tokens.Tag): string {
      return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    }

    override link({ href, tokens }: Tokens.Link): string {
      const words = this.parser.parseInline(tokens);
      const page = /^page:([\w-]+)$/.exec(href)?.[1];
      return page === undefined ? words : `<a href="${hrefOf(page as PageId)}">${words}</a>`;
    }
  }
  return parse(markdown, { async: false, renderer: new ArticleRenderer() });
}
