import type { EmbedTheme } from './themes.ts';

interface EmbedWish {
  /** Of the events site. */
  readonly origin: string;
  readonly slug: string;
  readonly title: string;
  /** Route code. */
  readonly locale: string;
  readonly theme: EmbedTheme;
  /** Of whoever brings visitors; empty: none. */
  readonly code: string;
}

/** A code as the address takes it; null: it is none. */
export function codeOf(typed: string): string | null {
  const code = typed.trim();
  return /^[\w-]{0,64}$/.test(code) ? code : null;
}

/** Address of the page for frames. */
export function embedAddress({ origin, slug, locale, theme, code }: Omit<EmbedWish, 'title'>): string {
  const query = new URLSearchParams({
    lang: locale,
    ...(theme === 'auto' ? {} : { theme }),
    ...(code === '' ? {} : { ref: code }),
  });
  return `${origin}/embed/${encodeURIComponent(slug)}?${query}`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What is put into a page of one’s own. */
export function embedSnippet(wish: EmbedWish): string {
  const src = escaped(embedAddress(wish));
  return `<iframe src="${src}" title="${escaped(wish.title)}" width="400" height="260" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}
