import { DOCS_STYLE } from './docs-style.ts';
import { escapeHtml } from './escape-html.ts';

/** The mark of the product, as its pages have it. */
const MARK =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="7" fill="#6E56F8"/><path d="M6.5 15.5 10.6 11l3 2.7 4.4-5.4" fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="18" cy="8.2" r="1.9" fill="#fff"/></svg>';

export interface PlainPage {
  readonly brand: string;
  readonly title: string;
  /** Address and words. */
  readonly nav: readonly (readonly [string, string])[];
  readonly navLabel: string;
  /** Not for search engines. */
  readonly hidden?: true;
  /** Besides that of all plain pages. */
  readonly style?: string;
}

/** A page that needs no build of the web: head, mark, links and what is inside, in the look of the product. No script. */
export function plainPage(page: PlainPage, main: string): string {
  const brand = escapeHtml(page.brand);
  const links = page.nav.map(([href, words]) => `<a href="${href}">${escapeHtml(words)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
${page.hidden === true ? '<meta name="robots" content="noindex">\n' : ''}<title>${escapeHtml(page.title)} - ${brand}</title>
<link rel="icon" href="data:,">
<style>${DOCS_STYLE}${page.style ?? ''}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="/">${MARK}${brand}</a>
<nav aria-label="${page.navLabel}">${links.join('')}</nav></header>
<main id="main">
${main}
</main>
</body>
</html>
`;
}
