import checker from 'virtual:receipt-checker';
import type { LoaderFunctionArgs } from 'react-router';
import { THEME_KEY } from '../appearance.ts';
import { DEFAULT_LOCALE, LOCALES, LOCALE_FACTS, isLocale, type Locale } from '../i18n/locales.ts';
import { loadMessages } from '../i18n/load.server.ts';
import { pathOf } from '../site.ts';
import arabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2?inline';
import cyrillic from '@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2?inline';
import devanagari from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?inline';
import latinExt from '@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2?inline';
import latin from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?inline';
import example from '#verify/example/receipt.json?raw';
import { PAGES } from '../routes.ts';
import style from './verify-page.css?raw';

/** What a language writes besides Latin letters; Japanese and Chinese have the fonts of the machine. */
const LETTERS: Partial<Record<Locale, { readonly data: string; readonly range: string }>> = {
  tr: { data: latinExt, range: 'U+0100-0130,U+0132-0151,U+0154-02BA' },
  ru: { data: cyrillic, range: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116' },
  uk: { data: cyrillic, range: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116' },
  ar: { data: arabic, range: 'U+0600-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFC' },
  hi: { data: devanagari, range: 'U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20A8,U+20B9,U+25CC,U+A830-A839,U+A8E0-A8FF' },
};

/** The font of the product, within the file: the page asks nobody, also where it lies on a disk. */
function fontOf(locale: Locale): string {
  const face = (data: string, range: string) =>
    `@font-face{font-family:'Product';font-weight:100 900;src:url(${data}) format('woff2');unicode-range:${range}}`;
  const more = LETTERS[locale];
  return `${face(latin, 'U+0000-00FF,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215')}${more === undefined ? '' : face(more.data, more.range)}`;
}

/** A receipt that a test installation gave out, with the key it was signed under. */
const EXAMPLE = exampleOf(
  JSON.parse(example) as { readonly id: string; readonly keys: { readonly doc: { readonly root: string } } },
);

function exampleOf(receipt: { readonly id: string; readonly keys: { readonly doc: { readonly root: string } } }) {
  return { id: receipt.id, root: receipt.keys.doc.root, text: JSON.stringify(receipt) };
}

const MARK =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="7" fill="#6e56f8"/><path d="M6.5 15.5 10.6 11l3 2.7 4.4-5.4" fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="18" cy="8.2" r="1.9" fill="#fff"/></svg>';

/** Runs before the first paint: the theme that was chosen on this device; a copy that lies on a disk follows the device. */
const THEME = `(function(){var m=matchMedia('(prefers-color-scheme: light)');function a(){var t=null;try{t=localStorage.getItem('${THEME_KEY}')}catch(e){}
if(t===null&&location.protocol==='file:')t='system';document.documentElement.dataset.theme=t==='light'||(t==='system'&&m.matches)?'light':'dark'}
a();m.addEventListener('change',a);addEventListener('storage',a)})()`;

/** What the verdict is made of, in its order. */
const CHECKS = ['record', 'rules', 'start', 'end', 'fresh', 'history', 'money'] as const;

/**
 * The page that checks receipts. One file with everything in it, made without the framework: saved to a disk it goes on
 * working, and nothing of it asks the network for more than our published root key.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const messages = await loadMessages(locale, ['verify', 'seo', 'common', 'liabilities']);
  const { brand, origins } = context.config;
  const texts = { ...messages.verify, ...liabilityTexts(messages.liabilities ?? {}) };
  const t = (key: string) => escape(texts[key] ?? key);
  const said = (key: string) => escape((messages.seo?.[key] ?? key).replaceAll('{brand}', brand));
  const common = (key: string) => escape(messages.common?.[key] ?? '');
  const linksOf = (place: 'main' | 'footer') =>
    PAGES.filter(({ nav, signedIn }) => nav.includes(place) && signedIn !== true)
      .map(({ id }) => {
        const current = id === 'verify' ? ' aria-current="page"' : '';
        return `<a href="${origins.main}${pathOf(id, locale)}"${current}>${common(`nav.${id}`)}</a>`;
      })
      .join('');
  const { lang, dir } = LOCALE_FACTS[locale];
  const [hash, themeHash] = await Promise.all([sha256Base64(checker), sha256Base64(THEME)]);
  const policy = `default-src 'none'; script-src 'sha256-${hash}' 'sha256-${themeHash}'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'`;
  const facts = JSON.stringify({ texts, root: '', example: EXAMPLE }).replaceAll('<', '\\u003c');
  const others = LOCALES.map((other) => {
    const to = `${origins.main}${pathOf('verify', other)}`;
    return `<link rel="alternate" hreflang="${LOCALE_FACTS[other].lang}" href="${to}">`;
  });
  const checks = CHECKS.map((name) => `<li><b>${t(`check.${name}`)}</b><span>${t(`check.${name}.text`)}</span></li>`);
  const body = `<!doctype html>
<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${said('verify.title')}</title>
<meta name="description" content="${said('verify.description')}">
<link rel="canonical" href="${origins.main}${pathOf('verify', locale)}">
${others.join('\n')}
<link rel="icon" href="data:,">
<script nonce="${context.nonce}">${THEME}</script>
<style>${fontOf(locale)}${style}</style></head>
<body>
<header><div><a class="brand" href="${origins.main}/${locale}">${MARK}${escape(brand)}</a>
<nav aria-label="${common('nav.main')}">${linksOf('main')}</nav></div></header>
<main>
<h1>${t('title')}</h1><p class="lead">${t('lead')}</p>
<div class="halves"><div>
<section class="card" id="drop">
<div class="zone"><input id="file" type="file" accept=".json,application/json" multiple><label for="file">${t('choose')}</label><span id="chosen" class="mut"></span></div>
<label for="paste">${t('paste')}</label><textarea id="paste" rows="5" spellcheck="false" dir="ltr" aria-describedby="missing"></textarea>
<div class="buttons"><button type="button" class="main" id="check">${t('check')}</button><button type="button" id="example">${t('example')}</button></div>
<p id="missing" role="status" class="mut"></p>
<p class="mut">${t('liability.also')} <a href="${origins.main}${pathOf('liabilities', locale)}">${common('nav.liabilities')}</a></p>
</section>
<div id="results" aria-live="polite"></div>
</div><div>
<section class="card"><h2>${t('checks')}</h2><ol class="said">${checks.join('')}</ol></section>
<section class="card"><h2>${t('without_us')}</h2><p class="mut">${t('without_us.text')}</p>
<button type="button" id="save">${t('save')}</button>
<p class="key mut">${t('root')} <code id="root" dir="ltr">–</code></p></section>
<section class="card"><h2>${t('not_proven.title')}</h2><p class="mut">${t('not_proven.text')}</p></section>
</div></div>
</main>
<footer><nav aria-label="${common('nav.footer')}"><a href="${origins.main}/transparency/v1/index.json">${t('public_files')}</a>${linksOf('footer')}</nav></footer>
<script type="application/json" id="facts">${facts}</script>
<script type="module" nonce="${context.nonce}">${checker}</script>
</body></html>
`;
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      // Kept by browsers, its script allowed by its hash: it is the same for everybody.
      'x-page-kept': '1',
    },
  });
}

/** What the checker says of a proof of liabilities, under names beside those of receipts. */
function liabilityTexts(all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const said = Object.entries(all).filter(([key]) => /^(?:check|verdict|own|all)\.|^(?:also|fingerprint)$/.test(key));
  return Object.fromEntries(
    said.map(([key, text]) => [
      key.startsWith('check.') ? `check.liability.${key.slice(6)}` : `liability.${key}`,
      text,
    ]),
  );
}

async function sha256Base64(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
