import { createHash } from 'node:crypto';
import type { EventWire } from '#protocol/events/events.ts';
import { escapeHtml } from './escape-html.ts';

/** Outcomes that are shown; the link leads to all. */
const SHOWN = 4;

const STYLE = `:root{color-scheme:dark;--bg:#0e131b;--text:#eef2f8;--mut:#9da9bc;--line:#222b39;--bar:#6e56f8}
.light{color-scheme:light;--bg:#fff;--text:#131722;--mut:#566072;--line:#dfe4ec;--bar:#5b43e8}
@media (prefers-color-scheme:light){.auto{color-scheme:light;--bg:#fff;--text:#131722;--mut:#566072;--line:#dfe4ec;--bar:#5b43e8}}
*{box-sizing:border-box}
html,body{margin:0;height:100%}
body{background:var(--bg);color:var(--text);font:15px/1.4 system-ui,sans-serif}
a{display:flex;flex-direction:column;gap:12px;min-height:100%;padding:16px;border:1px solid var(--line);border-radius:14px;color:inherit;text-decoration:none;overflow:hidden}
a:focus-visible{outline:2px solid var(--bar);outline-offset:-3px}
h1{margin:0;font-size:17px;line-height:1.3;overflow-wrap:anywhere}
ul{margin:0;padding:0;list-style:none;display:grid;gap:8px}
li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 12px;align-items:baseline}
li span{overflow-wrap:anywhere}
b{font-size:17px;font-variant-numeric:tabular-nums}
svg{grid-column:1/-1;width:100%;height:6px;border-radius:3px;background:var(--line)}
svg rect{fill:var(--bar)}
[dir=rtl] svg{transform:scaleX(-1)}
footer{margin-top:auto;display:flex;justify-content:space-between;gap:12px;color:var(--mut);font-size:12px}`;

/** Anybody may show it: nothing in it acts, and nothing of it knows who looks. */
export const EMBED_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

interface Embedded {
  readonly event: EventWire;
  readonly brand: string;
  readonly theme: EmbedTheme;
  /** BCP 47, for numbers too. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Of the event’s page. */
  readonly href: string;
  /** A text of the namespace `events` that has nothing to fill in. */
  readonly text: (key: string) => string;
}

/** The chance of now of an event, without a script: a page of its own for frames elsewhere. */
export function embedPage(embedded: Embedded): string {
  const { event, brand, theme, lang, dir, href, text } = embedded;
  const { markets, title } = event;
  const [first] = markets;
  const rows = markets
    .slice(0, SHOWN)
    .map((market) => row(market, markets.length === 1 ? text('outcome.YES') : market.title, embedded));
  const state = first === undefined ? '' : text(`state.${first.state}`);
  return `<!doctype html>
<html lang="${lang}" dir="${dir}" class="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - ${escapeHtml(brand)}</title>
<style>${STYLE}</style>
</head>
<body>
<a href="${escapeHtml(href)}" target="_blank" rel="noopener">
<h1 lang="${escapeHtml(event.language)}"><bdi>${escapeHtml(title)}</bdi></h1>
<ul>${rows.join('')}</ul>
<footer><span>${escapeHtml(state)}</span><bdi>${escapeHtml(brand)}</bdi></footer>
</a>
</body>
</html>
`;
}

type Market = EventWire['markets'][number];

/** What is thought of a market, or how it ended, in a word. */
export function saysOf({ prices, outcome }: Market, { lang, text }: Pick<Embedded, 'lang' | 'text'>): string {
  if (outcome !== null) return text(`outcome.${outcome}`);
  if (prices.chance === null) return text('card.no_price');
  return new Intl.NumberFormat(lang, { style: 'percent' }).format(prices.chance);
}

function row(market: Market, name: string, embedded: Embedded): string {
  const { prices, outcome } = market;
  const head = `<span><bdi>${escapeHtml(name)}</bdi></span><b>${escapeHtml(saysOf(market, embedded))}</b>`;
  if (outcome !== null || prices.chance === null) return `<li>${head}</li>`;
  const wide = Math.round(prices.chance * 100);
  return `<li>${head}<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${wide}" height="1"/></svg></li>`;
}
