import checker from 'virtual:receipt-checker';
import type { LoaderFunctionArgs } from 'react-router';
import { DEFAULT_LOCALE, LOCALES, LOCALE_FACTS, isLocale } from '../i18n/locales.ts';
import { loadMessages } from '../i18n/load.server.ts';
import { pathOf } from '../site.ts';
import style from './verify-page.css?raw';

/**
 * The page that checks receipts. One file with everything in it, made without the framework: saved to a disk it goes on
 * working, and nothing of it asks the network for more than our published root key.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const messages = await loadMessages(locale, ['verify', 'seo', 'common']);
  const { brand, origins } = context.config;
  const texts = messages.verify ?? {};
  const t = (key: string) => escape(texts[key] ?? key);
  const said = (key: string) => escape((messages.seo?.[key] ?? key).replaceAll('{brand}', brand));
  const { lang, dir } = LOCALE_FACTS[locale];
  const hash = await sha256Base64(checker);
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'`;
  const facts = JSON.stringify({ texts, root: '' }).replaceAll('<', '\\u003c');
  const others = LOCALES.map((other) => {
    const to = `${origins.main}${pathOf('verify', other)}`;
    return `<link rel="alternate" hreflang="${LOCALE_FACTS[other].lang}" href="${to}">`;
  });
  const body = `<!doctype html>
<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${said('verify.title')}</title>
<meta name="description" content="${said('verify.description')}">
<link rel="canonical" href="${origins.main}${pathOf('verify', locale)}">
${others.join('\n')}
<link rel="icon" href="data:,">
<style>${style}</style></head>
<body>
<header><a href="${origins.main}/${locale}">${escape(brand)}</a></header>
<main>
<h1>${t('title')}</h1><p>${t('lead')}</p>
<section class="card" id="drop">
<label for="file">${t('choose')}</label><input id="file" type="file" accept=".json,application/json" multiple>
<label for="paste">${t('paste')}</label><textarea id="paste" rows="4" spellcheck="false" dir="ltr" aria-describedby="missing"></textarea>
<button type="button" class="main" id="check">${t('check')}</button><button type="button" id="save">${t('save')}</button>
<p id="missing" role="status" class="mut"></p>
<p class="mut">${t('root')} <code id="root" dir="ltr">–</code></p>
</section>
<div id="results" aria-live="polite"></div>
<section><h2>${t('not_proven.title')}</h2><p class="mut">${t('not_proven.text')}</p></section>
</main>
<footer><nav aria-label="${escape(messages.common?.['nav.footer'] ?? '')}"><a href="${origins.main}/transparency/v1/index.json">${t('public_files')}</a></nav></footer>
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

async function sha256Base64(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
